import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { makeJpeg, makePdf, makePng, makeWebp, pngChunk } from '../../tests/support/files'
import {
  betweenScans,
  makeAdobeJpeg,
  makeAnimatedWebp,
  makeHidingPng,
  makeProgressiveJpeg,
  makeThumbnailJpeg,
} from '../../tests/support/hidden-notes'
import { makeNotedJpeg, makeNotedPng, makeNotedWebp, notes } from '../../tests/support/noted-pictures'
import { checkFile } from './file-type'
import { readOrientation } from './picture'

const keptOf = (bytes: Buffer) => {
  const file = checkFile(bytes)
  return typeof file === 'object' ? file : undefined
}
const typeOf = (bytes: Buffer) => keptOf(bytes)?.type

test('a whole file without notes is kept byte for byte', () => {
  for (const file of [makePng(), makePng({ bytes: 400_001 }), makeJpeg(), makeWebp(), makeWebp('lossless'), makePdf()])
    expect(keptOf(file)?.bytes.equals(file)).toBe(true)
})

test.each([
  ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['a program', 'MZ\x90\x00\x03'],
  ['a PDF behind something else', `<html>${makePdf().toString('latin1')}`],
  ['a PDF without an end', makePdf().toString('latin1').replace('%%EOF', '')],
  ['a PDF without its table', makePdf().toString('latin1').replace('startxref', 'begins')],
  ['a PDF without an object', makePdf().toString('latin1').replaceAll(' obj', ' xxx')],
  ['a PDF of 500 bytes without meaning', `%PDF-1.4\n${'\x8f'.repeat(500)}\n%%EOF`],
])('%s is not taken', (_, text) => {
  expect(checkFile(Buffer.from(text, 'latin1'))).toBeUndefined()
})

test('a picture that was cut short anywhere is not taken', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp('lossy'), makeWebp('lossless')]) {
    for (let length = 0; length < file.length; length += 1) {
      expect(typeOf(file.subarray(0, length)), `the first ${length} bytes`).toBeUndefined()
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
  expect(checkFile(makePng({ width: 20_001, height: 64 }))).toBeUndefined()
  expect(checkFile(makePng({ width: 10_000, height: 6_001 }))).toBeUndefined()
  expect(typeOf(makePng({ width: 10_000, height: 6_000 }))).toBe('image/png')
  expect(checkFile(makePng({ width: 0, height: 64 }))).toBeUndefined()
})

test('a picture in which nobody can read anything is too small', () => {
  expect(checkFile(makePng({ width: 63, height: 500 }))).toBe('too-small')
  expect(checkFile(makePng({ width: 500, height: 63 }))).toBe('too-small')
  expect(typeOf(makePng({ width: 64, height: 64 }))).toBe('image/png')
})

test('a JPEG of more than 64 scans, which would keep a browser busy for minutes, is told from what is no picture', () => {
  const jpeg = makeJpeg()
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)
  const withScans = (count: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count - 1 }, () => scan), jpeg.subarray(-2)])
  expect(typeOf(withScans(64))).toBe('image/jpeg')
  expect(checkFile(withScans(65))).toBe('too-many-scans')
  expect(checkFile(withScans(4_900))).toBe('too-many-scans')
})

test('a picture of few colours is small in bytes, and taken: what counts is what can be read', () => {
  const flat = makePng({ width: 1_500, height: 150 })
  expect(flat.length).toBeLessThan(1_024)
  expect(typeOf(flat)).toBe('image/png')
})

const replaceChunk = (png: Buffer, data: Buffer) =>
  Buffer.concat([png.subarray(0, 33), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))])

test.each<[string, Buffer]>([
  ['a PNG with an empty IDAT', replaceChunk(makePng(), Buffer.alloc(0))],
  ['a JPEG of 18 bytes', Buffer.from('ffd8ffc0000b080040004001011100ffd9', 'hex')],
  ['a JPEG whose scan holds nothing', Buffer.concat([makeJpeg().subarray(0, scanStart()), Buffer.from('ffd9', 'hex')])],
  ['a WebP of 30 bytes', Buffer.from('524946461600000057454250565038200a0000003001009d012a40004000', 'hex')],
])('%s shows nothing, so it is not taken', (_, bytes) => {
  expect(checkFile(bytes)).toBeUndefined()
})

/** Where the data of the only scan begin. */
function scanStart(): number {
  const jpeg = makeJpeg()
  const marker = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return marker + 2 + jpeg.readUInt16BE(marker + 2)
}

