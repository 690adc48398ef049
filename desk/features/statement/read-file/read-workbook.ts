import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { FileRow } from '../../../../festival/statement/row'
import { bounds } from './bounds'
import { refuseCells, refuseRows } from './refuse-size'
import { unpackWorkbook } from './unpack-workbook'
import { UnreadableFile } from './unreadable-file'

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
