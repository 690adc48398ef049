import { type FileRow, isDayOnly, isTime, readDay, readMoney } from '../../../festival/bank/cells'

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
const lineTolerance = 0.4

const groupLines = (page: number, pieces: readonly Piece[]): Line[] => {
  const lines: { page: number; baseline: number; pieces: Piece[] }[] = []
  for (const piece of [...pieces].sort(
    (one, other) => other.baseline - one.baseline || one.left - other.left,
  )) {
    const line = lines.at(-1)
    if (line && line.baseline - piece.baseline < piece.size * lineTolerance) {
      line.pieces.push(piece)
    } else {
      lines.push({ page, baseline: piece.baseline, pieces: [piece] })
    }
  }
  for (const line of lines) {
    line.pieces.sort((one, other) => one.left - other.left)
  }
  return lines
}

const date = String.raw`\d{1,2}(?:[-/.]\d{1,2}[-/.]|[-/ ][a-z]{3}[-/ ,]+)\d{2,4}(?!\S)`
const money = String.raw`[-+]?₹?[\d,]*\d\.\d\d(?:\s?\(?[cd]r\b\.?\)?)?(?!\S)`
/** A date, an amount, or words that a single blank parts. */
const unit = new RegExp(`${date}|${money}|\\S+(?:\\s(?!${date}|${money})\\S+)*`, 'gi')

/** How wide a text is beside others of its font: near enough to tell in which column a part of a piece stands. */
const estimateWidth = (text: string) => text.length + text.replace(/[\s.,:;/|()'il-]/g, '').length

/** The direction in which a text runs, in quarter turns; undefined where it is askew, as a watermark is. */
const findTurn = ({ transform }: Item): number | undefined => {
  const [along = 0, up = 0] = transform.map(Number)
  const turn = (Math.atan2(up, along) * 2) / Math.PI
  return Math.abs(turn - Math.round(turn)) < 0.05 ? (Math.round(turn) + 4) % 4 : undefined
}

/** The texts of a page that run in the direction of most of it: a landscape page is turned, and the side of a page may have a text of its own. */
const keepMainDirection = (items: readonly Item[]): Item[] => {
  const lengths = [0, 0, 0, 0]
  for (const item of items) {
    const turn = findTurn(item)
    if (turn !== undefined) {
      lengths[turn] = (lengths[turn] ?? 0) + item.str.length
    }
  }
  const main = lengths.indexOf(Math.max(...lengths))
  return items.filter((item) => findTurn(item) === main)
}

/** pdf.js gives texts that nearly touch as one piece: columns of dates and amounts are cut apart again. */
const cutItem = ({ str, width, height, transform }: Item): Piece[] => {
  const [along = 1, up = 0, sideways = 0, tall = 0, x = 0, y = 0] = transform.map(Number)
  const size = Math.hypot(sideways, tall) || height || 8
  const length = Math.hypot(along, up) || 1
  // Along the direction of the text, and across it.
  const left = (x * along + y * up) / length
  const baseline = (y * along - x * up) / length
  const piece = { text: str.slice(0, 2_000), left, right: left + width, baseline, size }
  const parts = [...piece.text.matchAll(unit)]
  if (parts.length < 2) {
    return [piece]
  }
  const widthPerUnit = (piece.right - piece.left) / estimateWidth(piece.text)
  return parts.map(({ 0: text, index }) => {
    const left = piece.left + estimateWidth(piece.text.slice(0, index)) * widthPerUnit
    return { ...piece, text, left, right: left + estimateWidth(text) * widthPerUnit, isGuess: true }
  })
}

/** A gap between columns is white in nearly all rows of the table: a few narrations may run over it. */
const maxCrossingShare = 0.03
/** In points. Pieces are whole words of one column, so that no blank between words is taken for it. */
const minColumnGap = 2

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
    for (const [at, mark] of coverage.entries()) {
      if (mark) {
        inked[at] = (inked[at] ?? 0) + 1
      }
    }
  }
  const most = rows.length * maxCrossingShare
  const columns: Column[] = []
  for (const [at, count] of inked.entries()) {
    if (count <= most) {
      continue
    }
    const last = columns.at(-1)
    if (last && at - last.right < minColumnGap) {
      last.right = at + 1
    } else {
      columns.push({ left: at, right: at + 1 })
    }
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
    const isGlued =
      piece.text.startsWith('\n') ||
      (before !== undefined && piece.left - before.right < piece.size * 0.15)
    const blank = cells[at] && !isGlued ? ' ' : ''
    cells[at] = `${cells[at] ?? ''}${blank}${piece.text}`
    before = piece
  }
  return cells
}

