import { maxPieces, type ReadPicture, readOrientation, writeOrientation } from './picture'

const exifFlag = 0x08
const xmpFlag = 0x04
const animationFlag = 0x02
const chunkHead = 8
const canvasBytes = 10

const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])

interface Size {
  width: number
  height: number
}

interface Chunk {
  type: string
  data: Buffer
}

/** Returns undefined if a chunk exceeds the container, or if there are too many chunks. */
const readChunks = (bytes: Buffer): Chunk[] | undefined => {
  const chunks: Chunk[] = []
  for (let offset = 12; offset + chunkHead <= bytes.length; ) {
    const end = offset + chunkHead + bytes.readUInt32LE(offset + 4)
    if (end > bytes.length || chunks.length === maxPieces) {
      return undefined
    }
    chunks.push({
      type: bytes.toString('latin1', offset, offset + 4),
      data: bytes.subarray(offset + chunkHead, end),
    })
    offset = end + (end % 2)
  }
  return chunks
}

/** Measures a lossy (VP8) or lossless (VP8L) picture that has data after its header. */
const measure = ({ type, data }: Chunk): Size | undefined => {
  if (type === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    const firstPart = data.readUIntLE(0, 3) >>> 5
    // Requires a key frame, and data after the first partition.
    if (((data[0] ?? 1) & 1) !== 0 || firstPart === 0 || 10 + firstPart >= data.length) {
      return undefined
    }
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  }
  if (type === 'VP8L' && data.length > 5 && data[0] === 0x2f) {
    const packed = data.readUInt32LE(1)
    if (packed >>> 29 !== 0) {
      return undefined
    }
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

const makeChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(chunkHead)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Keeps the necessary chunks and the orientation. */
export const readWebp: ReadPicture = (bytes) => {
  if (
    bytes.length < 20 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP'
  ) {
    return undefined
  }
  const end = 8 + bytes.readUInt32LE(4)
  const chunks = end > bytes.length ? undefined : readChunks(bytes.subarray(0, end))
  if (!chunks) {
    return undefined
  }
  const sizes = chunks.map(measure).filter((size) => size !== undefined)
  const canvas = chunks.find(({ type }) => type === 'VP8X')?.data
  // Animations are not accepted as proofs.
  if (
    sizes.length === 0 ||
    (canvas && (canvas.length < canvasBytes || (canvas[0] ?? 0) & animationFlag))
  ) {
    return undefined
  }
  if (canvas) {
    sizes.push({ width: canvas.readUIntLE(4, 3) + 1, height: canvas.readUIntLE(7, 3) + 1 })
  }
  const exif = canvas && chunks.find(({ type }) => type === 'EXIF')
  const orientation = exif ? readOrientation(exif.data) : 1
  const payload = chunks
    .filter(({ type }) => needed.has(type))
    .map(({ type, data }) => {
      if (type !== 'VP8X') {
        return makeChunk(type, data)
      }
      const header = Buffer.from(data.subarray(0, canvasBytes))
      header[0] = ((header[0] ?? 0) & ~(exifFlag | xmpFlag)) | (orientation === 1 ? 0 : exifFlag)
      return makeChunk(type, header)
    })
  if (orientation !== 1) {
    payload.push(makeChunk('EXIF', writeOrientation(orientation)))
  }
  const file = Buffer.concat([bytes.subarray(0, 12), ...payload])
  file.writeUInt32LE(file.length - 8, 4)
  return {
    width: Math.max(...sizes.map((size) => size.width)),
    height: Math.max(...sizes.map((size) => size.height)),
    cleaned: file,
  }
}
