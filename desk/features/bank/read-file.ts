import Papa from 'papaparse'
import type { FileRow } from '../../../festival/bank/cells'
import { bounds, refuseBytes, refuseCells, refuseRows, UnreadableFile } from './bounds'

type FileKind = 'xlsx' | 'xls' | 'text' | 'pdf' | 'picture'

const signatures: readonly [FileKind, readonly number[]][] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
]

const marks: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const startsWith = (bytes: Uint8Array, beginning: readonly number[]) =>
  beginning.every((byte, index) => bytes[index] === byte)

/** UTF-16 without a mark: plain letters leave every other byte zero. */
const guessWide = (bytes: Uint8Array): string | undefined => {
  const head = bytes.subarray(0, 400)
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => index % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  return even > head.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** A text by its mark, else as UTF-8 if every byte is, else as windows-1252. */
const decodeText = (bytes: Uint8Array): string => {
  const marked = marks.find(([, mark]) => startsWith(bytes, mark))?.[0] ?? guessWide(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const signs = new Set([...',;|"<\t'].map((sign) => sign.charCodeAt(0)))
const newline = 10

/** Counts what a text would be split into, and refuses too much of it before any work. */
const refuseText = (text: string): void => {
  let lines = 1
  let cells = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) lines++
    else if (signs.has(code)) cells++
  }
  refuseRows(lines)
  refuseCells(cells, bounds.signs)
}

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

/** Paytm writes `'600.00'`, and a spreadsheet's mark of a text is an apostrophe before it. */
const cleanCell = (cell: string): string =>
  cell
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(.*?)'?$/s, '$1')
    .slice(0, bounds.cellLength)

const countNewlines = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/** Reads comma- or tab-separated text into rows; a quoted cell may hold newlines, and a row's line is that of its beginning. */
const readText = (source: string): FileRow[] => {
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

const isPage = (text: string) =>
  /^\s*<(?:!doctype|html|head|meta|style|table|\?xml)/i.test(text) && /<table/i.test(text)

/** The readers of workbooks and of PDFs are large: each comes with the first such file. */
const load = <Reader>(reader: Promise<Reader>): Promise<Reader> =>
  reader.catch(() => {
    throw new UnreadableFile(
      'The part of the desk that reads this kind of file could not be loaded. Look at your connection, and drop the file again.',
    )
  })

/**
 * Reads what an organiser dropped into tables of text, by its content and not by its name. Runs in a worker of the organiser's
 * browser; nothing of the file leaves it here.
 * @throws {UnreadableFile} with a sentence for the organiser; {PasswordNeeded} where a PDF wants one, or another one.
 */
export const readFile = async (bytes: Uint8Array, password?: string): Promise<readonly (readonly FileRow[])[]> => {
  const tooLarge = refuseBytes(bytes.length)
  if (tooLarge) throw new UnreadableFile(tooLarge)
  if (bytes.length === 0) throw new UnreadableFile('This file is empty. Download it again from the bank.')
  const kind = signatures.find(([, signature]) => startsWith(bytes, signature))?.[0] ?? 'text'
  if (kind === 'picture')
    throw new UnreadableFile(
      'This is a picture. Drop the statement file that the bank’s site offers: PDF, CSV or Excel.',
    )
  if (kind === 'pdf') return [await (await load(import('./read-pdf'))).readPdf(bytes, password)]
  const workbooks = () => load(import('./read-workbook'))
  if (kind !== 'text') return (await workbooks()).readWorkbook(bytes, kind === 'xlsx')
  const text = decodeText(bytes).replace(/\r\n?/g, '\n')
  if (text.includes('\0'))
    throw new UnreadableFile(
      'This is no statement: it is neither text nor a workbook. Download it as PDF, CSV or Excel.',
    )
  refuseText(text)
  return isPage(text) ? (await workbooks()).readWorkbook(text, false) : [readText(text)]
}
