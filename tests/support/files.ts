import { crc32, deflateSync } from 'node:zlib'

const pngChunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

interface PngOptions {
  width?: number
  height?: number
  /** Pads the file with a comment chunk to exactly this many bytes. */
  bytes?: number
  /** A shade of grey, so that two pictures can differ. */
  shade?: number
}

/** A real grey PNG picture. Beyond 2,000 pixels a side only the header is true, as in a decompression bomb. */
export const makePng = ({ width = 12, height = 8, bytes, shade = 128 }: PngOptions = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.min(width, 2_000), shade)])
  const data = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 2_000) }, () => row)))
  const parts = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (bytes !== undefined) parts.splice(2, 0, pngChunk('tEXt', Buffer.alloc(bytes - length - 12, 'a')))
  return Buffer.concat(parts)
}

const jpeg = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x',
  'eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAAR',
  'CAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAbEAACAQUAAAAAAAAAAAAAAAAREgQAFCNC0f/EABQBAQAAAAAAAAAA',
  'AAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCE6bZpjdzsAB2kGbePjRBsSTyk6FeJkRDqSRykGFZvkdxqAD2g',
  '/9k=',
].join('')

/** A real 16x16 grey JPEG picture, made once by an encoder. */
export const makeJpeg = (): Buffer => Buffer.from(jpeg, 'base64')

const lossyWebp = ['UklGRi4AAABXRUJQVlA4ICIAAAAwAQCdASoQABAAAsBMJaQAA3AA/tfdf88/f/PFp//z4AAA'].join('')
const losslessWebp = ['UklGRioAAABXRUJQVlA4TB0AAAAvD8ADEA8QEfMfgkDSxvcv/ADnGSL6Pw5A8wDMCAA='].join('')

/** Real 16x16 WebP pictures, made once by an encoder. */
export const makeWebp = (kind: 'lossy' | 'lossless' = 'lossy'): Buffer =>
  Buffer.from(kind === 'lossy' ? lossyWebp : losslessWebp, 'base64')

/** A whole PDF of one empty page. */
export const makePdf = (): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
