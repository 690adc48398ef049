import { simple } from './bank-layouts'
import { type Cells, cellsOf, type Layout, moved, type Sheet, wrapRow } from './layout'
import type { Booked } from './transaction'
import { type Placed, widthOf, writePdf } from './write-pdf'

/** A table of a PDF: where each column stands, and how its texts are drawn. */
interface Printed extends Pick<Sheet, 'header' | 'row' | 'text' | 'sides'> {
  /** Where a column begins, or ends where it stands flush right. */
  at: readonly number[]
  right: readonly number[]
  wrapped: { column: number; at: number }
  /** Draws sign by sign, as some writers do. */
  isBySign?: boolean
  /** The lines of a wrapped text stand around the row's own: their middle is on it. */
  isCentred?: boolean
}

const drawSigns = (placed: Placed): Placed[] => {
  let left = placed.from === 'left' ? placed.at : placed.at - widthOf(placed.text)
  return [...placed.text].map((text) => {
    const at = left
    left += widthOf(text)
    return { ...placed, text, at, from: 'left' as const }
  })
}

const [linesOfPage, leading] = [55, 12]
const frame = (page: number): Placed[] => [
  {
    text: 'CEREBRA FESTIVAL COMMITTEE  Account 00012345678901  01/09/2026 to 30/09/2026',
    at: 30,
    from: 'left',
    baseline: 815,
  },
  { text: `Page ${page}`, at: 565, from: 'right', baseline: 18 },
  {
    text: 'Registered office: Fort, 400001. This statement needs no signature.',
    at: 30,
    from: 'left',
    baseline: 18,
  },
]

const drawPages = (rows: readonly Booked[], noteKept: number, printed: Printed): Placed[][] => {
  const { at, right, wrapped, isBySign, isCentred } = printed
  const pages: Placed[][] = []
  let used = linesOfPage
  const put = (cells: Cells, baseline: number, isDrawn = (_column: number) => true) => {
    for (const [column, cell] of cells.entries()) {
      const text = String(cell ?? '')
      if (text === '' || !isDrawn(column)) continue
      const from = right.includes(column) ? ('right' as const) : ('left' as const)
      const placed = { text, at: at[column] ?? 0, from, baseline }
      pages.at(-1)?.push(...(isBySign ? drawSigns(placed) : [placed]))
    }
  }
  for (const cells of rows.map(cellsOf(printed, noteKept))) {
    const parts = wrapRow(cells, wrapped)
    if (used + parts.length > linesOfPage) {
      pages.push(frame(pages.length + 1))
      put(printed.header.split('|'), 790)
      used = 0
    }
    const top = 772 - used * leading
    for (const [line, part] of parts.entries())
      put(part, top - line * leading, isCentred ? (column) => column === wrapped.column : undefined)
    if (isCentred) put(cells, top - ((parts.length - 1) / 2) * leading, (column) => column !== wrapped.column)
    // A row in the middle of its text is a cell of a page, which has some room above and below.
    used += parts.length + (isCentred ? 0.4 : 0)
  }
  return pages
}

const wide: Printed = {
  ...simple(''),
  header: 'Date|Narration|Withdrawal|Deposit|Balance',
  row: '{dd/mm/yyyy}|{text}|{out}|{in}|{balance}',
  at: [30, 85, 430, 495, 565],
  right: [2, 3, 4],
  wrapped: { column: 1, at: 60 },
}

const pdf = (name: string, changes: Partial<Printed> = {}, password?: string): Layout => ({
  name,
  noteKept: 15,
  told: moved,
  write: (rows) => writePdf(drawPages(moved(rows), 15, { ...wide, ...changes }), password),
  ...(password === undefined ? {} : { password }),
})

export const pdfs: readonly Layout[] = [
  pdf('PDF, amounts flush right'),
  pdf('PDF, sign by sign', { isBySign: true }),
  pdf('PDF with a password', {}, 'ASHA1503'),
  pdf('PDF, narrow: number broken', { at: [30, 85, 330, 430, 540], wrapped: { column: 1, at: 17 } }),
  pdf('PDF, text around the row’s middle', { wrapped: { column: 1, at: 30 }, isCentred: true }),
  pdf('PDF, amounts and dates flush left', { at: [30, 90, 390, 450, 510], right: [], wrapped: { column: 1, at: 50 } }),
  pdf('PDF, side in the cell', {
    header: 'Sl|Date|Remarks|Amount|Balance',
    row: '{n}|{dd-mm-yyyy}|{text}|{amount}({side})|{balance}(Cr)',
    sides: ['Dr', 'Cr'],
    at: [30, 50, 105, 480, 565],
    right: [3, 4],
    wrapped: { column: 2, at: 55 },
  }),
  pdf('PDF, two days and a number', {
    header: 'Txn Date|Value Date|Description|Ref No|Debit|Credit|Balance',
    row: '{d mon yyyy}|{d mon yyyy}|{text}|{rrn16}|{out}|{in}|{balance}',
    at: [25, 75, 125, 300, 440, 500, 570],
    right: [4, 5, 6],
    wrapped: { column: 2, at: 28 },
  }),
]
