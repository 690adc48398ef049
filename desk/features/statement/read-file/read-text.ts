import Papa from 'papaparse'
import type { FileRow } from '../../../../festival/statement/row'
import { bounds } from './bounds'
import { refuseCells } from './refuse-size'
import { UnreadableFile } from './unreadable-file'

const delimiters = [',', '\t', ';', '|'] as const
/** Rows by which the delimiter is found: a letterhead has twenty lines at most. */
const sample = 80

/** A text's delimiter: the one that cuts most cells out of its first rows. */
const findDelimiter = (text: string): string => {
  const [best] = delimiters
    .map((delimiter) => {
      const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: sample })
      return { delimiter, cells: data.reduce((sum, cells) => sum + cells.length - 1, 0) }
    })
    .sort((one, other) => other.cells - one.cells)
  return best?.delimiter ?? ','
}

/** Canara writes `="1.00"`, so that spreadsheets leave the text alone. */
const dropFormulas = (text: string): string => text.replace(/(^|[,\t;|])="((?:[^"\n]|"")*)"/gm, '$1"$2"')

const cleanCell = (cell: string): string => cell.replace(/^="(.*)"$/s, '$1').slice(0, bounds.cellLength)

const countNewlines = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/** Reads comma- or tab-separated text with `\n` between its lines into rows; a quoted cell may hold newlines, and a row's line is that of its beginning. */
export const readText = (source: string): FileRow[] => {
  const text = dropFormulas(source)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: findDelimiter(text), newline: '\n' })
  let line = 1
  let cellCount = 0
  const rows = data.map((cells): FileRow => {
    const row = { line, cells: cells.map(cleanCell) }
    cellCount += cells.length
    line += cells.reduce((sum, cell) => sum + countNewlines(cell), 1)
    return row
  })
  refuseCells(cellCount)
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken)
    throw new UnreadableFile(
      `A quotation mark on line ${rows[broken.row ?? 0]?.line ?? 1} is never closed, so the rows after it cannot be told apart. Download the file again.`,
    )
  return rows
}
