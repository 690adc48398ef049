import { crc32 } from 'node:zlib'
import { maxPieces, type ReadPicture, readOrientation, writeOrientation } from './picture'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const chunkFrame = 12

/**
 * Maps each chunk type that affects how a picture looks to its maximum length. Decoders ignore
 * longer chunks.
 */
const needed: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Number.POSITIVE_INFINITY],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['iCCP', Number.POSITIVE_INFINITY],
  ['cICP', 4],
  ['mDCV', 24],
  ['cLLI', 8],
  ['sBIT', 4],
  ['bKGD', 6],
  ['pHYs', 9],
])

const makeChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(chunkFrame + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

const makeOrientationChunk = (data: Buffer): Buffer[] => {
  const orientation = readOrientation(data)
  return orientation === 1 ? [] : [makeChunk('eXIf', writeOrientation(orientation))]
}

/**
 * Requires that IHDR comes first and IEND last, with picture data between them and correct
 * checksums.
 */
export const readPng: ReadPicture = (bytes) => {
  if (!bytes.subarray(0, 8).equals(signature)) {
    return undefined
  }
  const chunks = [bytes.subarray(0, 8)]
  let header: Buffer | undefined
  let pixelBytes = 0
  let hasExif = false
  let pieces = 0
  let offset = signature.length
  while (offset + chunkFrame <= bytes.length) {
    const length = bytes.readUInt32BE(offset)
    const end = offset + chunkFrame + length
    pieces += 1
    if (end > bytes.length || pieces > maxPieces) {
      return undefined
    }
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    const data = bytes.subarray(offset + 8, end - 4)
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(offset + 4, end - 4))) {
      return undefined
    }
    if (!header) {
      if (type !== 'IHDR' || length !== 13) {
        return undefined
      }
      header = data
    }
    if (type === 'IDAT') {
      pixelBytes += length
    }
    if (length <= (needed.get(type) ?? -1)) {
      chunks.push(bytes.subarray(offset, end))
    } else if (type === 'eXIf' && !hasExif) {
      hasExif = true
      chunks.push(...makeOrientationChunk(data))
    }
    if (type === 'IEND') {
      chunks.push(makeChunk('IEND', Buffer.alloc(0)))
      if (pixelBytes === 0) {
        return undefined
      }
      return {
        width: header.readUInt32BE(0),
        height: header.readUInt32BE(4),
        cleaned: Buffer.concat(chunks),
      }
    }
    offset = end
  }
  return undefined
}
