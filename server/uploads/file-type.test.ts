import { expect, test } from 'vitest'
import { makeJpeg, makePdf, makePng, makeWebp } from '../../tests/support/files'
import { checkFile } from './file-type'

const typeOf = (bytes: Buffer) => checkFile(bytes)?.type

test('a picture or a PDF is known by its content', () => {
  expect(typeOf(makePng())).toBe('image/png')
  expect(typeOf(makeJpeg())).toBe('image/jpeg')
  expect(typeOf(makeWebp('lossy'))).toBe('image/webp')
  expect(typeOf(makeWebp('lossless'))).toBe('image/webp')
  expect(typeOf(makePdf())).toBe('application/pdf')
})

test('a whole file is kept byte for byte', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp(), makePdf()])
    expect(checkFile(file)?.bytes.equals(file)).toBe(true)
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an SVG behind an XML line', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a page of HTML', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['a program', 'MZ\x90\x00\x03'],
  ['a PDF behind something else', `<html>${makePdf().toString('latin1')}`],
  ['a PDF without an end', makePdf().toString('latin1').replace('%%EOF', '')],
  ['a word', 'PNG'],
])('%s is not taken', (_, text) => {
  expect(checkFile(Buffer.from(text, 'latin1'))).toBeUndefined()
})

test('a picture that was cut short anywhere is not taken', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp('lossy'), makeWebp('lossless')]) {
    for (let length = 0; length < file.length; length += 1) {
      expect(checkFile(file.subarray(0, length)), `the first ${length} bytes`).toBeUndefined()
    }
  }
})

test('a PNG whose bytes were altered on the way is not taken', () => {
  const altered = makePng()
  altered[45] = (altered[45] ?? 0) ^ 1
  expect(checkFile(altered)).toBeUndefined()
})

test('a picture that would unpack to billions of pixels is not taken', () => {
  expect(checkFile(makePng({ width: 30_000, height: 30_000 }))).toBeUndefined()
  expect(checkFile(makePng({ width: 20_001, height: 1 }))).toBeUndefined()
  expect(checkFile(makePng({ width: 10_000, height: 6_001 }))).toBeUndefined()
  expect(typeOf(makePng({ width: 10_000, height: 6_000 }))).toBe('image/png')
  expect(checkFile(makePng({ width: 0, height: 8 }))).toBeUndefined()
})

test('what hides behind the end of a picture is cut off', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp()]) {
    const withTail = Buffer.concat([file, Buffer.from('PK\x03\x04<script>alert(1)</script>')])
    expect(checkFile(withTail)?.bytes.equals(file)).toBe(true)
  }
})
