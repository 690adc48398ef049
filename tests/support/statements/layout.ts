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
const writeText = (rows: readonly Cells[], separator = ',', end = '\r\n'): string =>
  rows.map((cells) => cells.map((cell) => quote(String(cell ?? ''), separator)).join(separator) + end).join('')

const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([...`\uFEFF${text}`].map((sign) => sign.charCodeAt(0))).buffer)

/** A workbook with one sheet, as BIFF8 (`.xls`) or Office Open XML (`.xlsx`). */
const writeWorkbook = (rows: readonly Cells[], kind: 'biff8' | 'xlsx'): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet 1')
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: kind, compression: true })
  return new Uint8Array(bytes)
}

const writePage = (rows: readonly Cells[], header: Cells): string => {
  const inPage = (cell: Cell) =>
    String(cell ?? '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
  const line = (cells: Cells, tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inPage(cell)}</${tag}>`).join('')}</tr>`
  const at = rows.indexOf(header)
  const [above, below] = [rows.slice(0, at), rows.slice(at + 1)]
  const style =
    'body{font:9px sans-serif} table{border-collapse:collapse;width:100%} td,th{border:1px solid #ccc;padding:2px 4px;word-break:break-word} td:nth-child(n+5){text-align:right} td:nth-child(3){max-width:200px}'
  return `<html><head><meta charset="utf-8"><style>${style}</style></head><body>${above.map((cells) => `<p>${cells.map(inPage).join(' ')}</p>`).join('')}<table><thead>${line(header, 'th')}</thead><tbody>${below.map((cells) => line(cells, 'td')).join('\n')}</tbody></table></body></html>`
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const written = {
  csv: (rows: readonly Cells[]) => utf8(writeText(rows)),
  tab: (rows: readonly Cells[]) => utf8(writeText(rows, '\t', '\n')),
  'utf-16': (rows: readonly Cells[]) => utf16(writeText(rows, '\t')),
  xls: (rows: readonly Cells[]) => writeWorkbook(rows, 'biff8'),
  xlsx: (rows: readonly Cells[]) => writeWorkbook(rows, 'xlsx'),
  html: (rows: readonly Cells[], header: Cells) => utf8(writePage(rows, header)),
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

/** A day in a bank's spelling: `dd/mm/yyyy`, `dd-mm-yy`, `d mon yyyy`, `dd-MON-yyyy`. */
const spell = (day: string, form: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = months[Number(month) - 1] ?? ''
  return form
    .replace('yyyy', year)
    .replace('yy', year.slice(2))
    .replace('dd', date)
    .replace('mm', month)
    .replace(/\bd\b/, String(Number(date)))
    .replace('mon', name)
    .replace('MON', name.toUpperCase())
}

/** What an app's report says of a movement, in the order in which its words are listed. */
const reported = (kind: Transaction['kind'], rrn: string) =>
  kind === 'failed' ? (Number(rrn.at(-1)) % 3 === 0 ? 3 : 2) : kind === 'reversal' ? 1 : 0

/** How a table is written: its header and its rows are templates, their cells parted by `|`. */
export interface Sheet {
  header: string
  /**
   * What a row's cells say, with words in braces: `n`, `text`, `out`, `in`, `amount`, `side`, `sign`, `signed`, `balance`,
   * `owed`, `owedSide`, `name`, `address`, `note`, `rrn` and others of `valuesOf`, or a day's spelling. `{rrn:6}` are its
   * first six characters, `{rrn:-6}` its last, `{rrn:+6}` what follows the sixth, `{text~60}` has blanks up to sixty.
   */
  row: string
  /** How the bank words a UPI movement; of several, the number's last digit decides. */
  text?: string | readonly string[]
  /** How much of the note a movement's words keep, where it is not the same for all. */
  keep?: (rrn: string) => number
  money?: (paise: number) => Cell
  balance?: (paise: number) => Cell
  /** What stands on the other side of an amount. */
  blank?: Cell
  sides?: readonly [gone: string, come: string]
  /** Of a report: what it says of payments that were received, refunded, failed and are pending. */
  words?: Readonly<Record<string, string>>
  as?: keyof typeof written
  above?: readonly Cells[]
  /** The column whose text goes on in the lines below, and how many characters a line holds. */
  wrapped?: { column: number; at: number }
  /** So many rows a page, each with its sum below and with the names above once more. */
  paged?: { rows: number; foot: (last: Booked) => readonly Cells[] }
  below?: (rows: readonly Booked[]) => readonly Cells[]
}

type Values = Readonly<Record<string, Cell>>

const fill = (template: string, values: Values, day: string): Cell => {
  const [, only = ''] = /^\{([^{}:~]+)\}$/.exec(template) ?? []
  if (only in values) return values[only] ?? null
  return template.replace(/\{([^{}:~]+)(?:([:~])([+-]?)(\d+))?\}/g, (_all, word, kind, sign, size) => {
    const text = word in values ? String(values[word] ?? '') : spell(day, word)
    const length = Number(size)
    if (kind === '~') return text.padEnd(length)
    if (kind === undefined) return text
    return sign === '+' ? text.slice(length) : sign === '-' ? text.slice(-length) : text.slice(0, length)
  })
}

/** Words of a movement; of what is no UPI credit they are alike enough at every bank. */
const tell = (row: Booked, { text = '', keep }: Sheet, noteKept: number): string => {
  const { kind, rrn, name, note, day, address } = row
  if (kind === 'interest') return 'INT.PD:01-06-2026 TO 30-09-2026'
  if (kind === 'cash') return 'CASH DEPOSIT BY SELF'
  if (kind === 'reversal') return `UPI/REV/${rrn}/${name}`
  const templates = [text].flat()
  const word = (values: Values) => String(fill(templates[Number(rrn.at(-1)) % templates.length] ?? '', values, day))
  const upper = { ADDRESS: address.toUpperCase() }
  if (kind === 'debit')
    return word({ ...upper, name: 'SHOP', rrn, address, note: 'bill', NOTE: 'BILL' }).replace('/CR/', '/DR/')
  const kept = note.slice(0, keep?.(rrn) ?? noteKept)
  return word({ ...upper, name, rrn, address, note: kept, NOTE: kept.toUpperCase() })
}

const valuesOf = (row: Booked, index: number, sheet: Sheet, noteKept: number): Values => {
  const { money = grouped, balance = sheet.money ?? grouped, blank = '', sides = ['DR', 'CR'], words = {} } = sheet
  const { amount, rrn, kind } = row
  const size = money(Math.abs(amount))
  const [gone, come] = amount < 0 ? [size, blank] : [blank, size]
  const values: Values = {
    n: index + 1,
    serial: 900_000 + index,
    text: tell(row, sheet, noteKept),
    out: gone,
    in: come,
    amount: size,
    side: sides[amount < 0 ? 0 : 1],
    sign: amount < 0 ? '-' : '+',
    signed: amount < 0 ? `-${size}` : size,
    bracketed: amount < 0 ? `(${size})` : size,
    balance: balance(row.balance),
    owed: balance(Math.abs(row.balance)),
    owedSide: sides[row.balance < 0 ? 0 : 1],
    day: row.day,
    name: row.name,
    address: row.address,
    note: row.note.slice(0, noteKept),
    rrn,
    rrn16: rrn.padStart(16, '0'),
    rrnNumber: kind === 'upi' ? Number(rrn) : null,
    rrnPlain: String(Number(rrn)),
    rrnShort: Number(rrn).toExponential(5).replace('e', 'E'),
    time: `${String(9 + (Number(rrn.at(-1)) % 10)).padStart(2, '0')}:${rrn.slice(-2, -1)}5:12`,
  }
  const said = Object.entries(words).map(([name, all]): [string, Cell] => [
    name,
    fill(all.split('|')[reported(kind, rrn)] ?? '', values, row.day),
  ])
  return { ...values, ...Object.fromEntries(said) }
}

/** The cells of each movement, before anything is wrapped. */
export const cellsOf =
  (sheet: Sheet, noteKept: number) =>
  (row: Booked, index: number): Cells => {
    const values = valuesOf(row, index, sheet, noteKept)
    return sheet.row.split('|').map((template) => fill(template, values, row.day))
  }

/** A text that goes on in the lines below. */
export const wrapRow = (cells: Cells, { column, at }: { column: number; at: number }): Cells[] => {
  const text = String(cells[column] ?? '')
  const parts = Array.from({ length: Math.max(1, Math.ceil(text.length / at)) }, (_one, part) =>
    text.slice(part * at, part * at + at),
  )
  return parts.map((part, line) => cells.map((cell, index) => (index === column ? part : line === 0 ? cell : '')))
}

/** Writes movements as one table. */
export const writeSheet = (rows: readonly Booked[], sheet: Sheet, noteKept: number): Uint8Array => {
  const { as = 'csv', above = [], wrapped, paged, below } = sheet
  const header = sheet.header.split('|')
  const cells = cellsOf(sheet, noteKept)
  const body = rows.flatMap((one, index) => {
    const lines = wrapped ? wrapRow(cells(one, index), wrapped) : [cells(one, index)]
    const isEnd = paged && (index + 1) % paged.rows === 0 && index + 1 < rows.length
    return isEnd ? [...lines, ...paged.foot(one), header] : lines
  })
  return written[as]([...above, header, ...body, ...(below?.(rows) ?? [])], header)
}

/** What moved money on the account. */
export const moved = (rows: readonly Booked[]): readonly Booked[] => rows.filter(({ kind }) => kind !== 'failed')

/** A layout whose file is one such table of the movements that it tells of. */
export const layout = (
  name: string,
  noteKept: number,
  sheet: Sheet,
  order: Layout['told'] = (rows) => rows,
): Layout => {
  const told = (rows: readonly Booked[]) => order(moved(rows))
  return { name, noteKept, told, write: (rows) => writeSheet(told(rows), sheet, noteKept) }
}

/** The lines above the header row, an account's number among them. */
export const letterhead = (lines: number): string[][] =>
  Array.from({ length: lines }, (_line, index) =>
    index === 2 ? ['Account No', '00000012345678901'] : [`Letterhead ${index + 1}`],
  )
