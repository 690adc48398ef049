import { crc32 } from 'node:zlib'
import type { ReadPicture } from './picture'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum: what a chunk has beside its data. */
const chunkFrame = 12

/** Walks the chunks: IHDR first, picture data somewhere, IEND last, every checksum right. */
export const readPng: ReadPicture = (bytes) => {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  let size: { width: number; height: number } | undefined
  let hasData = false
  let at = signature.length
  while (at + chunkFrame <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + chunkFrame + length
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return undefined
    if (!size) {
      if (type !== 'IHDR' || length !== 13) return undefined
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData ? { ...size, end } : undefined
    at = end
  }
  return undefined
}
