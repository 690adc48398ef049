import { utils, write } from '@e965/xlsx'

type Cell = string | number | null

/** A workbook with one sheet, as BIFF8 (`.xls`) or Office Open XML (`.xlsx`). */
export const writeWorkbook = (rows: readonly (readonly Cell[])[], kind: 'biff8' | 'xlsx'): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet 1')
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: kind, compression: true })
  return new Uint8Array(bytes)
}

export const writeText = (lines: readonly string[], end = '\r\n'): Uint8Array =>
  new TextEncoder().encode(lines.join(end) + end)
