import { expect, it } from 'vitest'
import { readFileType } from './chosen-file'

const encode = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

it('detects the type of a picture or document from its first bytes', () => {
  expect(readFileType(encode('\x89PNG\r\n\x1a\n'))).toBe('image/png')
  expect(readFileType(encode('\xff\xd8\xff\xe0'))).toBe('image/jpeg')
  expect(readFileType(encode('RIFF\x10\x00\x00\x00WEBPVP8 '))).toBe('image/webp')
  expect(readFileType(encode('%PDF-1.7'))).toBe('application/pdf')
})

it('rejects all other file types', () => {
  for (const text of [
    '',
    '<svg xmlns=',
    'GIF89a',
    '<!doctype html>',
    'RIFF\x10\x00\x00\x00WAVEfmt ',
    '\x89PN',
  ]) {
    expect(readFileType(encode(text))).toBeUndefined()
  }
})
