import writeXlsxFile from 'write-excel-file/node'
import { getCellAddress } from 'write-excel-file/utility'
import { type Cell, isLocalTime } from './cell'

/** What XML cannot hold, were it in a table of an earlier site. */
const noXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const toWorkbookCell = (value: Cell) => {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (!isLocalTime(value)) return { value: value.replace(noXml, '�'), type: String, format: '@' }
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
const besideHead = 4

const lengthOf = (value: Cell) => (isLocalTime(value) ? value.local.length : String(value ?? '').length)

const widthOf = (head: string, values: readonly Cell[]) => {
  const longest = values.reduce((most: number, value) => Math.max(most, lengthOf(value) + 1), head.length + besideHead)
  return Math.min(widest, Math.max(narrowest, longest))
}

/** A filter over the headings and all that stands under them; it follows the cells in the sheet's XML. */
const addFilter = (xml: string, rows: number, columns: number) =>
  xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${getCellAddress(rows, columns - 1)}"/>`)

/**
 * A workbook of one sheet: its first row stays in sight, every column can be filtered, and is as wide as what stands in
 * it. Each cell states that it is a text, a number or a date, so a spreadsheet runs nothing and rounds nothing.
 */
export const makeWorkbook = (
  sheet: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> => {
  const head = heads.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const columns = heads.map((head, index) => ({
    width: widthOf(
      head,
      rows.map((row) => row[index] ?? null),
    ),
  }))
  return writeXlsxFile(
    [head, ...rows.map((row) => row.map(toWorkbookCell))],
    { sheet, stickyRowsCount: 1, columns },
    {
      features: [
        {
          files: {
            transform: {
              'xl/worksheets/sheet{id}.xml': { transform: (xml) => addFilter(xml, rows.length, heads.length) },
            },
          },
        },
      ],
    },
  ).toBuffer()
}