interface CutLine extends FileRow {
  page: number
  baseline: number
  isRow: boolean
  /** It has text in other columns than those of dates and money. */
  hasText: boolean
  /** It has nothing else. */
  isText: boolean
}

/** A table that was laid out; `isUnclear` where its lines do not show which text belongs to which row. */
export interface LaidOutTable {
  rows: FileRow[]
  isUnclear: boolean
}

/** Moves all texts to the right if those of a rotated page begin left of 0. */
const shiftRight = (lines: readonly Line[]): Line[] => {
  const start = lines.reduce(
    (least, { pieces }) => Math.min(least, ...pieces.map(({ left }) => left)),
    0,
  )
  const shift = (piece: Piece): Piece => ({
    ...piece,
    left: piece.left - start,
    right: piece.right - start,
  })
  return lines.map((line) => ({ ...line, pieces: line.pieces.map(shift) }))
}

/** The position at which most dates begin, in points. */
const findDayColumn = (lines: readonly Line[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const { pieces } of lines) {
    for (const { text, left } of pieces) {
      if (isDayOnly(text)) {
        counts.set(Math.round(left / 4), (counts.get(Math.round(left / 4)) ?? 0) + 1)
      }
    }
  }
  const [most] = [...counts].sort(
    ([left, count], [other, otherCount]) => otherCount - count || left - other,
  )
  return most && most[0] * 4
}

/** A date this far from where most dates begin belongs to another column. */
const columnTolerance = 6

/**
 * The lines of a table. Where the day is on the first line of a row and the amounts are further down, all lines from one day to the next
 * are one row.
 */
const joinFromDayToDay = (lines: readonly Line[]): Line[] => {
  const isRow = ({ pieces }: Line) =>
    pieces.some(({ text }) => isDayOnly(text)) && pieces.some(({ text }) => readMoney(text))
  const column = findDayColumn(lines)
  const hasDay = ({ pieces }: Line) =>
    pieces.some(
      ({ text, left }) => isDayOnly(text) && Math.abs(left - (column ?? 0)) <= columnTolerance,
    )
  const days = lines.filter(hasDay)
  if (column === undefined || lines.filter(isRow).length * 2 >= days.length) {
    return [...lines]
  }
  const joined: Line[] = []
  let open: (Line & { pieces: Piece[]; hasMoney: boolean }) | undefined
  for (const line of lines) {
    const isOfOpen = open !== undefined && !hasDay(line) && open.page === line.page
    const hasMoney = line.pieces.some(({ text }) => readMoney(text) && /\.\d\d/.test(text))
    // After its amounts a row has no second line with amounts: that is a sum below the table.
    if (open && isOfOpen && !(open.hasMoney && hasMoney)) {
      open.pieces.push(...line.pieces.map((piece) => ({ ...piece, text: `\n${piece.text}` })))
      open.hasMoney ||= hasMoney
    } else if (hasDay(line)) {
      open = { ...line, pieces: [...line.pieces], hasMoney }
      joined.push(open)
    } else {
      open = undefined
      joined.push(line)
    }
  }
  return joined
}

/** The texts of a PDF's pages as one table: its rows are the lines with a date and money, and these tell its columns. */
export const layOutPages = (pages: readonly (readonly Item[])[]): LaidOutTable => {
  const read = pages.flatMap((items, page) =>
    groupLines(page, keepMainDirection(items).flatMap(cutItem)),
  )
  const lines = joinFromDayToDay(shiftRight(read))
  const isRow = ({ pieces }: Line) =>
    pieces.some(({ text }) => isDayOnly(text)) && pieces.some(({ text }) => readMoney(text))
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
    cut.map((line) => {
      const hasText = line.cells.some((cell, at) => cell !== '' && !isFixed[at])
      // The time of day is printed below the date, in the same column.
      const hasFixed = line.cells.some((cell, at) => cell !== '' && isFixed[at] && !isTime(cell))
      return { ...line, hasText, isText: hasText && !hasFixed }
    }),
  )
}

