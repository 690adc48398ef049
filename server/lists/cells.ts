import writeXlsxFile from 'write-excel-file/node'
import { getCellAddress } from 'write-excel-file/utility'
import { instantAt } from '../../festival/content/slot'
import type { Cell, LocalTime } from '../../festival/contract/lists'

const isLocalTime = (cell: Cell): cell is LocalTime => typeof cell === 'object' && cell !== null

/** When something came in, of its stored timestamp in UTC. */
export const toIndianTime = (timestamp: string | null): Cell => {
  const moment = Date.parse(timestamp ?? '')
  return Number.isNaN(moment) ? timestamp : { local: instantAt(moment).slice(0, 16) }
}

/** A day or time that was stored as it is in India. */
export const toLocalCell = (local: string): Cell =>
  Number.isNaN(Date.parse(`${local}Z`)) ? local : { local }

/** What a spreadsheet takes for the beginning of a formula; some programs read the wide forms alike. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** The forms take phones of India alone, so the digits after its prefix are the whole number. */
const indianPhone = /^(?:\+91)?(\d{5})(\d{5})$/
/** A spreadsheet would round these, write them as a power of ten or strip them of their zeros. */
const longNumber = /^(?:\d{10,}|0\d{4,})$/
const shortNumberWithZero = /^0\d+$/

/** A long number in groups, as people write it: a spreadsheet takes it for a text, and it stays whole. */
const groupDigits = (text: string) =>
  indianPhone.test(text)
    ? text.replace(indianPhone, '$1 $2')
    : longNumber.test(text)
      ? text.replace(/\d{4}(?=\d)/g, '$& ')
      : text

/**
 * One cell of a CSV file. A phone or an id is written in groups of digits, since a spreadsheet would mistake it for a
 * number; a text that it would run as a formula gets an apostrophe in front, which makes it a text (behaviour 12.13).
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

/** A whole file of one table, as CSV or as a workbook. */
export const makeFile = async (
  format: 'csv' | 'xlsx',
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<string | Buffer> =>
  format === 'csv' ? csvStart + [heads, ...rows].map(toCsvLine).join('') : makeWorkbook(heads, rows)

/** So that a spreadsheet reads the file as UTF-8. */
export const csvStart = '\ufeff'
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

/** What XML cannot hold, were it in a table of an earlier site. */
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
  // A workbook knows no time zones: it shows the digits that it is given.
  const hasClock = value.local.includes('T')
  return {
    value: new Date(hasClock ? `${value.local}Z` : value.local),
    type: Date,
    format: hasClock ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd',
  }
}

/** The narrowest and the widest column, in characters; a longer text is cut off in sight, and whole in its cell. */
const [narrowest, widest] = [8, 44]
/** A heading has the filter's button beside it, and is bold. */
const filterButtonWidth = 4

const measureLength = (value: Cell) =>
  isLocalTime(value) ? value.local.length : String(value ?? '').length

const measureWidth = (head: string, values: readonly Cell[]) => {
  const longest = values.reduce(
    (most: number, value) => Math.max(most, measureLength(value) + 1),
    head.length + filterButtonWidth,
  )
  return Math.min(widest, Math.max(narrowest, longest))
}

/** A filter over the headings and all that stands under them; it follows the cells in the sheet's XML. */
const addFilter = (xml: string, rows: number, columns: number) =>
  xml.replace(
    '</sheetData>',
    `</sheetData><autoFilter ref="A1:${getCellAddress(rows, columns - 1)}"/>`,
  )

/**
 * A workbook of one sheet: its first row stays in sight, every column can be filtered, and is as wide as what stands in
 * it. Each cell states that it is a text, a number or a date, so a spreadsheet runs nothing and rounds nothing.
 */
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
