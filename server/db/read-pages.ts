import { setImmediate as nextTurn } from 'node:timers/promises'

/** SQLite reads a page in one piece; this many rows take it a few milliseconds. */
const rowsOfPage = 500

/** Reads all rows by their key, a page at a time, and lets others have their turn between two pages. */
export const readPages = async <Row>(
  readPage: (after: string, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const page = await readPage(after, rowsOfPage)
    for (const row of page) rows.push(row)
    const last = page.at(-1)
    if (!last || page.length < rowsOfPage) return rows
    after = keyOf(last)
    await nextTurn()
  }
}
