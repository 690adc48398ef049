import { type Cells, grouped, type Layout, moved, sides, spell, teller, wrapRow } from './layout'
import type { Booked } from './transaction'
import { type Placed, widthOf, writePdf } from './write-pdf'

/** A PDF's table: where each column stands, and how its texts are drawn. */
interface Printed {
  header: readonly string[]
  /** Where a column begins, or ends where it stands flush right. */
  at: readonly number[]
  right: readonly number[]
  row: (row: Booked, index: number) => Cells
  wrapped?: { column: number; at: number }
  /** Lines of the table on a page. */
  lines?: number
  leading?: number
  /** Draws sign by sign, as some writers do; or several cells in one piece, with blanks between. */
  drawn?: 'signs'
  /** Where the lines of a wrapped text stand around the row's own: their middle is on it. */
  isCentred?: boolean
}

const usual = teller(({ name, rrn, address }, note) => `UPI/CR/${rrn}/${name}/HDFC/${address}/${note}`, 15)

const drawSigns = (placed: Placed): Placed[] => {
  let left = placed.from === 'left' ? placed.at : placed.at - widthOf(placed.text)
  return [...placed.text].map((text) => {
    const at = left
    left += widthOf(text)
    return { ...placed, text, at, from: 'left' as const }
  })
}

const drawPages = (
  rows: readonly Booked[],
  { header, at, right, row, wrapped, lines = 55, leading = 12, drawn, isCentred }: Printed,
): Placed[][] => {
  const pages: Placed[][] = []
  let used = lines
  const put = (cells: Cells, baseline: number) => {
    for (const [column, cell] of cells.entries()) {
      const text = String(cell ?? '')
      if (text === '') continue
      const placed = {
        text,
        at: at[column] ?? 0,
        from: right.includes(column) ? ('right' as const) : ('left' as const),
        baseline,
      }
      pages.at(-1)?.push(...(drawn === 'signs' ? drawSigns(placed) : [placed]))
    }
  }
  for (const [index, one] of rows.entries()) {
    const cells = row(one, index)
    const parts = wrapped ? wrapRow(cells, wrapped) : [cells]
    if (used + parts.length > lines) {
      pages.push([
        {
          text: 'CEREBRA FESTIVAL COMMITTEE  Account 00012345678901  01/09/2026 to 30/09/2026',
          at: 30,
          from: 'left',
          baseline: 815,
        },
        { text: `Page ${pages.length + 1}`, at: 565, from: 'right', baseline: 18 },
        {
          text: 'Registered office: Fort, 400001. This statement needs no signature.',
          at: 30,
          from: 'left',
          baseline: 18,
        },
      ])
      put(header, 790)
      used = 0
    }
    const shift = isCentred ? ((parts.length - 1) / 2) * leading : 0
    for (const [line, part] of parts.entries()) {
      const baseline = 772 - (used + line) * leading
      if (!isCentred) put(part, baseline)
      else {
        const column = wrapped?.column ?? 0
        put(
          part.map((cell, at) => (at === column ? cell : '')),
          baseline,
        )
        if (line === 0)
          put(
            cells.map((cell, at) => (at === column ? '' : cell)),
            baseline - shift,
          )
      }
    }
    // A row in the middle of its text is a cell of a page, which has some room above and below.
    used += parts.length + (isCentred ? 0.4 : 0)
  }
  return pages
}

const pdf = (name: string, noteKept: number, printed: Printed, password?: string): Layout => ({
  name,
  noteKept,
  told: moved,
  write: (rows) => writePdf(drawPages(moved(rows), printed), password),
  ...(password === undefined ? {} : { password }),
})

const wide: Printed = {
  header: ['Date', 'Narration', 'Withdrawal', 'Deposit', 'Balance'],
  at: [30, 85, 430, 495, 565],
  right: [2, 3, 4],
  wrapped: { column: 1, at: 60 },
  row: (row) => [spell(row.day, 'dd/mm/yyyy'), usual(row), ...sides(row.amount, grouped, ''), grouped(row.balance)],
}

export const pdfs: readonly Layout[] = [
  pdf('PDF, amounts flush right', 15, wide),
  pdf('PDF, sign by sign', 15, { ...wide, drawn: 'signs' }),
  pdf('PDF with a password', 15, wide, 'ASHA1503'),
  pdf('PDF, narrow: number broken', 15, { ...wide, at: [30, 85, 330, 430, 540], wrapped: { column: 1, at: 17 } }),
  pdf('PDF, text around the row’s middle', 15, { ...wide, wrapped: { column: 1, at: 30 }, isCentred: true }),
  pdf('PDF, amounts and dates flush left', 15, {
    ...wide,
    at: [30, 90, 390, 450, 510],
    right: [],
    wrapped: { column: 1, at: 50 },
  }),
  pdf('PDF, side in the cell', 15, {
    ...wide,
    header: ['Sl', 'Date', 'Remarks', 'Amount', 'Balance'],
    at: [30, 50, 105, 480, 565],
    right: [3, 4],
    row: (row, index) => [
      String(index + 1),
      spell(row.day, 'dd-mm-yyyy'),
      usual(row),
      `${grouped(Math.abs(row.amount))}(${row.amount < 0 ? 'Dr' : 'Cr'})`,
      `${grouped(row.balance)}(Cr)`,
    ],
    wrapped: { column: 2, at: 55 },
  }),
  pdf('PDF, two days and a number', 15, {
    ...wide,
    header: ['Txn Date', 'Value Date', 'Description', 'Ref No', 'Debit', 'Credit', 'Balance'],
    at: [25, 75, 125, 300, 440, 500, 570],
    right: [4, 5, 6],
    row: (row) => [
      spell(row.day, 'd mon yyyy'),
      spell(row.day, 'd mon yyyy'),
      usual(row),
      row.rrn.padStart(16, '0'),
      ...sides(row.amount, grouped, ''),
      grouped(row.balance),
    ],
    wrapped: { column: 2, at: 28 },
  }),
]
