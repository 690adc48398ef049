import { unzipSync, zipSync } from 'fflate'
import { bounds } from './bounds'
import { refuseCells } from './refuse-size'
import { UnreadableFile } from './unreadable-file'

/** Cells and what they refer to; pictures are left out. */
const isNeeded = (name: string) => /\.(?:xml|rels|bin)$/i.test(name)

const tagBegins = '<'.charCodeAt(0)
const countTags = (part: Uint8Array): number => {
  let count = 0
  for (const byte of part) if (byte === tagBegins) count++
  return count
}

const tooLarge =
  'This workbook is small, but unpacks to more than a statement can hold. It was not opened. Download the file again from the bank itself.'

/**
 * Unpacks a workbook within bounds and packs it again without compression, so that no other code unpacks what nobody has
 * counted. Each part gets the room that it announces and no more, whatever is inside.
 */
export const unpackWorkbook = (bytes: Uint8Array): Uint8Array => {
  let parts = 0
  let size = 0
  const refuse = (): never => {
    throw new UnreadableFile(tooLarge)
  }
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      parts++
      if (parts > bounds.parts) refuse()
      if (!isNeeded(name)) return false
      size += originalSize
      if (size > bounds.unpackedBytes) refuse()
      return true
    },
  })
  if (!Object.keys(files).some((name) => /^xl\/workbook/i.test(name)))
    throw new UnreadableFile(
      'This is a ZIP file and no workbook. Unpack it first, and drop the statement that lies inside.',
    )
  refuseCells(
    Object.values(files).reduce((sum, part) => sum + countTags(part), 0),
    bounds.tags,
  )
  return zipSync(files, { level: 0 })
}
