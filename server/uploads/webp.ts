import { readOrientation, writeOrientation } from './exif'
import { mostPieces, type ReadPicture } from './picture'

interface Size {
  width: number
  height: number
}

const exifFlag = 0x08
const xmpFlag = 0x04
/** Type and length: what a chunk has beside its data. */
const chunkHead = 8
/** Position, size and time of a frame of an animation, before its chunks. */
const frameHead = 16

/** What a picture needs to look as it does, an animated one too. Any other chunk is a note (behaviour 6.20). */
const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
/** And what a frame of an animation needs. */
const neededInFrame = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** How much these chunks say; what follows in them is a note too. */
const lengths: Readonly<Record<string, number>> = { VP8X: 10, ANIM: 6 }

/** The size of a lossy (VP8) or lossless (VP8L) picture whose data go on behind their header; undefined otherwise. */
const readBitstream = (type: string, data: Buffer): Size | undefined => {
  if (type === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    const firstPart = data.readUIntLE(0, 3) >>> 5
    // A key frame, and behind its first part at least the table or the data of the second.
    if (((data[0] ?? 1) & 1) !== 0 || firstPart === 0 || 10 + firstPart >= data.length) return undefined
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  }
  if (type === 'VP8L' && data.length > 5 && data[0] === 0x2f) {
    const packed = data.readUInt32LE(1)
    if (packed >>> 29 !== 0) return undefined
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

interface Chunk {
  type: string
  data: Buffer
}

/** How many more chunks a file may have. */
interface Allowance {
  left: number
}

/** All chunks from here to the end; undefined when one of them reaches beyond it, or when there are too many. */
const readChunks = (bytes: Buffer, start: number, allowance: Allowance): Chunk[] | undefined => {
  const chunks: Chunk[] = []
  let at = start
  while (at + chunkHead <= bytes.length) {
    const dataEnd = at + chunkHead + bytes.readUInt32LE(at + 4)
    allowance.left -= 1
    if (dataEnd > bytes.length || allowance.left < 0) return undefined
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + chunkHead, dataEnd) })
    at = dataEnd + (dataEnd % 2)
  }
  return chunks
}

const larger = (one: Size, other: Size): Size => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
})

/** How large the largest picture among these chunks is; undefined where there is none. */
const measurePictures = (chunks: readonly Chunk[]): Size | undefined =>
  chunks
    .map(({ type, data }) => readBitstream(type, data))
    .filter((size) => size !== undefined)
    .reduce<Size | undefined>((largest, size) => (largest ? larger(largest, size) : size), undefined)

/** What the file shows, and how large: a picture by itself, or the frames of an animation. */
const measure = (chunks: readonly Chunk[], allowance: Allowance): Size | undefined => {
  const framed = chunks.flatMap(({ type, data }) =>
    type === 'ANMF' ? (readChunks(data, frameHead, allowance) ?? []) : [],
  )
  if (allowance.left < 0) return undefined
  const size = measurePictures([...chunks, ...framed])
  const canvas = chunks.find(({ type, data }) => type === 'VP8X' && data.length >= 10)?.data
  if (!size || !canvas) return size
  return larger(size, { width: canvas.readUIntLE(4, 3) + 1, height: canvas.readUIntLE(7, 3) + 1 })
}

const makeChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(chunkHead)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A frame of an animation with its picture alone. */
const rewriteFrame = (frame: Buffer): Buffer => {
  const chunks = (readChunks(frame, frameHead, { left: mostPieces }) ?? []).filter(({ type }) =>
    neededInFrame.has(type),
  )
  return Buffer.concat([frame.subarray(0, frameHead), ...chunks.map(({ type, data }) => makeChunk(type, data))])
}

/** The file again, with the chunks that are needed; of the notes the orientation, where it is not upright. */
const rewrite = (bytes: Buffer, chunks: readonly Chunk[]): Buffer => {
  const exif = chunks.find(({ type }) => type === 'EXIF')
  const isExtended = chunks.some(({ type }) => type === 'VP8X')
  const orientation = exif && isExtended ? readOrientation(exif.data) : 1
  const kept = chunks
    .filter(({ type }) => needed.has(type))
    .map(({ type, data }) => {
      if (type === 'ANMF') return makeChunk(type, rewriteFrame(data))
      if (type !== 'VP8X') return makeChunk(type, data.subarray(0, lengths[type]))
      const header = Buffer.from(data.subarray(0, lengths[type]))
      header[0] = ((header[0] ?? 0) & ~(exifFlag | xmpFlag)) | (orientation === 1 ? 0 : exifFlag)
      return makeChunk(type, header)
    })
  if (orientation !== 1) kept.push(makeChunk('EXIF', writeOrientation(orientation)))
  const file = Buffer.concat([bytes.subarray(0, 12), ...kept])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

/** Walks the chunks of the RIFF container; its stated length must be there, and a picture in it. */
export const readWebp: ReadPicture = (bytes) => {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined
  }
  const end = 8 + bytes.readUInt32LE(4)
  const allowance = { left: mostPieces }
  const chunks = end > bytes.length ? undefined : readChunks(bytes.subarray(0, end), 12, allowance)
  const size = chunks && measure(chunks, allowance)
  return chunks && size ? { ...size, kept: rewrite(bytes, chunks) } : undefined
}
