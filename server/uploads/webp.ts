import { maxPieces, type ReadPicture, readOrientation, writeOrientation } from './picture'

const exifFlag = 0x08
const xmpFlag = 0x04
const animationFlag = 0x02
/** Type and length: what a chunk has beside its data. */
const chunkHead = 8
const canvasBytes = 10

/** What a picture needs to look as it does. Any other chunk is a note (behaviour 6.20). */
const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])

interface Chunk {
  type: string
  data: Buffer
}

/** All chunks of the container; undefined when one of them reaches beyond its end, or when there are too many. */
const readChunks = (bytes: Buffer): Chunk[] | undefined => {
  const chunks: Chunk[] = []
  for (let at = 12; at + chunkHead <= bytes.length; ) {
    const end = at + chunkHead + bytes.readUInt32LE(at + 4)
    if (end > bytes.length || chunks.length === maxPieces) {
      return undefined
    }
    chunks.push({
      type: bytes.toString('latin1', at, at + 4),
      data: bytes.subarray(at + chunkHead, end),
    })
    at = end + (end % 2)
  }
  return chunks
}

/** The sides of a lossy (VP8) or lossless (VP8L) picture whose data go on behind their header; undefined otherwise. */
const measure = ({ type, data }: Chunk): [number, number] | undefined => {
  if (type === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    const firstPart = data.readUIntLE(0, 3) >>> 5
    // A key frame, and behind its first part at least the table or the data of the second.
    if (((data[0] ?? 1) & 1) !== 0 || firstPart === 0 || 10 + firstPart >= data.length) {
      return undefined
    }
    return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff]
  }
  if (type === 'VP8L' && data.length > 5 && data[0] === 0x2f) {
    const packed = data.readUInt32LE(1)
    return packed >>> 29 === 0 ? [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1] : undefined
  }
  return undefined
}

const makeChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(chunkHead)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/**
 * Reads the chunks of the RIFF container; its stated length must be there, and one picture in it. Kept are the chunks that
 * are needed; of the notes the orientation, where it is not upright.
 */
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
  // An animation is no proof of anything.
  if (
    sizes.length === 0 ||
    (canvas && (canvas.length < canvasBytes || (canvas[0] ?? 0) & animationFlag))
  ) {
    return undefined
  }
  if (canvas) {
    sizes.push([canvas.readUIntLE(4, 3) + 1, canvas.readUIntLE(7, 3) + 1])
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
  const [width, height] = [0, 1].map((side) => Math.max(...sizes.map((size) => size[side] ?? 0)))
  return { width: width ?? 0, height: height ?? 0, kept: file }
}
