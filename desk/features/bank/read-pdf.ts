import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type FileRow, readDay, readMoney } from '../../../festival/bank/cells'
import { bounds, PasswordNeeded, refuseCells, refuseRows, UnreadableFile } from './bounds'

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

/** Pieces that stand on one line of a page, from left to right. */
interface Line {
  page: number
  baseline: number
  pieces: readonly Piece[]
}

const damaged = 'This PDF cannot be opened: it is damaged. Download it again from the bank.'

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
const splitUnits = (piece: Piece): Piece[] => {
  const parts = [...piece.text.matchAll(unit)]
  if (parts.length < 2) return [piece]
  const each = (piece.right - piece.left) / weigh(piece.text)
  return parts.map(({ 0: text, index }) => {
    const left = piece.left + weigh(piece.text.slice(0, index)) * each
    return { ...piece, text, left, right: left + weigh(text) * each, isGuess: true }
  })
}

const readPages = async (document: PDFDocumentProxy): Promise<Line[]> => {
  if (document.numPages > bounds.pages)
    throw new UnreadableFile(`This PDF has ${document.numPages} pages. Download a shorter time from the bank.`)
  const lines: Line[] = []
  let count = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const pieces = items.flatMap((item): Piece[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , height = 0, left = 0, baseline = 0] = item.transform
      const size = Math.abs(Number(height)) || item.height || 8
      return splitUnits({
        text: item.str.slice(0, bounds.cellLength),
        left: Number(left),
        right: Number(left) + item.width,
        baseline: Number(baseline),
        size,
      })
    })
    count += pieces.length
    refuseCells(count)
    lines.push(...groupLines(number, pieces))
    refuseRows(lines.length)
  }
  return lines
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
    const marked = new Uint8Array(width)
    for (const { left, right, isGuess } of pieces) {
      // Of a guess the middle is right.
      const edge = isGuess ? (right - left) / 4 : 0
      marked.fill(1, Math.max(0, Math.round(left + edge)), Math.max(1, Math.round(right - edge)))
    }
    for (const [at, mark] of marked.entries()) if (mark) inked[at] = (inked[at] ?? 0) + 1
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
    let at = 0
    for (const [index, column] of columns.entries()) {
      const best = columns[at]
      if (best && overlap(piece, column) > overlap(piece, best)) at = index
    }
    const isGlued = before !== undefined && piece.left - before.right < piece.size * 0.15
    cells[at] = `${cells[at] ?? ''}${cells[at] && !isGlued ? ' ' : ''}${piece.text}`
    before = piece
  }
  return cells
}

/** A line of the table. */
interface Cut extends FileRow {
  page: number
  baseline: number
  /** It has a date and money. */
  isRow: boolean
  /** It has text in other columns than those of dates and money. */
  hasText: boolean
  /** It has nothing else. */
  isText: boolean
}

/** The lines of a table are those with a date and money; by them its columns are known, and every line is cut by these. */
const cutLines = (lines: readonly Line[]): FileRow[] => {
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
      return { ...one, hasText, isText: hasText && one.cells.every((cell, at) => cell === '' || !isFixed[at]) }
    }),
  )
}

/** Lines between two others than rows and texts, and on one page. */
const findStretches = (cut: readonly Cut[]): Cut[][] => {
  const stretches: Cut[][] = []
  let last: Cut | undefined
  for (const one of cut) {
    if (one.isRow || one.isText)
      if (last && last.page === one.page) stretches.at(-1)?.push(one)
      else stretches.push([one])
    last = one.isRow || one.isText ? one : undefined
  }
  return stretches
}

