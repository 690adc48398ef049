import { expect, test } from 'vitest'
import {
  makeJpeg,
  makePdf,
  makePng,
  makeWebp,
  pngChunk,
  readPicture,
} from '../../tests/support/files'
import { checkFile } from './file-type'
import { readOrientation } from './picture'

const keptOf = (bytes: Buffer) => {
  const file = checkFile(bytes)
  return typeof file === 'object' ? file : undefined
}
const typeOf = (bytes: Buffer) => keptOf(bytes)?.type

test('keeps a file without metadata byte for byte', () => {
  for (const file of [
    makePng(),
    makePng({ bytes: 400_001 }),
    makeJpeg(),
    makeWebp(),
    makeWebp('lossless'),
    makePdf(),
  ]) {
    expect(keptOf(file)?.bytes.equals(file)).toBe(true)
  }
  // A picture with few colours makes a small file, which is accepted if its sides are long enough.
  const flat = makePng({ width: 1_500, height: 150 })
  expect([flat.length < 1_024, typeOf(flat)]).toEqual([true, 'image/png'])
  expect(typeOf(makePng({ width: 10_000, height: 6_000 }))).toBe('image/png')
})

const pdf = makePdf().toString('latin1')
const altered = makePng()
altered[45] = (altered[45] ?? 0) ^ 1
const emptyPng = Buffer.concat([
  makePng().subarray(0, 33),
  pngChunk('IDAT', Buffer.alloc(0)),
  pngChunk('IEND', Buffer.alloc(0)),
])
const jpeg = makeJpeg()
const scanAt = jpeg.indexOf(Buffer.from([0xff, 0xda]))
const scan = jpeg.subarray(scanAt, -2)
const scanDataAt = scanAt + 2 + jpeg.readUInt16BE(scanAt + 2)

test.each<[string, Buffer | string]>([
  ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['a program', 'MZ\x90\x00\x03'],
  ['a PDF behind something else', `<html>${pdf}`],
  ['a PDF without an end', pdf.replace('%%EOF', '')],
  ['a PDF without its table', pdf.replace('startxref', 'begins')],
  ['a PDF without an object', pdf.replaceAll(' obj', ' xxx')],
  ['a PDF of 500 bytes without meaning', `%PDF-1.4\n${'\x8f'.repeat(500)}\n%%EOF`],
  ['a PNG whose bytes were altered on the way', altered],
  ['a PNG that would unpack to billions of pixels', makePng({ width: 30_000, height: 30_000 })],
  ['a PNG that is too wide', makePng({ width: 20_001, height: 64 })],
  ['a PNG of a few pixels too many', makePng({ width: 10_000, height: 6_001 })],
  ['a PNG of no width', makePng({ width: 0, height: 64 })],
  ['a PNG with an empty IDAT', emptyPng],
  ['a JPEG of 18 bytes', Buffer.from('ffd8ffc0000b080040004001011100ffd9', 'hex')],
  [
    'a JPEG whose scan holds nothing',
    Buffer.concat([jpeg.subarray(0, scanDataAt), Buffer.from('ffd9', 'hex')]),
  ],
  [
    'a WebP of 30 bytes',
    Buffer.from('524946461600000057454250565038200a0000003001009d012a40004000', 'hex'),
  ],
  ['an animated WebP', readPicture('animated.webp')],
])('rejects %s', (_, file) => {
  expect(checkFile(typeof file === 'string' ? Buffer.from(file, 'latin1') : file)).toBeUndefined()
})

test('rejects a picture that is cut off at any byte', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp('lossy'), makeWebp('lossless')]) {
    for (let length = 0; length < file.length; length += 1) {
      expect(typeOf(file.subarray(0, length)), `the first ${length} bytes`).toBeUndefined()
    }
  }
})

test('reports a picture that is too small to read', () => {
  expect(checkFile(makePng({ width: 63, height: 500 }))).toBe('too-small')
  expect(checkFile(makePng({ width: 500, height: 63 }))).toBe('too-small')
})