/** The most frequent distance from a line of a text to the next. */
const findLeading = (lines: readonly CutLine[]): number => {
  const counts = new Map<number, number>()
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const gap = Math.round(((before?.baseline ?? 0) - line.baseline) * 2) / 2
    if (gap > 0 && (line.isText || before?.isText)) {
      counts.set(gap, (counts.get(gap) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, count], [, other]) => other - count)[0]?.[0] ?? 0
}

const hasRow = (block: readonly CutLine[]) => block.some(({ isRow }) => isRow)

/** Rows and texts in blocks between which the gap is wider than within a text; a stretch of blocks ends where something else is printed. */
const splitByGaps = (cut: readonly CutLine[]): CutLine[][][] => {
  const leading = findLeading(
    cut.filter(({ isRow, isText, hasText }) => hasText && (isRow || isText)),
  )
  const stretches: CutLine[][][] = []
  let blocks: CutLine[][] = []
  let last: CutLine | undefined
  /** Rows without a text of their own: they belong to the text around them. */
  let bare: CutLine[] = []
  const endStretch = () => {
    // A stretch of blocks without a row is a letterhead.
    if (blocks.some(hasRow)) {
      stretches.push(blocks)
    }
    blocks = []
    last = undefined
    bare = []
  }
  for (const line of cut) {
    const isOther = !line.isRow && !line.isText
    if (isOther || last?.page !== line.page) {
      endStretch()
    }
    if (isOther) {
      continue
    }
    if (!line.hasText) {
      bare.push(line)
      continue
    }
    const block = blocks.at(-1)
    if (block && last && last.baseline - line.baseline < leading * 1.2) {
      block.push(...bare, line)
    } else {
      blocks.push([line])
    }
    bare = []
    last = line
  }
  endStretch()
  return stretches
}

const hasPaymentNumber = ({ cells }: CutLine) =>
  cells.some((cell) => /\d{12}|\d{4} \d{4} \d{4}/.test(cell))

/** How much nearer one of two neighbouring rows must be for a text to belong to it. */
const nearerRatio = 0.85

/** How far a text without a row is from the rows above and below it; undefined where there is none in its stretch. */
const measureGaps = (
  block: readonly CutLine[],
  above: readonly CutLine[] | undefined,
  below: readonly CutLine[] | undefined,
) => ({
  toAbove:
    above && hasRow(above) ? (above.at(-1)?.baseline ?? 0) - (block[0]?.baseline ?? 0) : undefined,
  toBelow:
    below && hasRow(below) ? (block.at(-1)?.baseline ?? 0) - (below[0]?.baseline ?? 0) : undefined,
})

/**
 * Joins texts without a row with the nearer row. At the end of a stretch there is only one: it is its text where all others of such a
 * distance belong to that side.
 */
const joinNearer = (
  stretches: readonly (readonly CutLine[][])[],
): { blocks: CutLine[][]; isUnclear: boolean } => {
  const gaps = stretches.flatMap((blocks) =>
    blocks.flatMap((block, at) =>
      hasRow(block) ? [] : measureGaps(block, blocks[at - 1], blocks[at + 1]),
    ),
  )
  const isNearer = (gap: number, other: number | undefined) =>
    other !== undefined && gap < other * nearerRatio
  const farthestAbove = Math.max(
    0,
    ...gaps.map(({ toAbove = 0, toBelow }) => (isNearer(toAbove, toBelow) ? toAbove : 0)),
  )
  const farthestBelow = Math.max(
    0,
    ...gaps.map(({ toAbove, toBelow = 0 }) => (isNearer(toBelow, toAbove) ? toBelow : 0)),
  )
  const joined: CutLine[][] = []
  let isUnclear = false
  for (const blocks of stretches) {
    const own = blocks.map((block) => [...block])
    const isTaken = new Set<CutLine[]>()
    for (const [at, block] of own.entries()) {
      if (hasRow(block)) {
        continue
      }
      const above = own[at - 1]
      const below = own[at + 1]
      const { toAbove, toBelow } = measureGaps(block, above, below)
      const isLastAbove =
        toBelow === undefined && farthestBelow === 0 && (toAbove ?? Infinity) <= farthestAbove * 1.1
      const isFirstBelow =
        toAbove === undefined && farthestAbove === 0 && (toBelow ?? Infinity) <= farthestBelow * 1.1
      if (above && toAbove !== undefined && (isNearer(toAbove, toBelow) || isLastAbove)) {
        above.push(...block)
      } else if (below && toBelow !== undefined && (isNearer(toBelow, toAbove) || isFirstBelow)) {
        below.unshift(...block)
      } else {
        isUnclear ||= toAbove !== undefined && toBelow !== undefined && block.some(hasPaymentNumber)
        continue
      }
      isTaken.add(block)
    }
    joined.push(...own.filter((block) => !isTaken.has(block)))
  }
  return { blocks: joined, isUnclear }
}

