import { type FileRow, isDayOnly, isTime, readDay, readMoney } from '../../../festival/bank/cells'
import { findMostFrequent } from './most-frequent'

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
    const lastLine = lines.at(-1)
    if (lastLine && lastLine.baseline - piece.baseline < piece.size * lineTolerance) {
      lastLine.pieces.push(piece)
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
const cellPattern = new RegExp(`${date}|${money}|\\S+(?:\\s(?!${date}|${money})\\S+)*`, 'gi')

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
  const mainTurn = lengths.indexOf(Math.max(...lengths))
  return items.filter((item) => findTurn(item) === mainTurn)
}

/** pdf.js joins texts that nearly touch, so split dates and amounts again. */
const splitItem = ({ str, width, height, transform }: Item): Piece[] => {
  const [along = 1, up = 0, sideways = 0, tall = 0, x = 0, y = 0] = transform.map(Number)
  const size = Math.hypot(sideways, tall) || height || 8
  const length = Math.hypot(along, up) || 1
  // Rotate the position so that the text runs from left to right.
  const left = (x * along + y * up) / length
  const baseline = (y * along - x * up) / length
  const piece = { text: str.slice(0, 2_000), left, right: left + width, baseline, size }
  const parts = [...piece.text.matchAll(cellPattern)]
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

/** Counts, for each point of the width, the rows with text there. */
const countInk = (rows: readonly Line[]): Uint32Array => {
  const rightEdges = rows.flatMap(({ pieces }) => pieces.map(({ right }) => right))
  const width = Math.ceil(rightEdges.reduce((max, right) => Math.max(max, right), 1)) + 1
  const ink = new Uint32Array(width)
  for (const { pieces } of rows) {
    const coverage = new Uint8Array(width)
    for (const { left, right, isGuess } of pieces) {
      // An estimated position is only reliable in its middle.
      const edge = isGuess ? (right - left) / 4 : 0
      coverage.fill(1, Math.max(0, Math.round(left + edge)), Math.max(1, Math.round(right - edge)))
    }
    for (const [x, isCovered] of coverage.entries()) {
      ink[x] = (ink[x] ?? 0) + isCovered
    }
  }
  return ink
}

/** A column is a horizontal range in which the rows have text. */
const findColumns = (rows: readonly Line[]): Column[] => {
  const maxCrossings = rows.length * maxCrossingShare
  const columns: Column[] = []
  for (const [x, count] of countInk(rows).entries()) {
    if (count <= maxCrossings) {
      continue
    }
    const last = columns.at(-1)
    if (last && x - last.right < minColumnGap) {
      last.right = x + 1
    } else {
      columns.push({ left: x, right: x + 1 })
    }
  }
  return columns
}

const overlap = (piece: Piece, column: Column) =>
  Math.min(piece.right, column.right) - Math.max(piece.left, column.left)

/** Puts each piece of text into the column with which it overlaps most. */
const splitIntoCells = ({ pieces }: Line, columns: readonly Column[]): string[] => {
  const cells: string[] = columns.map(() => '')
  let previous: Piece | undefined
  for (const piece of pieces) {
    const overlaps = columns.map((column) => overlap(piece, column))
    const index = Math.max(0, overlaps.indexOf(Math.max(...overlaps)))
    const isAttached =
      piece.text.startsWith('\n') ||
      (previous !== undefined && piece.left - previous.right < piece.size * 0.15)
    const space = cells[index] && !isAttached ? ' ' : ''
    cells[index] = `${cells[index] ?? ''}${space}${piece.text}`
    previous = piece
  }
  return cells
}

interface TableLine extends FileRow {
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

/** In points. */
const positionStep = 4

/** Returns the position at which most dates begin, in points. */
const findDayColumn = (lines: readonly Line[]): number | undefined => {
  const dates = lines.flatMap(({ pieces }) => pieces.filter(({ text }) => isDayOnly(text)))
  const steps = dates.map(({ left }) => Math.round(left / positionStep))
  const step = findMostFrequent(steps.sort((left, right) => left - right))
  return step === undefined ? undefined : step * positionStep
}

/** In points. Dates further away belong to another column. */
const columnTolerance = 6

/**
 * Some rows have the day on their first line and the amounts further down. In such a table, all
 * lines up to the next day form one row.
 */
const joinFromDayToDay = (lines: readonly Line[]): readonly Line[] => {
  const dayColumn = findDayColumn(lines)
  if (dayColumn === undefined) {
    return lines
  }
  const hasDay = ({ pieces }: Line) =>
    pieces.some(
      ({ text, left }) => isDayOnly(text) && Math.abs(left - dayColumn) <= columnTolerance,
    )
  if (lines.filter(hasDayAndMoney).length * 2 >= lines.filter(hasDay).length) {
    return lines
  }
  const joined: Line[] = []
  let current: (Line & { pieces: Piece[]; hasMoney: boolean }) | undefined
  for (const line of lines) {
    const hasMoney = line.pieces.some(({ text }) => readMoney(text) && /\.\d\d/.test(text))
    // A second line with amounts is a total below the table.
    const isTotal = current?.hasMoney && hasMoney
    if (hasDay(line)) {
      current = { ...line, pieces: [...line.pieces], hasMoney }
      joined.push(current)
    } else if (current && current.page === line.page && !isTotal) {
      current.pieces.push(...line.pieces.map((piece) => ({ ...piece, text: `\n${piece.text}` })))
      current.hasMoney ||= hasMoney
    } else {
      current = undefined
      joined.push(line)
    }
  }
  return joined
}

/** Lines with a date and an amount are rows. These rows determine the columns. */
export const layOutPages = (pages: readonly (readonly Item[])[]): LaidOutTable => {
  const pageLines = pages.flatMap((items, page) =>
    groupLines(page, keepMainDirection(items).flatMap(splitItem)),
  )
  const lines = joinFromDayToDay(shiftRight(pageLines))
  const columns = findColumns(lines.filter(hasDayAndMoney))
  const splitLines = lines.map((line, index) => ({
    ...line,
    line: index + 1,
    cells: splitIntoCells(line, columns),
    isRow: hasDayAndMoney(line),
  }))
  const rows = splitLines.filter(({ isRow }) => isRow)
  // Whether a column has dates or amounts.
  const isDayOrMoney = columns.map((_column, index) => {
    const filled = rows.map(({ cells }) => cells[index] ?? '').filter(Boolean)
    return filled.filter((cell) => readDay(cell) ?? readMoney(cell)).length > filled.length / 2
  })
  const tableLines = splitLines.map((line): TableLine => {
    const hasText = line.cells.some((cell, index) => cell !== '' && !isDayOrMoney[index])
    // The time of day is printed in the date column, below the date.
    const hasDayOrMoney = line.cells.some(
      (cell, index) => cell !== '' && isDayOrMoney[index] && !isTime(cell),
    )
    return { ...line, hasText, isText: hasText && !hasDayOrMoney }
  })
  return joinCells(tableLines)
}

/** Returns the usual distance between the lines of a text. */
const findLeading = (lines: readonly TableLine[]): number => {
  const gaps = lines.flatMap((line, index) => {
    const previous = lines[index - 1]
    const gap = Math.round(((previous?.baseline ?? 0) - line.baseline) * 2) / 2
    return gap > 0 && (line.isText || previous?.isText) ? gap : []
  })
  return findMostFrequent(gaps) ?? 0
}

const hasRow = (block: readonly TableLine[]) => block.some(({ isRow }) => isRow)

/**
 * Splits lines into blocks at wide gaps. A group of blocks ends at other content, such as a total.
 */
const splitByGaps = (lines: readonly TableLine[]): TableLine[][][] => {
  const leading = findLeading(
    lines.filter(({ isRow, isText, hasText }) => hasText && (isRow || isText)),
  )
  const groups: TableLine[][][] = []
  let blocks: TableLine[][] = []
  let lastLine: TableLine | undefined
  // Rows without text belong to the text around them.
  let rowsWithoutText: TableLine[] = []
  const endGroup = () => {
    // A group without a row is a letterhead.
    if (blocks.some(hasRow)) {
      groups.push(blocks)
    }
    blocks = []
    lastLine = undefined
    rowsWithoutText = []
  }
  for (const line of lines) {
    const isOther = !line.isRow && !line.isText
    if (isOther || lastLine?.page !== line.page) {
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
    if (block && lastLine && lastLine.baseline - line.baseline < leading * 1.2) {
      block.push(...rowsWithoutText, line)
    } else {
      blocks.push([line])
    }
    rowsWithoutText = []
    lastLine = line
  }
  endGroup()
  return groups
}

const hasPaymentNumber = ({ cells }: TableLine) =>
  cells.some((cell) => /\d{12}|\d{4} \d{4} \d{4}/.test(cell))

/** A text belongs to the nearer row only if the other row is clearly further away. */
const nearerRatio = 0.85

/** The distances from a text to the rows above and below, or undefined if there is no row. */
const measureGaps = (
  block: readonly TableLine[],
  above: readonly TableLine[] | undefined,
  below: readonly TableLine[] | undefined,
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
const findFarthestGaps = (groups: readonly (readonly TableLine[][])[]) => {
  const gaps = groups.flatMap((blocks) =>
    blocks.flatMap((block, index) =>
      hasRow(block) ? [] : measureGaps(block, blocks[index - 1], blocks[index + 1]),
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
  groups: readonly (readonly TableLine[][])[],
): { blocks: TableLine[][]; isUnclear: boolean } => {
  const farthest = findFarthestGaps(groups)
  const joined: TableLine[][] = []
  let isUnclear = false
  for (const group of groups) {
    const blocks = group.map((block) => [...block])
    const joinedTexts = new Set<TableLine[]>()
    for (const [index, block] of blocks.entries()) {
      if (hasRow(block)) {
        continue
      }
      const above = blocks[index - 1]
      const below = blocks[index + 1]
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

const isOpeningBalance = ({ cells }: TableLine) =>
  cells.some((cell) => /\bb\/f\b|brought forward|opening/i.test(cell))

/**
 * Texts are below their rows if there is none above the first row. Texts are above their rows if
 * there is none below the last row.
 */
const findSide = (blocks: readonly TableLine[][]): 'below' | 'above' | 'unclear' => {
  const firstLine = blocks[0]?.find((line) => !isOpeningBalance(line))
  const isTextAboveFirst = firstLine?.isRow === false
  const isTextBelowLast = blocks.at(-1)?.at(-1)?.isRow === false
  if (!isTextAboveFirst) {
    return 'below'
  }
  return isTextBelowLast ? 'unclear' : 'above'
}

/** Text that belongs to no row gets its own block. */
const splitRows = (block: readonly TableLine[], side: 'below' | 'above'): TableLine[][] => {
  const lines = side === 'below' ? block : block.toReversed()
  const blocks: TableLine[][] = []
  for (const line of lines) {
    const lastBlock = blocks.at(-1)
    if (line.isRow || !lastBlock) {
      blocks.push([line])
    } else {
      lastBlock.push(line)
    }
  }
  return side === 'below' ? blocks : blocks.map((lines) => lines.toReversed()).toReversed()
}

/** A page break may separate a text from its row. */
const joinAcrossPages = (blocks: readonly TableLine[][]): TableLine[][] => {
  const joined: TableLine[][] = []
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
const joinCells = (lines: readonly TableLine[]): LaidOutTable => {
  const { blocks, isUnclear } = joinNearer(splitByGaps(lines))
  const hasSeveralRows = (block: readonly TableLine[]) =>
    block.filter(({ isRow }) => isRow).length > 1
  const mixedBlocks = blocks.filter(
    (block) => hasSeveralRows(block) && block.some(({ isRow }) => !isRow),
  )
  const side = findSide(mixedBlocks)
  const rowBlocks = blocks.flatMap((block) =>
    mixedBlocks.includes(block) && side !== 'unclear' ? splitRows(block, side) : [block],
  )
  // Undefined for a line whose text has moved to the line of its row.
  const joined = new Map<TableLine, FileRow | undefined>()
  for (const block of joinAcrossPages(rowBlocks)) {
    const [row, secondRow] = block.filter(({ isRow }) => isRow)
    if (!row || secondRow) {
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
    isUnclear: isUnclear || side === 'unclear',
  }
}
