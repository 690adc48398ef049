export interface Picture {
  width: number
  height: number
  cleaned: Buffer
}

/**
 * Encoders write at most a thousand chunks or segments. Half a million would block the server for
 * seconds.
 */
export const maxPieces = 5_000

/**
 * Takes time linear in the length of the file. Returns undefined if the file is in another format
 * than the reader's, truncated, or contains no image.
 */
export type ReadPicture = (bytes: Buffer) => Picture | 'too-many-scans' | undefined

/** Exif contains location, device and time. Only the orientation is kept. */

const orientationTag = 0x0112
const shortType = 3
const entryLength = 12

/** Precedes the TIFF block in JPEG segments and in some WebP files. */
export const exifPrefix = Buffer.from('Exif\0\0', 'latin1')

/** Returns the Exif orientation from 1 to 8, or 1 (upright) if the block is invalid. */
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
  const short = (offset: number) =>
    order === 'II' ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset)
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (short(2) !== 42 || first + 2 > tiff.length) {
    return 1
  }
  const count = Math.min(short(first), Math.floor((tiff.length - first - 2) / entryLength))
  for (let index = 0; index < count; index += 1) {
    const offset = first + 2 + index * entryLength
    if (short(offset) !== orientationTag) {
      continue
    }
    const value = short(offset + 2) === shortType ? short(offset + 8) : 1
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

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