test('what hides behind the end of a picture is cut off', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp()]) {
    const withTail = Buffer.concat([file, Buffer.from('PK\x03\x04<script>alert(1)</script>')])
    expect(keptOf(withTail)?.bytes.equals(file)).toBe(true)
  }
})

const noted = { 'image/jpeg': makeNotedJpeg, 'image/png': makeNotedPng, 'image/webp': makeNotedWebp }
const plain = { 'image/jpeg': makeJpeg(), 'image/png': makePng(), 'image/webp': makeWebp() }
const types = ['image/jpeg', 'image/png', 'image/webp'] as const

test.each(types)('where and by what a picture was taken is not kept: %s', (type) => {
  const sent = noted[type](1)
  expect(sent.includes(notes.place) && sent.includes(notes.maker)).toBe(true)
  const kept = keptOf(sent)
  expect(kept?.type).toBe(type)
  // Nothing but the notes is gone, and the flags of a WebP no longer promise them.
  expect(kept?.bytes.equals(plain[type])).toBe(true)
})

test.each(types)('a picture that must be turned stays so, without any other note: %s', (type) => {
  for (const orientation of [2, 3, 6, 8]) {
    const kept = keptOf(noted[type](orientation))?.bytes ?? Buffer.alloc(0)
    expect(kept.includes(notes.place) || kept.includes(notes.maker)).toBe(false)
    const block = kept.indexOf(Buffer.from('MM\0*', 'latin1'))
    expect(readOrientation(kept.subarray(block, block + 26))).toBe(orientation)
    // What is kept is itself kept as it is: the notes are gone after one pass.
    expect(keptOf(kept)?.bytes.equals(kept)).toBe(true)
  }
})

test.each<[string, Buffer, Buffer]>([
  ['a thumbnail and a tail in the heads of a JPEG', makeThumbnailJpeg(), makeAdobeJpeg()],
  ['chunks of makers and overlong chunks of a PNG', makeHidingPng(), makePng()],
  ...Object.entries(betweenScans).map(([name, between]): [string, Buffer, Buffer] => [
    `${name} between the scans of a JPEG`,
    makeProgressiveJpeg(between),
    makeProgressiveJpeg(),
  ]),
])('notes do not stay hidden in a picture, and nothing else of it is gone: %s', (_, sent, plainly) => {
  expect(sent.includes(notes.place)).toBe(true)
  expect(keptOf(sent)?.bytes.toString('hex')).toBe(plainly.toString('hex'))
  expect(keptOf(plainly)?.bytes.equals(plainly)).toBe(true)
})

test('an animated WebP is not taken', () => {
  expect(checkFile(makeAnimatedWebp())).toBeUndefined()
})

test('a PNG without its notes has the same pixels', () => {
  const kept = keptOf(makeNotedPng(6))?.bytes ?? Buffer.alloc(0)
  expect(PNG.sync.read(kept).data.equals(PNG.sync.read(makeNotedPng(6)).data)).toBe(true)
})

test('an Exif block that is cut, circular or wrong says nothing', () => {
  const whole = makeNotedPng(6).subarray(41)
  for (let length = 0; length < 30; length += 1) expect(readOrientation(whole.subarray(0, length))).toBe(1)
  expect(readOrientation(Buffer.from('MM\0*\xff\xff\xff\xff\0\0\0\0\0\0', 'latin1'))).toBe(1)
})

/** A WebP container around these chunks. */
const riff = (...chunks: Buffer[]): Buffer => {
  const file = Buffer.concat([Buffer.from('RIFF0000WEBP', 'latin1'), ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

test.each<[string, (count: number) => Buffer]>([
  [
    'PNG',
    (count) => {
      const png = makePng()
      return Buffer.concat([
        png.subarray(0, -12),
        ...Array(count).fill(pngChunk('IDAT', Buffer.alloc(0))),
        png.subarray(-12),
      ])
    },
  ],
  [
    'JPEG',
    (count) => {
      const jpeg = makeJpeg()
      return Buffer.concat([
        jpeg.subarray(0, 2),
        ...Array(count).fill(Buffer.from([0xff, 0xfe, 0, 2])),
        jpeg.subarray(2),
      ])
    },
  ],
  ['WebP', (count) => riff(...Array(count).fill(Buffer.from('NOTE\0\0\0\0', 'latin1')), makeWebp().subarray(12))],
])('a %s of very many empty pieces is not read to its end', (_what, make) => {
  expect(typeOf(make(1_000))).toBeDefined()
  expect(typeOf(make(10_002))).toBeUndefined()
})
