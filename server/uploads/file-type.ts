import { type FileType, minPictureSide } from '../../festival/forms/upload'
import { readJpeg } from './jpeg'
import type { Picture, ReadPicture } from './picture'
import { readPng } from './png'
import { readWebp } from './webp'

/** A file whose content has been checked, as it is kept. */
export interface CheckedFile {
  type: FileType
  bytes: Buffer
}

/** A small file can unpack into a picture that fills a reader's memory (behaviour 6.5). */
const maxSide = 20_000
const maxPixels = 60_000_000

const pictureReaders: [FileType, ReadPicture][] = [
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
]

const isSane = ({ width, height }: Picture) =>
  width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels

/** Nobody can read a payment in a picture that is smaller (behaviour 6.12). */
const isTooSmall = ({ width, height }: Picture) => Math.min(width, height) < minPictureSide

/**
 * Tells what a file is by its content alone; undefined when it is nothing that we take (behaviour 6.4).
 *
 * Phones append data of their own to pictures (Samsung's notes, a moving photo's film), so a picture with a tail is
 * not refused. The tail is cut off: it is where a file would hide a second one (a page, an archive), and nobody who
 * looks at the proof needs it. Neither does anybody need the place where it was taken, so such notes are left out.
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
    return isTooSmall(picture) ? 'too-small' : { type, bytes: picture.kept }
  }
  return isPdf(bytes) ? { type: 'application/pdf', bytes } : undefined
}

/** Whether this is an iPhone photo (HEIC), judged by the brand at the start of the file. */
export const isHeic = (bytes: Buffer): boolean =>
  /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12))

/** How far from the end readers look for a PDF's end mark; a file that was cut short has none there. */
const tailBytes = 1_024

/**
 * Whether this is a document: it begins as a PDF and ends as one, holds an object, and says where its table of
 * objects is (behaviour 6.4, 6.13). Nothing of it is unpacked.
 */
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
