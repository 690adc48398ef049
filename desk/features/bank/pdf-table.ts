import { type FileRow, isDayOnly, isTime, readDay, readMoney } from '../../../festival/bank/cells'

interface Item {
  str: string
  width: number
  height: number
  /** A matrix of direction, size and position. */
  transform: readonly unknown[]
}

/** A piece of text, with its position in points. */
interface Piece {
  text: string
  left: number
  right: number
  baseline: number
  size: number
  /** Whether the position is estimated, because pdf.js joined several columns. */
  isGuess?: boolean
}

interface Line {
  page: number
  baseline: number
  pieces: readonly Piece[]
}

/** As a fraction of the text size. */
const lineTolerance = 0.4

const groupLines = (page: number, pieces: readonly Piece[]): Line[] => {
  const lines: { page: number; baseline: number; pieces: Piece[] }[] = []
  const topDown = [...pieces].sort(
    (left, right) => right.baseline - left.baseline || left.left - right.left,
  )
  for (const piece of topDown) {
    const line = lines.at(-1)
    if (line && line.baseline - piece.baseline < piece.size * lineTolerance) {
      line.pieces.push(piece)
    } else {
      lines.push({ page, baseline: piece.baseline, pieces: [piece] })
    }
  }
  for (const line of lines) {
    line.pieces.sort((left, right) => left.left - right.left)
  }
  return lines
}

const date = String.raw`\d{1,2}(?:[-/.]\d{1,2}[-/.]|[-/ ][a-z]{3}[-/ ,]+)\d{2,4}(?!\S)`
const money = String.raw`[-+]?₹?[\d,]*\d\.\d\d(?:\s?\(?[cd]r\b\.?\)?)?(?!\S)`
/** Matches a date, an amount, or words separated by single spaces. */
const unit = new RegExp(`${date}|${money}|\\S+(?:\\s(?!${date}|${money})\\S+)*`, 'gi')

