import { makeJpeg, makePng, makeWebp, pngChunk } from './files'

/** What a phone writes into a picture: who made it, where, and how it is to be turned. */
export const notes = { maker: 'Phone 15', place: '12.9716N 77.5946E' } as const

/** An Exif block with maker, orientation and a position, in the byte order of the phone's maker. */
export const makeExif = (orientation: number): Buffer => {
  const maker = Buffer.from(`${notes.maker}\0`, 'latin1')
  const place = Buffer.from(`${notes.place}\0`, 'latin1')
  const entriesAt = 10
  const gpsAt = entriesAt + 3 * 12 + 4
  const makerAt = gpsAt + 2 + 12 + 4
  const tiff = Buffer.alloc(makerAt + maker.length + place.length)
  const putEntry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(3, 8)
  putEntry(entriesAt, 0x010f, 2, maker.length, makerAt)
  putEntry(entriesAt + 12, 0x0112, 3, 1, orientation)
  putEntry(entriesAt + 24, 0x8825, 4, 1, gpsAt)
  tiff.writeUInt16LE(1, gpsAt)
  putEntry(gpsAt + 2, 0x001c, 7, place.length, makerAt + maker.length)
  maker.copy(tiff, makerAt)
  place.copy(tiff, makerAt + maker.length)
  return tiff
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${notes.place}</exif:GPSLatitude></x:xmpmeta>`

/** A segment of a JPEG: marker, length, data. */
export const segment = (marker: number, ...data: (Buffer | string)[]): Buffer => {
  const whole = Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(whole.length + 2, 2)
  return Buffer.concat([head, whole])
}

/** A JPEG with Exif, XMP, Photoshop's block, a list of further pictures and a comment behind its JFIF header. */
export const makeNotedJpeg = (orientation: number): Buffer => {
  const plain = makeJpeg()
  const afterHeader = 4 + plain.readUInt16BE(4)
  return Buffer.concat([
    plain.subarray(0, afterHeader),
    segment(0xe1, 'Exif\0\0', makeExif(orientation)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmp),
    segment(0xe2, 'MPF\0', notes.place),
    segment(0xed, 'Photoshop 3.0\0', notes.place),
    segment(0xfe, notes.maker),
    plain.subarray(afterHeader),
  ])
}

const pngHeaderEnd = 33
const pngEndBytes = 12

/** A PNG with Exif, three kinds of text and a time around its pixels. */
export const makeNotedPng = (orientation: number): Buffer => {
  const plain = makePng()
  return Buffer.concat([
    plain.subarray(0, pngHeaderEnd),
    pngChunk('eXIf', makeExif(orientation)),
    pngChunk('tEXt', Buffer.from(`Make\0${notes.maker}`, 'latin1')),
    pngChunk('zTXt', Buffer.from(`Place\0\0${notes.place}`, 'latin1')),
    plain.subarray(pngHeaderEnd, -pngEndBytes),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`, 'latin1')),
    pngChunk('tIME', Buffer.from([7, 0xe9, 10, 1, 4, 30, 0])),
    plain.subarray(-pngEndBytes),
  ])
}

/** A chunk of a WebP: type, length, data, and the byte that makes its length even. */
export const webpChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A WebP with Exif and XMP behind its pixels, and the flags that say so. */
export const makeNotedWebp = (orientation: number, kind: 'lossy' | 'lossless' = 'lossy'): Buffer => {
  const file = Buffer.concat([
    makeWebp(kind),
    webpChunk('EXIF', makeExif(orientation)),
    webpChunk('XMP ', Buffer.from(xmp, 'latin1')),
    webpChunk('note', Buffer.from(notes.maker, 'latin1')),
  ])
  file.writeUInt32LE(file.length - 8, 4)
  file[20] = (file[20] ?? 0) | 0x0c
  return file
}
