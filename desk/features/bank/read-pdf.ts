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
}

/** Pieces that stand on one line, from left to right. */
type Line = readonly Piece[]

const damaged = 'This PDF cannot be opened: it is damaged. Download it again from the bank.'

/** Pieces whose baselines differ by less than this share of their size stand on one line. */
const sameLine = 0.4

const groupLines = (pieces: readonly Piece[]): Line[] => {
  const lines: Piece[][] = []
  for (const piece of [...pieces].sort((one, other) => other.baseline - one.baseline || one.left - other.left)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && Math.abs(first.baseline - piece.baseline) < piece.size * sameLine) line.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) => line.sort((one, other) => one.left - other.left))
}

/** A piece that one command drew may hold several words of several columns, with wide blanks between. */
const splitWide = (piece: Piece): Piece[] => {
  const parts = [...piece.text.matchAll(/\S+(?:\s\S+)*/g)]
  if (parts.length < 2) return [piece]
  const perCharacter = (piece.right - piece.left) / piece.text.length
  return parts.map(({ 0: text, index }) => ({
    ...piece,
    text,
    left: piece.left + index * perCharacter,
    right: piece.left + (index + text.length) * perCharacter,
  }))
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
      return splitWide({
        text: item.str.slice(0, bounds.cellLength),
        left: Number(left),
        right: Number(left) + item.width,
        baseline: Number(baseline),
        size,
      })
    })
    count += pieces.length
    refuseCells(count)
    lines.push(...groupLines(pieces))
    refuseRows(lines.length)
  }
  return lines
}

/** A gap between columns is white in nearly all rows of the table: a few narrations may run over it. */
const mostCrossing = 0.03

/** Where the columns of a table begin and end: stretches of the width on which its rows have ink. */
const findColumns = (rows: readonly Line[]): { left: number; right: number }[] => {
  const width = Math.ceil(Math.max(...rows.flat().map(({ right }) => right), 1)) + 1
  const inked = new Uint32Array(width)
  for (const row of rows) {
    const marked = new Uint8Array(width)
    for (const { left, right } of row) marked.fill(1, Math.max(0, Math.round(left)), Math.max(1, Math.round(right)))
    for (const [at, mark] of marked.entries()) if (mark) inked[at] = (inked[at] ?? 0) + 1
  }
  const most = rows.length * mostCrossing
  const columns: { left: number; right: number }[] = []
  for (const [at, count] of inked.entries()) {
    if (count <= most) continue
    const last = columns.at(-1)
    // A blank between words is narrower than a gap between columns.
    if (last && at - last.right < 4) last.right = at + 1
    else columns.push({ left: at, right: at + 1 })
  }
  return columns
}

const overlap = (piece: Piece, column: { left: number; right: number }) =>
  Math.min(piece.right, column.right) - Math.max(piece.left, column.left)

/** A line's cells: each piece goes where most of it stands; pieces that touch are one word. */
const cutCells = (line: Line, columns: readonly { left: number; right: number }[]): string[] => {
  const cells: string[] = columns.map(() => '')
  let before: Piece | undefined
  for (const piece of line) {
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

const isDated = (line: Line) =>
  line.some(({ text }) => readDay(text)) || readDay(line.map(({ text }) => text).join(' '))

/** The lines of a table are those with a date and money; by them its columns are known, and every line is cut by these. */
const cutLines = (lines: readonly Line[]): FileRow[] => {
  const rows = lines.filter((line) => isDated(line) && line.some(({ text }) => readMoney(text)))
  const columns = findColumns(rows)
  return lines.map((line, index) => ({ line: index + 1, cells: cutCells(line, columns) }))
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
