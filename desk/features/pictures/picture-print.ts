import { deflateSync, Inflate } from 'fflate'

/** What a picture looks like, small enough to be kept and compared: shades of grey, row by row. */
export interface PicturePrint {
  rows: number
  /** 0 to 15, `printColumns` a row. */
  cells: Uint8Array
  /** The mean of each row, by which two pictures are laid upon each other. */
  profile: Float32Array
}

/** The measure by which prints are made; those of another one are not comparable. */
export const printMethod = 'grey-128'

/** So fine that a digit of a UTR is some four cells wide; coarser, two payments look like one (`npm run trial:pictures`). */
export const printColumns = 128
/** A picture twice as high as wide has 256. */
const mostRows = 384
const shades = 15
/** Of pictures with less contrast every one looks like every other. */
const leastContrast = 16
/** As the server takes it; a photograph needs more, and is not compared. */
const longestText = 12_000

/** Pixels as a canvas gives them. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

const meanShades = ({ width, height, data }: Pixels): Float32Array => {
  const rows = Math.min(mostRows, Math.max(1, Math.round((printColumns * height) / width)))
  const sums = new Float32Array(rows * printColumns)
  const counts = new Float32Array(rows * printColumns)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * printColumns) / width)
    if (row >= rows) break
    for (let x = 0; x < width; x += 1) {
      const cell = row * printColumns + Math.floor((x * printColumns) / width)
      const at = (y * width + x) * 4
      sums[cell] =
        (sums[cell] ?? 0) + 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 1))
}

const withProfile = (cells: Uint8Array): PicturePrint => {
  const rows = cells.length / printColumns
  const profile = Float32Array.from({ length: rows }, (_, row) => {
    let sum = 0
    for (let x = 0; x < printColumns; x += 1) sum += cells[row * printColumns + x] ?? 0
    return sum / printColumns
  })
  return { rows, cells, profile }
}

/** The print of a picture, its shades stretched from its darkest to its lightest; undefined where it has hardly any. */
export const makePrint = (pixels: Pixels): PicturePrint | undefined => {
  const means = meanShades(pixels)
  const sorted = Float32Array.from(means).sort()
  const dark = sorted[Math.floor(sorted.length * 0.005)] ?? 0
  const light = sorted[Math.ceil(sorted.length * 0.995) - 1] ?? 0
  if (light - dark < leastContrast) return undefined
  const cells = Uint8Array.from(means, (mean) =>
    Math.round(Math.min(1, Math.max(0, (mean - dark) / (light - dark))) * shades),
  )
  return withProfile(cells)
}

/** As the server keeps it; undefined for what would be too long. */
export const writePrint = ({ cells }: PicturePrint): string | undefined => {
  const packed = Uint8Array.from(
    { length: cells.length / 2 },
    (_, at) => ((cells[2 * at] ?? 0) << 4) | (cells[2 * at + 1] ?? 0),
  )
  const text = btoa(String.fromCharCode(...deflateSync(packed, { level: 9 })))
  return text.length <= longestText ? text : undefined
}

const inflate = (bytes: Uint8Array): Uint8Array | undefined => {
  const most = (mostRows * printColumns) / 2
  const parts: Uint8Array[] = []
  let length = 0
  const stream = new Inflate((part) => {
    length += part.length
    if (length <= most) parts.push(part)
  })
  stream.push(bytes, true)
  if (length === 0 || length > most || (2 * length) % printColumns !== 0) return undefined
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A print that another browser kept; undefined for what is none. */
export const readPrint = (text: string): PicturePrint | undefined => {
  try {
    const packed = inflate(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
    if (!packed) return undefined
    return withProfile(
      Uint8Array.from({ length: packed.length * 2 }, (_, at) => {
        const pair = packed[at >> 1] ?? 0
        return at % 2 === 0 ? pair >> 4 : pair & 15
      }),
    )
  } catch {
    return undefined
  }
}
