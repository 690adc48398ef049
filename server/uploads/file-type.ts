import { type FileType, minPictureSide } from '../../festival/forms/upload'
import { readJpeg } from './jpeg'
import type { Picture, ReadPicture } from './picture'
import { readPng } from './png'
import { readWebp } from './webp'

export interface CheckedFile {
  type: FileType
  bytes: Buffer
}

/** Limits the memory that decoding a small file can take. */
const maxSide = 20_000
const maxPixels = 60_000_000

const pictureReaders: [FileType, ReadPicture][] = [
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
]

const isSane = ({ width, height }: Picture) =>
  width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels

/** In a smaller picture, a payment is not readable. */
const isTooSmall = ({ width, height }: Picture) => Math.min(width, height) < minPictureSide

/**
 * Recognises a file by its content. Phones append data to pictures (Samsung's notes, the video of a
 * motion photo), so such data is cut off instead of refusing the file. Metadata such as the
 * location is removed.
 */
export const checkFile = (
  bytes: Buffer,
): CheckedFile | 'too-small' | 'too-many-scans' | undefined => {
  for (const [type, readPicture] of pictureReaders) {
    const picture = readPicture(bytes)
    if (!picture) {
      continue
    }
    if (picture === 'too-many-scans') {
      return picture
    }
    if (!isSane(picture)) {
      return undefined
    }
    return isTooSmall(picture) ? 'too-small' : { type, bytes: picture.cleaned }
  }
  return isPdf(bytes) ? { type: 'application/pdf', bytes } : undefined
}

export const isHeic = (bytes: Buffer): boolean =>
  /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12))

/** PDF readers look for the end mark within this many bytes of the end. */
const tailBytes = 1_024

/** Checks the header, end mark, first object and object table of a PDF. Nothing is decompressed. */
export const isPdf = (bytes: Buffer): boolean => {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) {
    return false
  }
  const table = bytes.lastIndexOf('startxref')
  const object = bytes.indexOf(' obj')
  return (
    bytes.subarray(-tailBytes).includes('%%EOF') &&
    object > 0 &&
    bytes.indexOf('endobj', object) > 0 &&
    table > object &&
    /^startxref\s{1,4}\d{1,10}\s/.test(bytes.toString('latin1', table, table + 30))
  )
}
