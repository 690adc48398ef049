import { type FileRow, readDay, readMoney } from '../../../festival/bank/cells'

interface Item {
  str: string
  width: number
  height: number
  /** Its place on the page among other numbers. */
  transform: readonly unknown[]
}

/** A piece of text where it stands on its page, in points. */
interface Piece {
  text: string
  left: number
  right: number
  baseline: number
  size: number
  /** Its place is a guess: pdf.js gave it as a part of a longer piece, with one blank for whatever gap. */
  isGuess?: boolean
}

interface Line {
  page: number
  baseline: number
  pieces: readonly Piece[]
}

/** Pieces whose baselines differ by less than this share of their size stand on one line. */
const sameLine = 0.4

const groupLines = (page: number, pieces: readonly Piece[]): Line[] => {
  const lines: { page: number; baseline: number; pieces: Piece[] }[] = []
  for (const piece of [...pieces].sort((one, other) => other.baseline - one.baseline || one.left - other.left)) {
    const line = lines.at(-1)
    if (line && line.baseline - piece.baseline < piece.size * sameLine) line.pieces.push(piece)
    else lines.push({ page, baseline: piece.baseline, pieces: [piece] })
  }
  for (const line of lines) line.pieces.sort((one, other) => one.left - other.left)
  return lines
}

const date = String.raw`\d{1,2}(?:[-/.]\d{1,2}[-/.]|[-/ ][a-z]{3}[-/ ,]+)\d{2,4}(?!\S)`
const money = String.raw`[-+]?₹?[\d,]*\d\.\d\d(?:\s?\(?[cd]r\b\.?\)?)?(?!\S)`
/** A date, an amount, or words that a single blank parts. */
const unit = new RegExp(`${date}|${money}|\\S+(?:\\s(?!${date}|${money})\\S+)*`, 'gi')