/** Estimates a relative width, which is precise enough to find the column of a part of a text. */
const estimateWidth = (text: string) => text.length + text.replace(/[\s.,:;/|()'il-]/g, '').length

/** Returns quarter turns, or undefined for slanted text such as a watermark. */
const findTurn = ({ transform }: Item): number | undefined => {
  const [along = 0, up = 0] = transform.map(Number)
  const turn = (Math.atan2(up, along) * 2) / Math.PI
  return Math.abs(turn - Math.round(turn)) < 0.05 ? (Math.round(turn) + 4) % 4 : undefined
}

/** Landscape pages may be rotated, and text in the margin may run in another direction. */
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

/** pdf.js joins texts that nearly touch, so split dates and amounts again. */
const cutItem = ({ str, width, height, transform }: Item): Piece[] => {
  const [along = 1, up = 0, sideways = 0, tall = 0, x = 0, y = 0] = transform.map(Number)
  const size = Math.hypot(sideways, tall) || height || 8
  const length = Math.hypot(along, up) || 1
  // Rotate the position so that the text runs from left to right.
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

/** The fraction of rows that may have text in a gap, because some narrations are long. */
const maxCrossingShare = 0.03
/** In points. Pieces are whole words, so a space between two words does not count as a gap. */
const minColumnGap = 2

interface Column {
  left: number
  right: number
}

/** A column is a horizontal range in which the rows have text. */
const findColumns = (rows: readonly Line[]): Column[] => {
  const all = rows.flatMap(({ pieces }) => pieces)
  const width = Math.ceil(all.reduce((most, { right }) => Math.max(most, right), 1)) + 1
  const inked = new Uint32Array(width)
  for (const { pieces } of rows) {
    const coverage = new Uint8Array(width)
    for (const { left, right, isGuess } of pieces) {
      // An estimated position is only reliable in its middle.
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
  /** Whether the line has text outside the columns of dates and amounts. */
  hasText: boolean
  /** Whether the line has text, but neither dates nor amounts. */
  isText: boolean
}

/** `isUnclear` means that the layout does not show which text belongs to which row. */
export interface LaidOutTable {
  rows: FileRow[]
  isUnclear: boolean
}

/** The text of a rotated page may begin left of 0. */
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

const hasDayAndMoney = ({ pieces }: Line) =>
  pieces.some(({ text }) => isDayOnly(text)) && pieces.some(({ text }) => readMoney(text))

/** Returns the position at which most dates begin, in points. */
const findDayColumn = (lines: readonly Line[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const { pieces } of lines) {
    for (const { text, left } of pieces) {
      if (isDayOnly(text)) {
        const step = Math.round(left / 4)
        counts.set(step, (counts.get(step) ?? 0) + 1)
      }
    }
  }
  const byCount = [...counts].sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || left - right,
  )
  const mostFrequent = byCount[0]?.[0]
  return mostFrequent === undefined ? undefined : mostFrequent * 4
}

/** In points. Dates further away belong to another column. */
const columnTolerance = 6

/**
 * Some rows have the day on their first line and the amounts further down. In such a table, all
 * lines up to the next day form one row.
 */
const joinFromDayToDay = (lines: readonly Line[]): Line[] => {
  const column = findDayColumn(lines)
  const hasDay = ({ pieces }: Line) =>
    pieces.some(
      ({ text, left }) => isDayOnly(text) && Math.abs(left - (column ?? 0)) <= columnTolerance,
    )
  const days = lines.filter(hasDay)
  if (column === undefined || lines.filter(hasDayAndMoney).length * 2 >= days.length) {
    return [...lines]
  }
  const joined: Line[] = []
  let open: (Line & { pieces: Piece[]; hasMoney: boolean }) | undefined
  for (const line of lines) {
    const isOfOpen = open !== undefined && !hasDay(line) && open.page === line.page
    const hasMoney = line.pieces.some(({ text }) => readMoney(text) && /\.\d\d/.test(text))
    // A second line with amounts is a total below the table.
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

/** Lines with a date and an amount are rows. These rows determine the columns. */
export const layOutPages = (pages: readonly (readonly Item[])[]): LaidOutTable => {
  const read = pages.flatMap((items, page) =>
    groupLines(page, keepMainDirection(items).flatMap(cutItem)),
  )
  const lines = joinFromDayToDay(shiftRight(read))
  const columns = findColumns(lines.filter(hasDayAndMoney))
  const cut = lines.map((line, index) => ({
    ...line,
    line: index + 1,
    cells: cutCells(line, columns),
    isRow: hasDayAndMoney(line),
  }))
  const rows = cut.filter(({ isRow }) => isRow)
  const isFixed = columns.map((_column, at) => {
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter(Boolean)
    return filled.filter((cell) => readDay(cell) ?? readMoney(cell)).length > filled.length / 2
  })
  const cutLines = cut.map((line): CutLine => {
    const hasText = line.cells.some((cell, at) => cell !== '' && !isFixed[at])
    // The time of day is printed in the date column, below the date.
    const hasFixed = line.cells.some((cell, at) => cell !== '' && isFixed[at] && !isTime(cell))
    return { ...line, hasText, isText: hasText && !hasFixed }
  })
  return joinCells(cutLines)
}

const findLeading = (lines: readonly CutLine[]): number => {
  const counts = new Map<number, number>()
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const gap = Math.round(((before?.baseline ?? 0) - line.baseline) * 2) / 2
    if (gap > 0 && (line.isText || before?.isText)) {
      counts.set(gap, (counts.get(gap) ?? 0) + 1)
    }
  }
  const byCount = [...counts].sort(([, left], [, right]) => right - left)
  return byCount[0]?.[0] ?? 0
}

const hasRow = (block: readonly CutLine[]) => block.some(({ isRow }) => isRow)

/**
 * Splits lines into blocks at wide gaps. A group of blocks ends at other content, such as a total.
 */
const splitByGaps = (lines: readonly CutLine[]): CutLine[][][] => {
  const leading = findLeading(
    lines.filter(({ isRow, isText, hasText }) => hasText && (isRow || isText)),
  )
  const groups: CutLine[][][] = []
  let blocks: CutLine[][] = []
  let last: CutLine | undefined
  // Rows without text belong to the text around them.
  let rowsWithoutText: CutLine[] = []
  const endGroup = () => {
    // A group without a row is a letterhead.
    if (blocks.some(hasRow)) {
      groups.push(blocks)
    }
    blocks = []
    last = undefined
    rowsWithoutText = []
  }
  for (const line of lines) {
    const isOther = !line.isRow && !line.isText
    if (isOther || last?.page !== line.page) {
      endGroup()
    }
    if (isOther) {
      continue
    }
    if (!line.hasText) {
      rowsWithoutText.push(line)
      continue
    }
    const block = blocks.at(-1)
    if (block && last && last.baseline - line.baseline < leading * 1.2) {
      block.push(...rowsWithoutText, line)
    } else {
      blocks.push([line])
    }
    rowsWithoutText = []
    last = line
  }
  endGroup()
  return groups
}

const hasPaymentNumber = ({ cells }: CutLine) =>
  cells.some((cell) => /\d{12}|\d{4} \d{4} \d{4}/.test(cell))

/** A text belongs to the nearer row only if the other row is clearly further away. */
const nearerRatio = 0.85

/** The distances from a text to the rows above and below, or undefined if there is no row. */
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

type Gaps = ReturnType<typeof measureGaps>

const isNearer = (gap: number, other: number | undefined) =>
  other !== undefined && gap < other * nearerRatio

/** The longest distance to the row above, or below, at which that row is clearly nearer. */
const findFarthestGaps = (groups: readonly (readonly CutLine[][])[]) => {
  const gaps = groups.flatMap((blocks) =>
    blocks.flatMap((block, at) =>
      hasRow(block) ? [] : measureGaps(block, blocks[at - 1], blocks[at + 1]),
    ),
  )
  const above = gaps.map(({ toAbove = 0, toBelow }) => (isNearer(toAbove, toBelow) ? toAbove : 0))
  const below = gaps.map(({ toAbove, toBelow = 0 }) => (isNearer(toBelow, toAbove) ? toBelow : 0))
  return { above: Math.max(0, ...above), below: Math.max(0, ...below) }
}

const findNearerSide = (
  { toAbove, toBelow }: Gaps,
  farthest: { above: number; below: number },
): 'above' | 'below' | undefined => {
  if (toAbove !== undefined) {
    const isEnd = toBelow === undefined && farthest.below === 0
    if (isNearer(toAbove, toBelow) || (isEnd && toAbove <= farthest.above * 1.1)) {
      return 'above'
    }
  }
  if (toBelow !== undefined) {
    const isStart = toAbove === undefined && farthest.above === 0
    if (isNearer(toBelow, toAbove) || (isStart && toBelow <= farthest.below * 1.1)) {
      return 'below'
    }
  }
  return undefined
}

/**
 * Joins a text with the nearer row. A text at the end of a group has one neighbour, and joins it if
 * all other texts at that distance are on the same side of their row.
 */
const joinNearer = (
  groups: readonly (readonly CutLine[][])[],
): { blocks: CutLine[][]; isUnclear: boolean } => {
  const farthest = findFarthestGaps(groups)
  const joined: CutLine[][] = []
  let isUnclear = false
  for (const group of groups) {
    const blocks = group.map((block) => [...block])
    const joinedTexts = new Set<CutLine[]>()
    for (const [at, block] of blocks.entries()) {
      if (hasRow(block)) {
        continue
      }
      const above = blocks[at - 1]
      const below = blocks[at + 1]
      const gaps = measureGaps(block, above, below)
      const side = findNearerSide(gaps, farthest)
      if (side === 'above') {
        above?.push(...block)
      } else if (side === 'below') {
        below?.unshift(...block)
      }
      if (side !== undefined) {
        joinedTexts.add(block)
      } else if (gaps.toAbove !== undefined && gaps.toBelow !== undefined) {
        isUnclear ||= block.some(hasPaymentNumber)
      }
    }
    joined.push(...blocks.filter((block) => !joinedTexts.has(block)))
  }
  return { blocks: joined, isUnclear }
}

const isOpening = ({ cells }: CutLine) =>
  cells.some((cell) => /\bb\/f\b|brought forward|opening/i.test(cell))

/**
 * Texts are below their rows if there is none above the first row. Texts are above their rows if
 * there is none below the last row.
 */
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

/** Text that belongs to no row gets its own block. */
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

/** A page break may separate a text from its row. */
const joinAcrossPages = (blocks: readonly CutLine[][]): CutLine[][] => {
  const joined: CutLine[][] = []
  for (const block of blocks) {
    const previous = joined.at(-1)
    const isOnNextPage = previous?.at(-1)?.page !== block[0]?.page
    if (previous && isOnNextPage && !(hasRow(previous) && hasRow(block))) {
      previous.push(...block)
    } else {
      joined.push([...block])
    }
  }
  return joined
}

/** Joins the lines of blocks that have exactly one row. */
const joinCells = (lines: readonly CutLine[]): LaidOutTable => {
  const { blocks, isUnclear: isBetween } = joinNearer(splitByGaps(lines))
  const hasSeveralRows = (block: readonly CutLine[]) =>
    block.filter(({ isRow }) => isRow).length > 1
  const mixed = blocks.filter((block) => hasSeveralRows(block) && block.some(({ isRow }) => !isRow))
  const side = findSide(mixed)
  const rowBlocks = blocks.flatMap((block) =>
    mixed.includes(block) && side !== 'unclear' ? splitRows(block, side) : [block],
  )
  // Undefined for a line whose text has moved to the line of its row.
  const joined = new Map<CutLine, FileRow | undefined>()
  for (const block of joinAcrossPages(rowBlocks)) {
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
    rows: lines.flatMap((line) => (joined.has(line) ? (joined.get(line) ?? []) : line)),
    isUnclear: isBetween || side === 'unclear',
  }
}
