import { utils, write } from '@e965/xlsx'
import type { Columns } from '../../../festival/bank/columns'
import type { Booked, Transaction } from './transaction'

/** One kind of file that a bank or an app gives of an account, written from its movements. */
export interface Layout {
  name: string
  /** How many characters of the payer's note it keeps. */
  noteKept: number
  write: (rows: readonly Booked[]) => Uint8Array
  /** The movements that the file tells of, in its order. */
  told: (rows: readonly Booked[]) => readonly Booked[]
  /** What an organiser says where there is no balance to prove the columns. */
  columns?: Columns
  password?: string
  /** What is written is a page that Chromium is to print. */
  isPrinted?: boolean
}

export type Cell = string | number | null
export type Cells = readonly Cell[]

const quote = (text: string, separator: string) =>
  !text.startsWith('="') && (text.includes(separator) || /["\n]/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text

/** Text with a separator between the cells; one that begins with `="` stands as it is. */
export const writeText = (rows: readonly Cells[], separator = ',', end = '\r\n'): string =>
  rows.map((cells) => cells.map((cell) => quote(String(cell ?? ''), separator)).join(separator) + end).join('')

const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([...`\uFEFF${text}`].map((sign) => sign.charCodeAt(0))).buffer)

/** A workbook with one sheet, as BIFF8 (`.xls`) or Office Open XML (`.xlsx`). */
export const writeWorkbook = (rows: readonly Cells[], kind: 'biff8' | 'xlsx'): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet 1')
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: kind, compression: true })
  return new Uint8Array(bytes)
}

export const writePage = (rows: readonly Cells[], header: Cells, style = ''): string => {
  const inPage = (cell: Cell) =>
    String(cell ?? '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
  const line = (cells: Cells, tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inPage(cell)}</${tag}>`).join('')}</tr>`
  const at = rows.indexOf(header)
  const [above, below] = [rows.slice(0, at), rows.slice(at + 1)]
  return `<html><head><meta charset="utf-8"><style>${style}</style></head><body>${above.map((cells) => `<p>${cells.map(inPage).join(' ')}</p>`).join('')}<table><thead>${line(header, 'th')}</thead><tbody>${below.map((cells) => line(cells, 'td')).join('\n')}</tbody></table></body></html>`
}

const written = {
  csv: (rows: readonly Cells[]) => new TextEncoder().encode(writeText(rows)),
  tab: (rows: readonly Cells[]) => new TextEncoder().encode(writeText(rows, '\t', '\n')),
  'utf-16': (rows: readonly Cells[]) => utf16(writeText(rows, '\t')),
  xls: (rows: readonly Cells[]) => writeWorkbook(rows, 'biff8'),
  xlsx: (rows: readonly Cells[]) => writeWorkbook(rows, 'xlsx'),
  html: (rows: readonly Cells[], header: Cells) => new TextEncoder().encode(writePage(rows, header)),
}

/** A table as most files are: something above, names, a row a movement, something below. */
export interface Sheet {
  as: keyof typeof written
  above?: readonly Cells[]
  header: Cells
  row: (row: Booked, index: number) => Cells
  /** The column whose text goes on in the lines below, and how many characters a line holds. */
  wrapped?: { column: number; at: number }
  /** So many rows a page, each with its sum below and with the names above once more. */
  paged?: { rows: number; foot: (last: Booked) => readonly Cells[] }
  below?: (rows: readonly Booked[]) => readonly Cells[]
}

/** A text that goes on in the lines below. */
export const wrapRow = (cells: Cells, { column, at }: { column: number; at: number }): Cells[] => {
  const text = String(cells[column] ?? '')
  const parts = Array.from({ length: Math.max(1, Math.ceil(text.length / at)) }, (_one, part) =>
    text.slice(part * at, part * at + at),
  )
  return parts.map((part, line) => cells.map((cell, index) => (index === column ? part : line === 0 ? cell : '')))
}

const makeRows = (rows: readonly Booked[], { above = [], header, row, wrapped, paged, below }: Sheet): Cells[] => {
  const body = rows.flatMap((one, index) => {
    const cells = row(one, index)
    const lines = wrapped ? wrapRow(cells, wrapped) : [cells]
    const isEnd = paged && (index + 1) % paged.rows === 0 && index + 1 < rows.length
    return isEnd ? [...lines, ...paged.foot(one), header] : lines
  })
  return [...above, header, ...body, ...(below?.(rows) ?? [])]
}

export const writeSheet = (rows: readonly Booked[], sheet: Sheet): Uint8Array =>
  written[sheet.as](makeRows(rows, sheet), sheet.header)

/** A layout whose file is one such table of the movements that it tells of. */
export const layout = (
  name: string,
  noteKept: number,
  sheet: Sheet,
  order: Layout['told'] = (rows) => rows,
): Layout => {
  const told = (rows: readonly Booked[]) => order(moved(rows))
  return { name, noteKept, told, write: (rows) => writeSheet(told(rows), sheet) }
}

/** What moved money on the account. */
export const moved = (rows: readonly Booked[]): readonly Booked[] => rows.filter(({ kind }) => kind !== 'failed')

/** The lines above the header row, an account's number among them. */
export const letterhead = (lines: number): Cells[] =>
  Array.from({ length: lines }, (_line, index) =>
    index === 2 ? ['Account No', '00000012345678901'] : [`Letterhead ${index + 1}`],
  )

/** An amount on its side of the row, and what the bank leaves on the other. */
export const sides = <Written>(amount: number, form: (paise: number) => Written, empty: Written): [Written, Written] =>
  amount < 0 ? [form(-amount), empty] : [empty, form(amount)]

/** How one bank words a UPI movement; the note comes cut. */
export type Template = (transaction: Transaction, note: string) => string

/** Words of a movement; of what is no UPI credit they are alike enough at every bank. */
export const teller =
  (template: Template, noteKept: number | ((transaction: Transaction) => number)) =>
  (transaction: Transaction): string => {
    const { kind, rrn, name, note } = transaction
    if (kind === 'interest') return 'INT.PD:01-06-2026 TO 30-09-2026'
    if (kind === 'cash') return 'CASH DEPOSIT BY SELF'
    if (kind === 'debit') return template({ ...transaction, name: 'SHOP' }, 'bill').replace('/CR/', '/DR/')
    if (kind === 'reversal') return `UPI/REV/${rrn}/${name}`
    return template(transaction, note.slice(0, typeof noteKept === 'number' ? noteKept : noteKept(transaction)))
  }

/** `11800.00`. */
export const plain = (paise: number): string => {
  const text = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** `1,23,456.78`, as India groups. */
export const grouped = (paise: number): string => {
  const [rupees = '', rest = ''] = plain(paise).split('.')
  return `${rupees.replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, ',')}.${rest}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day in a bank's spelling: `dd/mm/yyyy`, `dd-mm-yy`, `d mon yyyy`. */
export const spell = (day: string, form: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return form
    .replace('yyyy', year)
    .replace('yy', year.slice(2))
    .replace('dd', date)
    .replace('mm', month)
    .replace(/\bd\b/, String(Number(date)))
    .replace('mon', months[Number(month) - 1] ?? '')
}
