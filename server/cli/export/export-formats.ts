import writeXlsxFile from 'write-excel-file/node'

type CellValue = string | number | null

/** What a spreadsheet takes for the beginning of a formula; some programs read the wide forms alike. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** A number that a spreadsheet would round, write as a power of ten or strip of its zeros: a phone, an id. */
const longDigits = /^(?:0\d+|\d{10,})$/

/**
 * One cell of a CSV file. A text that a spreadsheet would run as a formula, or mistake for a number, gets an apostrophe
 * in front, which makes it a text (behaviour 12.13).
 */
export const toCsvCell = (value: CellValue): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = formulaStart.test(value) || longDigits.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** So that a spreadsheet reads the file as UTF-8. */
export const csvStart = '\ufeff'
export const toCsvLine = (cells: readonly CellValue[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

/** What XML cannot hold, were it in a table of an earlier site. */
const noXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const widthOf = (column: string) => Math.min(40, Math.max(14, column.length + 2))

/**
 * A workbook of one sheet, its first row kept in sight. Each cell states that it is a text or a number, so a spreadsheet
 * runs nothing and rounds nothing, and every text stands there as it was written.
 */
export const makeWorkbook = (
  sheet: string,
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
): Promise<Buffer> => {
  const head = columns.map((column) => ({ value: column, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    row.map((value) => {
      if (value === null || value === '') return null
      if (typeof value === 'number') return { value, type: Number }
      return { value: value.replace(noXml, '�'), type: String, format: '@' }
    }),
  )
  return writeXlsxFile([head, ...body], {
    sheet,
    stickyRowsCount: 1,
    columns: columns.map((column) => ({ width: widthOf(column) })),
  }).toBuffer()
}
