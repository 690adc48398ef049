import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import type { FileRow } from '../../../festival/bank/cells'
import { bounds, refuseCells, refuseRows, UnreadableFile } from './bounds'

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

const withoutValues =
  'This workbook calculates its amounts with formulas, and was saved without what they come to. Open it in a spreadsheet, save it there and drop it again; or better, drop the file that the bank’s site gives.'

/** Whether a sheet's formulas have no values beside them; some sums below a table may have none. */
const lacksValues = (part: Uint8Array): boolean => {
  const sheet = new TextDecoder().decode(part)
  const count = (pattern: RegExp) => [...sheet.matchAll(pattern)].length
  return count(/<\/f>(?:<v\s*\/>|<v><\/v>)?<\/c>/g) > 3 + count(/<\/f><v>[^<]/g)
}

/**
 * Unpacks a workbook within bounds and packs it again without compression, so that no other code unpacks what nobody has
 * counted. Each part gets the room that it announces and no more, whatever is inside.
 */
const unpackWorkbook = (bytes: Uint8Array): Uint8Array => {
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
  const sheets = Object.entries(files).filter(([name]) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name))
  if (sheets.some(([, part]) => lacksValues(part))) throw new UnreadableFile(withoutValues)
  return zipSync(files, { level: 0 })
}

/** SheetJS's own words for a workbook with a password, of either kind. */
const encrypted = /password|encrypt/i

/** Excel keeps fifteen digits; what a float has beyond them is noise. */
const writeNumber = (value: number) => String(Number(value.toPrecision(15)))

const writeDate = (value: number): string => {
  const { y, m, d } = SSF.parse_date_code(value)
  return [String(d).padStart(2, '0'), String(m).padStart(2, '0'), y].join('/')
}

/** A cell as text: numbers in full, never as they are shown (`4.12346E+11`), and dates with the day first. */
const writeCell = (cell: CellObject | undefined): string => {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return ''
  if (typeof cell.v === 'number')
    return typeof cell.z === 'string' && SSF.is_date(cell.z) ? writeDate(cell.v) : writeNumber(cell.v)
  return String(cell.v).slice(0, bounds.cellLength)
}

const readSheet = (sheet: WorkSheet): FileRow[] => {
  const rows: FileRow[] = []
  let cellCount = 0
  const lines: CellObject[][] = sheet['!data'] ?? []
  // Empty lines are holes of the list, and are not visited.
  lines.forEach((cells, index) => {
    cellCount += cells.length
    refuseCells(cellCount)
    rows.push({ line: index + 1, cells: Array.from(cells, writeCell) })
    refuseRows(rows.length)
  })
  return rows
}

const open = (source: Uint8Array | string): WorkBook => {
  const options = {
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    raw: true,
  } as const
  return read(source, { ...options, type: typeof source === 'string' ? 'string' : 'array', sheetRows: bounds.rows + 1 })
}

/** Reads the sheets of a workbook (`.xls`, `.xlsx`) or the tables of an HTML page that a bank calls `.xls`. */
export const readWorkbook = (source: Uint8Array | string, isPacked: boolean): FileRow[][] => {
  try {
    const book = open(isPacked && typeof source !== 'string' ? unpackWorkbook(source) : source)
    return book.SheetNames.flatMap((name) => {
      const sheet = book.Sheets[name]
      return sheet ? [readSheet(sheet)] : []
    })
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    if (error instanceof Error && encrypted.test(error.message))
      throw new UnreadableFile(
        'This workbook has a password. Open it with the password that the bank gave you, save it without one, and drop it again.',
      )
    throw new UnreadableFile('This workbook is damaged: it cannot be opened. Download the file again from the bank.')
  }
}
