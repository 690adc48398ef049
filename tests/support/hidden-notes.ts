import { makeJpeg, makePng, makeWebp, pngChunk } from './files'
import { makeExif, notes, segment, webpChunk } from './noted-pictures'

/** Notes where a list of what to leave out does not look for them. */

const hidden = Buffer.from(`${notes.maker} ${notes.place}`, 'latin1')

/** A JPEG whose JFIF header holds a thumbnail, and whose Adobe segment goes on behind its transform. */
export const makeThumbnailJpeg = (): Buffer => {
  const plain = makeJpeg()
  const headerEnd = 4 + plain.readUInt16BE(4)
  const thumbnail = Buffer.concat([hidden, Buffer.alloc(10 * 10 * 3 - hidden.length, 7)])
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe0, plain.subarray(6, headerEnd - 2), Buffer.from([10, 10]), thumbnail),
    segment(0xee, adobe, hidden),
    // The number of lines, which the frame has told.
    segment(0xdc, hidden),
    plain.subarray(headerEnd),
  ])
}

/** Version 100, no flags, YCbCr. */
const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1')

/** The same picture with nothing but an Adobe segment beside it. */
export const makeAdobeJpeg = (): Buffer => {
  const plain = makeJpeg()
  const headerEnd = 4 + plain.readUInt16BE(4)
  return Buffer.concat([plain.subarray(0, headerEnd), segment(0xee, adobe), plain.subarray(headerEnd)])
}

/** What a program could leave between two scans. */
export const betweenScans: Readonly<Record<string, Buffer>> = {
  'a comment': segment(0xfe, hidden),
  'an Exif block': segment(0xe1, 'Exif\0\0', makeExif(6)),
  'a colour profile that is none': segment(0xe2, 'ICC_PROFILE\0\x01\x01', hidden),
  'an Exif block and a comment': Buffer.concat([segment(0xe1, 'Exif\0\0', makeExif(6)), segment(0xfe, hidden)]),
}

/** A progressive JPEG of grey stripes, 64x64: a scan of the blocks' shades, what comes between, a scan of their details. */
export const makeProgressiveJpeg = (between: Buffer = Buffer.alloc(0)): Buffer => {
  const codes = (...lengths: number[]) => Buffer.from([...lengths, ...Array<number>(16 - lengths.length).fill(0)])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0]), Buffer.alloc(64, 255)),
    segment(0xc2, Buffer.from([8, 0, 64, 0, 64, 1, 1, 0x11, 0])),
    segment(0xc4, Buffer.from([0x00]), codes(1, 1), Buffer.from([0, 1])),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 0, 0])),
    // Every block is in turn a step lighter (101) and a step darker (100) than the one before it.
    Buffer.from('b2cb2c'.repeat(8), 'hex'),
    between,
    segment(0xc4, Buffer.from([0x10]), codes(1), Buffer.from([0])),
    segment(0xda, Buffer.from([1, 1, 0x00, 1, 63, 0])),
    Buffer.alloc(8),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A WebP of two frames. */
export const makeAnimatedWebp = (): Buffer => {
  const plain = makeWebp()
  const picture = plain.subarray(plain.indexOf('VP8 '))
  const canvas = plain.subarray(24, 30)
  const frame = webpChunk('ANMF', Buffer.concat([Buffer.alloc(6), canvas, Buffer.from([200, 0, 0, 0]), picture]))
  const head = webpChunk('VP8X', Buffer.concat([Buffer.from([0x02, 0, 0, 0]), canvas]))
  const file = Buffer.concat([plain.subarray(0, 12), head, webpChunk('ANIM', Buffer.alloc(6)), frame, frame])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

const pngHeaderEnd = 33
const pngEndBytes = 12

/** A PNG with chunks of makers, and notes behind the data of chunks whose length is fixed. */
export const makeHidingPng = (): Buffer => {
  const plain = makePng()
  return Buffer.concat([
    plain.subarray(0, pngHeaderEnd),
    pngChunk('caBX', hidden),
    pngChunk('sPLT', hidden),
    pngChunk('gAMA', Buffer.concat([Buffer.from([0, 0, 0xb1, 0x8f]), hidden])),
    pngChunk('pHYs', Buffer.concat([Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1]), hidden])),
    plain.subarray(pngHeaderEnd, -pngEndBytes),
    pngChunk('IEND', hidden),
  ])
}
