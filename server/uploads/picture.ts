/** What a picture's header states, and what of the file is kept. */
export interface Picture {
  width: number
  height: number
  /** The same picture without what stands behind its end, and without what tells of its maker, time and place. */
  kept: Buffer
}

/**
 * How many chunks or segments a picture may have. Encoders write a thousand at most for the largest file that we take; half
 * a million empty ones would keep the server busy for seconds (behaviour 6.22).
 */
export const maxPieces = 5_000

/**
 * Reads a format's structure from its first byte to its last, in time linear in its length; undefined when it is not
 * one, when it is cut short, or when there is no picture in it.
 */
export type ReadPicture = (bytes: Buffer) => Picture | 'too-many-scans' | undefined

/** Exif holds a position, a device and a time. Of all that, only how the picture must be turned is kept (behaviour 6.15). */

const orientationTag = 0x0112
const shortType = 3
const entryLength = 12

/** What precedes the TIFF block in a JPEG's segment, and in some WebP files. */
export const exifPrefix = Buffer.from('Exif\0\0', 'latin1')

/** How a viewer must turn the picture, 1 to 8 as Exif counts; 1, upright, where a TIFF block says nothing sound. */
export const readOrientation = (block: Buffer): number => {
  const tiff = block.subarray(0, exifPrefix.length).equals(exifPrefix)
    ? block.subarray(exifPrefix.length)
    : block
  if (tiff.length < 10) {
    return 1
  }
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') {
    return 1
  }
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (short(2) !== 42 || first + 2 > tiff.length) {
    return 1
  }
  const count = Math.min(short(first), Math.floor((tiff.length - first - 2) / entryLength))
  for (let index = 0; index < count; index += 1) {
    const at = first + 2 + index * entryLength
    if (short(at) !== orientationTag) {
      continue
    }
    const value = short(at + 2) === shortType ? short(at + 8) : 1
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** A TIFF block that says how to turn the picture, and nothing else. */
export const writeOrientation = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(shortType, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
