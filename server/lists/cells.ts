import writeXlsxFile from 'write-excel-file/node'
import { getCellAddress } from 'write-excel-file/utility'
import { instantAt } from '../../festival/content/slot'
import type { Cell, LocalTime } from '../../festival/contract/lists'

const isLocalTime = (cell: Cell): cell is LocalTime => typeof cell === 'object' && cell !== null

export const toIndianTime = (timestamp: string | null): Cell => {
  const moment = Date.parse(timestamp ?? '')
  return Number.isNaN(moment) ? timestamp : { local: instantAt(moment).slice(0, 16) }
}

/** Converts a time that is stored in Indian time. */
export const toLocalCell = (local: string): Cell =>
  Number.isNaN(Date.parse(`${local}Z`)) ? local : { local }

/** Some spreadsheets also accept the full-width characters. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** The forms accept only Indian phone numbers. */
const indianPhone = /^(?:\+91)?(\d{5})(\d{5})$/
/** Spreadsheets would round such numbers, shorten them or strip leading zeros. */
const longNumber = /^(?:\d{10,}|0\d{4,})$/
const shortNumberWithZero = /^0\d+$/

const groupDigits = (text: string) => {
  if (indianPhone.test(text)) {
    return text.replace(indianPhone, '$1 $2')
  }
  return longNumber.test(text) ? text.replace(/\d{4}(?=\d)/g, '$& ') : text
}

/**
 * Spreadsheets must neither change long numbers nor run formulas. Grouped digits and a leading
 * apostrophe are read as text.
 */
const toCsvCell = (value: Cell): string => {
  if (value === null) {
    return ''
  }
  if (typeof value === 'number') {
    return String(value)
  }
  if (isLocalTime(value)) {
    return value.local.replace('T', ' ')
  }
  const text = groupDigits(value)
  const safe = formulaStart.test(text) || shortNumberWithZero.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const makeFile = async (
  format: 'csv' | 'xlsx',
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<string | Buffer> =>
  format === 'csv' ? csvStart + [heads, ...rows].map(toCsvLine).join('') : makeWorkbook(heads, rows)

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvStart = '\ufeff'
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

/** These are invalid in XML, and tables of an earlier site may contain some. */
const invalidXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const toWorkbookCell = (value: Cell) => {
  if (value === null || value === '') {
    return null
  }
  if (typeof value === 'number') {
    return { value, type: Number }
  }
  if (!isLocalTime(value)) {
    return { value: value.replace(invalidXml, '�'), type: String, format: '@' }
  }
  // Workbooks have no time zones.
  if (value.local.includes('T')) {
    return { value: new Date(`${value.local}Z`), type: Date, format: 'yyyy-mm-dd hh:mm' }
  }
  return { value: new Date(value.local), type: Date, format: 'yyyy-mm-dd' }
}

/** Widths are in characters. */
const minWidth = 8
const maxWidth = 44
const filterButtonWidth = 4

const measureLength = (value: Cell) =>
  isLocalTime(value) ? value.local.length : String(value ?? '').length

const measureWidth = (head: string, values: readonly Cell[]) => {
  const longest = values.reduce(
    (most: number, value) => Math.max(most, measureLength(value) + 1),
    head.length + filterButtonWidth,
  )
  return Math.min(maxWidth, Math.max(minWidth, longest))
}

/** In the XML, the filter must follow the cells. */
const addFilter = (xml: string, rows: number, columns: number) =>
  xml.replace(
    '</sheetData>',
    `</sheetData><autoFilter ref="A1:${getCellAddress(rows, columns - 1)}"/>`,
  )

/** Every cell has an explicit type, so that spreadsheets neither run formulas nor round numbers. */
const makeWorkbook = (
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> => {
  const head = heads.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const columns = heads.map((head, index) => ({
    width: measureWidth(
      head,
      rows.map((row) => row[index] ?? null),
    ),
  }))
  return writeXlsxFile(
    [head, ...rows.map((row) => row.map(toWorkbookCell))],
    { sheet: 'list', stickyRowsCount: 1, columns },
    {
      features: [
        {
          files: {
            transform: {
              'xl/worksheets/sheet{id}.xml': {
                transform: (xml) => addFilter(xml, rows.length, heads.length),
              },
            },
          },
        },
      ],
    },
  ).toBuffer()
}
