import type { FileType } from '../../festival/upload'
import { readJpeg } from './jpeg'
import type { ReadPicture } from './picture'
import { readPng } from './png'
import { readWebp } from './webp'

/** The ending that a stored file of each type has, and that the upload's answer calls its format. */
export const formats = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const satisfies Record<FileType, string>

export type Format = (typeof formats)[FileType]

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

/** Readers look for the end mark in the last kilobyte; a file that was cut short has none there. */
const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-1024).includes('%%EOF')

/**
 * Tells what a file is by its content alone; undefined when it is nothing that we take (behaviour 6.4).
 *
 * Phones append data of their own to pictures (Samsung's notes, a moving photo's film), so a picture with a tail is
 * not refused. The tail is cut off: it is where a file would hide a second one (a page, an archive), and nobody who
 * looks at the proof needs it. A picture without a tail is kept byte for byte.
 */
export const checkFile = (bytes: Buffer): CheckedFile | undefined => {
  for (const [type, readPicture] of pictureReaders) {
    const picture = readPicture(bytes)
    if (!picture) continue
    const { width, height, end } = picture
    const sane = width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels
    return sane ? { type, bytes: bytes.subarray(0, end) } : undefined
  }
  return isPdf(bytes) ? { type: 'application/pdf', bytes } : undefined
}