/** The most frequent distance from a line of text to the next. */
const findLeading = (stretches: readonly Cut[][]): number => {
  const counts = new Map<number, number>()
  for (const stretch of stretches) {
    const texts = stretch.filter(({ hasText }) => hasText)
    for (const [index, one] of texts.entries()) {
      const gap = Math.round(((texts[index - 1]?.baseline ?? Number.NaN) - one.baseline) * 2) / 2
      if (gap > 0 && (one.isText || texts[index - 1]?.isText)) counts.set(gap, (counts.get(gap) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

/** A stretch in parts between which the gap is wider; undefined where that does not tell one row from another. */
const partByGaps = (stretch: readonly Cut[], leading: number): Cut[][] | undefined => {
  const parts: Cut[][] = []
  let last: Cut | undefined
  for (const one of stretch.filter(({ hasText }) => hasText)) {
    if (last && last.baseline - one.baseline < leading * 1.2) parts.at(-1)?.push(one)
    else parts.push([one])
    last = one
  }
  // Where a row stands between two lines of its text, none of them is on its own line.
  for (const row of stretch.filter(({ hasText }) => !hasText))
    parts
      .find((part) => row.baseline < (part[0]?.baseline ?? 0) && row.baseline > (part.at(-1)?.baseline ?? 0))
      ?.push(row)
  const counts = parts.map((part) => part.filter(({ isRow }) => isRow).length)
  // At a page's edge a part may be what is left of the row beyond it.
  return counts.every((count, at) => count === 1 || (count === 0 && (at === 0 || at === counts.length - 1)))
    ? parts
    : undefined
}

/**
 * A row may stand in the middle of its text, as in the cells of a page that was printed: the lines of each such row become
 * one. Where nothing but their order tells rows apart, texts belong to the row above, as in every other file.
 */
const joinCells = (cut: readonly Cut[]): FileRow[] => {
  const stretches = findStretches(cut).filter((stretch) => stretch.some(({ isRow }) => isRow))
  const leading = findLeading(stretches)
  const parts: Cut[][] = []
  let isOver = false
  for (const part of stretches.flatMap((stretch) => partByGaps(stretch, leading) ?? [])) {
    const [before, hasRow] = [parts.at(-1), part.some(({ isRow }) => isRow)]
    // What stands on the next page without a row of its own, or before it on the last.
    if (before && (isOver || (!hasRow && before[0]?.page !== part[0]?.page))) before.push(...part)
    else parts.push([...part])
    isOver = !(parts.at(-1) ?? []).some(({ isRow }) => isRow)
  }
  const joined = new Map<Cut, FileRow | undefined>()
  for (const part of parts) {
    part.sort((one, other) => one.line - other.line)
    for (const one of part) joined.set(one, undefined)
    const row = part.find(({ isRow }) => isRow)
    const join = (column: number) => part.map(({ cells }) => cells[column]).filter(Boolean)
    if (row) joined.set(row, { line: row.line, cells: row.cells.map((_cell, column) => join(column).join('\n')) })
  }
  return cut.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one))
}

/**
 * Reads the text of a PDF as one table, its columns by their positions. Nothing of it is drawn, and neither file nor password
 * leaves the device.
 * @throws {UnreadableFile} {PasswordNeeded}
 */
export const readPdf = async (bytes: Uint8Array, password?: string): Promise<FileRow[]> => {
  // Without a browser pdf.js reads in this thread.
  const worker =
    typeof Worker === 'undefined' ? null : new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  GlobalWorkerOptions.workerPort = worker
  const opening = getDocument({
    // The bytes are pdf.js's own from here on; a second try with a password needs them again.
    data: bytes.slice(),
    ...(password === undefined ? {} : { password }),
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    const lines = await readPages(await opening.promise)
    if (lines.length === 0)
      throw new UnreadableFile(
        'This PDF holds pictures and no text: it was scanned. Download the statement from the bank’s site instead.',
      )
    return cutLines(lines)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    if (error instanceof Error && error.name === 'PasswordException') throw new PasswordNeeded()
    throw new UnreadableFile(damaged)
  } finally {
    await opening.destroy()
    worker?.terminate()
  }
}
