import { expect, it } from 'vitest'
import { readFileType } from './held-file'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

it('tells a picture or a document by how it begins', () => {
  expect(readFileType(bytesOf('\x89PNG\r\n\x1a\n'))).toBe('image/png')
  expect(readFileType(bytesOf('\xff\xd8\xff\xe0'))).toBe('image/jpeg')
  expect(readFileType(bytesOf('RIFF\x10\x00\x00\x00WEBPVP8 '))).toBe('image/webp')
  expect(readFileType(bytesOf('%PDF-1.7'))).toBe('application/pdf')
})

it('takes nothing else, whatever it is called', () => {
  for (const text of ['', '<svg xmlns=', 'GIF89a', '<!doctype html>', 'RIFF\x10\x00\x00\x00WAVEfmt ', '\x89PN'])
    expect(readFileType(bytesOf(text))).toBeUndefined()
})