/** How wide a text is beside others of its font: near enough to tell in which column a part of a piece stands. */
const weigh = (text: string) => text.length + text.replace(/[\s.,:;/|()'il-]/g, '').length

/** pdf.js gives texts that nearly touch as one piece: columns of dates and amounts are cut apart again. */
const cutItem = ({ str, width, height, transform }: Item): Piece[] => {
  const [, , , tall = 0, left = 0, baseline = 0] = transform.map(Number)
  const size = Math.abs(tall) || height || 8
  const piece = { text: str.slice(0, 2_000), left, right: left + width, baseline, size }
  const parts = [...piece.text.matchAll(unit)]
  if (parts.length < 2) return [piece]
  const each = (piece.right - piece.left) / weigh(piece.text)
  return parts.map(({ 0: text, index }) => {
    const left = piece.left + weigh(piece.text.slice(0, index)) * each
    return { ...piece, text, left, right: left + weigh(text) * each, isGuess: true }
  })
}

/** A gap between columns is white in nearly all rows of the table: a few narrations may run over it. */
const mostCrossing = 0.03
/** In points. Pieces are whole words of one column, so that no blank between words is taken for it. */
const narrowestGap = 2

interface Column {
  left: number
  right: number
}

/** Where the columns of a table begin and end: stretches of the width on which its rows have ink. */
const findColumns = (rows: readonly Line[]): Column[] => {
  const all = rows.flatMap(({ pieces }) => pieces)
  const width = Math.ceil(all.reduce((most, { right }) => Math.max(most, right), 1)) + 1
  const inked = new Uint32Array(width)
  for (const { pieces } of rows) {
    const coverage = new Uint8Array(width)
    for (const { left, right, isGuess } of pieces) {
      // Of a guess the middle is right.
      const edge = isGuess ? (right - left) / 4 : 0
      coverage.fill(1, Math.max(0, Math.round(left + edge)), Math.max(1, Math.round(right - edge)))
    }
    for (const [at, mark] of coverage.entries()) if (mark) inked[at] = (inked[at] ?? 0) + 1
  }
  const most = rows.length * mostCrossing
  const columns: Column[] = []
  for (const [at, count] of inked.entries()) {
    if (count <= most) continue
    const last = columns.at(-1)
    if (last && at - last.right < narrowestGap) last.right = at + 1
    else columns.push({ left: at, right: at + 1 })
  }
  return columns
}

const overlap = (piece: Piece, column: Column) =>
  Math.min(piece.right, column.right) - Math.max(piece.left, column.left)

/** A line's cells: each piece goes where most of it stands; pieces that touch are one word. */
const cutCells = ({ pieces }: Line, columns: readonly Column[]): string[] => {
  const cells: string[] = columns.map(() => '')
  let before: Piece | undefined
  for (const piece of pieces) {
    const overlaps = columns.map((column) => overlap(piece, column))
    const at = Math.max(0, overlaps.indexOf(Math.max(...overlaps)))
    const isGlued = before !== undefined && piece.left - before.right < piece.size * 0.15
    const blank = cells[at] && !isGlued ? ' ' : ''
    cells[at] = `${cells[at] ?? ''}${blank}${piece.text}`
    before = piece
  }
  return cells
}

interface Cut extends FileRow {
  page: number
  baseline: number
  isRow: boolean
  /** It has text in other columns than those of dates and money. */
  hasText: boolean
  /** It has nothing else. */
  isText: boolean
}

/** The texts of a PDF's pages as one table: its rows are the lines with a date and money, and these tell its columns. */
export const layPages = (pages: readonly (readonly Item[])[]): FileRow[] => {
  const lines = pages.flatMap((items, page) => groupLines(page, items.flatMap(cutItem)))
  const isRow = ({ pieces }: Line) =>
    pieces.some(({ text }) => readDay(text)) && pieces.some(({ text }) => readMoney(text))
  const columns = findColumns(lines.filter(isRow))
  const cut = lines.map((line, index) => ({
    ...line,
    line: index + 1,
    cells: cutCells(line, columns),
    isRow: isRow(line),
  }))
  const rows = cut.filter(({ isRow }) => isRow)
  const isFixed = columns.map((_column, at) => {
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter(Boolean)
    return filled.filter((cell) => readDay(cell) ?? readMoney(cell)).length > filled.length / 2
  })
  return joinCells(
    cut.map((one) => {
      const hasText = one.cells.some((cell, at) => cell !== '' && !isFixed[at])
      const hasFixed = one.cells.some((cell, at) => cell !== '' && isFixed[at])
      return { ...one, hasText, isText: hasText && !hasFixed }
    }),
  )
}

/** The most frequent distance from a line of a text to the next. */
const findLeading = (lines: readonly Cut[]): number => {
  const counts = new Map<number, number>()
  for (const [at, one] of lines.entries()) {
    const before = lines[at - 1]
    const gap = Math.round(((before?.baseline ?? 0) - one.baseline) * 2) / 2
    if (gap > 0 && (one.isText || before?.isText)) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

const hasRow = (block: readonly Cut[]) => block.some(({ isRow }) => isRow)

/** Rows and texts in blocks between which the gap is wider than within a text, or something else stands. */
const splitByGaps = (cut: readonly Cut[]): Cut[][] => {
  const leading = findLeading(cut.filter(({ isRow, isText, hasText }) => hasText && (isRow || isText)))
  let blocks: Cut[][] = []
  /** Where the blocks of this stretch begin; one without a row is a letterhead. */
  let start = 0
  let last: Cut | undefined
  /** Rows without a text of their own: they belong to the text around them. */
  let bare: Cut[] = []
  for (const one of cut) {
    const isOther = !one.isRow && !one.isText
    if (isOther || last?.page !== one.page) {
      if (!blocks.slice(start).some(hasRow)) blocks = blocks.slice(0, start)
      start = blocks.length
      last = undefined
      bare = []
    }
    if (isOther) continue
    if (!one.hasText) bare.push(one)
    else {
      if (last && last.baseline - one.baseline < leading * 1.2) blocks.at(-1)?.push(...bare, one)
      else blocks.push([one])
      bare = []
      last = one
    }
  }
  return blocks
}

/** The lines of a row that stands in the middle of its text become one; where only their order tells rows apart, text belongs to the row above. */
const joinCells = (cut: readonly Cut[]): FileRow[] => {
  const blocks: Cut[][] = []
  for (const block of splitByGaps(cut)) {
    const before = blocks.at(-1)
    // What stands on the next page without a row of its own, or before it on the last.
    const isOnNextPage = before?.at(-1)?.page !== block[0]?.page
    if (before && isOnNextPage && !(hasRow(before) && hasRow(block))) before.push(...block)
    else blocks.push(block)
  }
  const joined = new Map<Cut, FileRow | undefined>()
  for (const block of blocks) {
    const [row, another] = block.filter(({ isRow }) => isRow)
    if (!row || another) continue
    for (const one of block) joined.set(one, undefined)
    const join = (column: number) => block.map(({ cells }) => cells[column]).filter(Boolean)
    joined.set(row, { line: row.line, cells: row.cells.map((_cell, column) => join(column).join('\n')) })
  }
  return cut.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one))
}