/** A balance brought forward takes no text from another row. */
const isOpening = ({ cells }: CutLine) =>
  cells.some((cell) => /\bb\/f\b|brought forward|opening/i.test(cell))

/** Whether the texts of a block of several rows are below or above their rows: there is none on the other side of the first or last one. */
const findSide = (blocks: readonly CutLine[][]): 'below' | 'above' | 'unclear' => {
  const first = blocks[0]?.filter((line) => !isOpening(line)) ?? []
  const start = blocks[0]?.some(isOpening) ? [] : (blocks[0] ?? [])
  const isTextAboveFirst = (start[0] ?? first[0])?.isRow === false
  const isTextBelowLast = blocks.at(-1)?.at(-1)?.isRow === false
  if (!isTextAboveFirst) {
    return 'below'
  }
  return isTextBelowLast ? 'unclear' : 'above'
}

/** Blocks of one row each; a text that belongs to no row of its block is a block of its own. */
const splitRows = (block: readonly CutLine[], side: 'below' | 'above'): CutLine[][] => {
  const lines = side === 'below' ? block : block.toReversed()
  const blocks: CutLine[][] = []
  for (const line of lines) {
    const open = blocks.at(-1)
    if (line.isRow || !open) {
      blocks.push([line])
    } else {
      open.push(line)
    }
  }
  return side === 'below' ? blocks : blocks.map((lines) => lines.toReversed()).toReversed()
}

/** The lines of a row become one: those of its block, where blocks or distances tell rows apart. */
const joinCells = (cut: readonly CutLine[]): LaidOutTable => {
  const { blocks: all, isUnclear: isBetween } = joinNearer(splitByGaps(cut))
  const hasSeveralRows = (block: readonly CutLine[]) =>
    block.filter(({ isRow }) => isRow).length > 1
  const mixed = all.filter((block) => hasSeveralRows(block) && block.some(({ isRow }) => !isRow))
  const side = findSide(mixed)
  const isUnclear = isBetween || side === 'unclear'
  const blocks: CutLine[][] = []
  for (const block of all.flatMap((block) =>
    mixed.includes(block) && side !== 'unclear' ? splitRows(block, side) : [block],
  )) {
    const before = blocks.at(-1)
    // Text at the top of the next page, or at the bottom of the previous page, that has no row of its own.
    const isOnNextPage = before?.at(-1)?.page !== block[0]?.page
    if (before && isOnNextPage && !(hasRow(before) && hasRow(block))) {
      before.push(...block)
    } else {
      blocks.push([...block])
    }
  }
  const joined = new Map<CutLine, FileRow | undefined>()
  for (const block of blocks) {
    const [row, another] = block.filter(({ isRow }) => isRow)
    if (!row || another) {
      continue
    }
    for (const line of block) {
      joined.set(line, undefined)
    }
    const join = (column: number) => block.map(({ cells }) => cells[column]).filter(Boolean)
    joined.set(row, {
      line: row.line,
      cells: row.cells.map((_cell, column) => join(column).join('\n')),
    })
  }
  return {
    rows: cut.flatMap((line) => (joined.has(line) ? (joined.get(line) ?? []) : line)),
    isUnclear,
  }
}