test('distinguishes a JPEG with more than 64 scans from an invalid picture', () => {
  const withScans = (count: number) =>
    Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array.from({ length: count - 1 }, () => scan),
      jpeg.subarray(-2),
    ])
  expect(typeOf(withScans(64))).toBe('image/jpeg')
  expect(checkFile(withScans(65))).toBe('too-many-scans')
  expect(checkFile(withScans(4_900))).toBe('too-many-scans')
})

test('removes data after the end of the picture', () => {
  for (const file of [makePng(), makeJpeg(), makeWebp()]) {
    const withTail = Buffer.concat([file, Buffer.from('PK\x03\x04<script>alert(1)</script>')])
    expect(keptOf(withTail)?.bytes.equals(file)).toBe(true)
  }
})

const maker = 'Phone 15'
const place = '12.9716N 77.5946E'

test.each<[sent: string, plain: string]>([
  ['noted.jpg', 'plain.jpg'],
  ['noted.png', 'plain.png'],
  ['noted.webp', 'lossy.webp'],
  ['noted-thumbnail.jpg', 'adobe.jpg'],
  ['noted-chunks.png', 'plain.png'],
  ...['comment', 'exif', 'profile', 'both'].map(
    (what) => [`noted-scans-${what}.jpg`, 'progressive.jpg'] satisfies [string, string],
  ),
])('removes only location and device from a picture: %s', (name, plain) => {
  const sent = readPicture(name)
  const expected = readPicture(plain)
  expect(sent.includes(place) && sent.includes(maker)).toBe(true)
  expect(keptOf(sent)?.bytes.toString('hex')).toBe(expected.toString('hex'))
  expect(keptOf(expected)?.bytes.equals(expected)).toBe(true)
})

test.each(['jpg', 'png', 'webp'])(
  'keeps the orientation of a picture and no other metadata: %s',
  (end) => {
    const kept = keptOf(readPicture(`noted-turned.${end}`))?.bytes ?? Buffer.alloc(0)
    expect(kept.includes(place) || kept.includes(maker)).toBe(false)
    const block = kept.indexOf(Buffer.from('MM\0*', 'latin1'))
    expect(readOrientation(kept.subarray(block, block + 26))).toBe(6)
    // Checking the result once more changes nothing.
    expect(keptOf(kept)?.bytes.equals(kept)).toBe(true)
  },
)

test('ignores truncated, circular or invalid Exif blocks', () => {
  const whole = readPicture('noted-turned.png').subarray(41)
  for (let length = 0; length < 30; length += 1) {
    expect(readOrientation(whole.subarray(0, length))).toBe(1)
  }
  expect(readOrientation(Buffer.from('MM\0*\xff\xff\xff\xff\0\0\0\0\0\0', 'latin1'))).toBe(1)
})

const putPieces = (file: Buffer, at: number, piece: Buffer, count: number) =>
  Buffer.concat([file.subarray(0, at), ...Array<Buffer>(count).fill(piece), file.subarray(at)])
const webpNote = Buffer.from('NOTE\0\0\0\0', 'latin1')

test.each<[string, (count: number) => Buffer]>([
  [
    'PNG',
    (count) =>
      putPieces(makePng(), makePng().length - 12, pngChunk('IDAT', Buffer.alloc(0)), count),
  ],
  ['JPEG', (count) => putPieces(jpeg, 2, Buffer.from([0xff, 0xfe, 0, 2]), count)],
  [
    'WebP',
    (count) => {
      const file = putPieces(makeWebp(), 12, webpNote, count)
      file.writeUInt32LE(file.length - 8, 4)
      return file
    },
  ],
])('stops reading a %s with thousands of empty chunks', (_what, make) => {
  expect(typeOf(make(1_000))).toBeDefined()
  expect(typeOf(make(10_002))).toBeUndefined()
})
