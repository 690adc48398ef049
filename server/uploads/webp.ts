import type { Picture, ReadPicture } from './picture'

type Size = Pick<Picture, 'width' | 'height'>

/** The size that a chunk states: the canvas (VP8X), a lossy frame (VP8), a lossless one (VP8L). */
const readSize = (type: string, data: Buffer): Size | undefined => {
  if (type === 'VP8X' && data.length >= 10) {
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  }
  if (type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const packed = data.readUInt32LE(1)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

/** Walks the chunks of the RIFF container; its stated length must be there, and a picture in it. */
export const readWebp: ReadPicture = (bytes) => {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined
  }
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return undefined
  const size: Size = { width: 0, height: 0 }
  let hasPicture = false
  let at = 12
  while (at + 8 <= end) {
    const type = bytes.toString('latin1', at, at + 4)
    const dataEnd = at + 8 + bytes.readUInt32LE(at + 4)
    if (dataEnd > end) return undefined
    const stated = readSize(type, bytes.subarray(at + 8, dataEnd))
    if (stated) {
      size.width = Math.max(size.width, stated.width)
      size.height = Math.max(size.height, stated.height)
    }
    // An animation keeps its pictures in frames, and only its canvas tells their size.
    if ((stated && type !== 'VP8X') || type === 'ANMF') hasPicture = true
    at = dataEnd + (dataEnd % 2)
  }
  return hasPicture ? { ...size, end } : undefined
}
