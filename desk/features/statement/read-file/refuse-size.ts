import { bounds } from './bounds'
import { UnreadableFile } from './unreadable-file'

const inIndia = (count: number) => count.toLocaleString('en-IN')

/** Refuses what has more rows than a statement can have. */
export const refuseRows = (count: number): void => {
  if (count > bounds.rows)
    throw new UnreadableFile(
      `This file has ${inIndia(count)} rows; at most ${inIndia(bounds.rows)} can be read. Download a shorter time from the bank.`,
    )
}

/** Refuses what has more cells than a statement can have. */
export const refuseCells = (count: number, most: number = bounds.cells): void => {
  if (count > most)
    throw new UnreadableFile('This file has far more cells than a statement. Download it again from the bank.')
}

const signs = new Set([...',;|"<\t'].map((sign) => sign.charCodeAt(0)))
const newline = 10

/** Counts what a text would be split into, and refuses too much of it before any work. */
export const refuseText = (text: string): void => {
  let lines = 1
  let cells = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) lines++
    else if (signs.has(code)) cells++
  }
  refuseRows(lines)
  refuseCells(cells, bounds.signs)
}
