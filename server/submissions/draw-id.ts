import { randomBytes } from 'node:crypto'
import { formatDelegateId } from '../../festival/ids'

const draws = 200
/** So many clashes in a row say that six digits have become scarce; the id then shows one more. */
const clashesPerDigit = 20

/** Twelve random digits. */
export const drawDigits = (): string => formatDelegateId(BigInt(`0x${randomBytes(12).toString('hex')}`))

/**
 * Makes rows of drawn digits until one has a free id, and gives that. `digits` says how many of them the id shows
 * (behaviours 4.3, 4.4, 4.5).
 * @throws Error when no free id was drawn
 */
export const insertUnderDrawnId = async <Row>(
  makeRow: (drawn: string, digits: number) => Row,
  insertUnlessTaken: (row: Row) => Promise<boolean>,
  draw: () => string = drawDigits,
): Promise<Row> => {
  for (let round = 0; round < draws; round += 1) {
    const row = makeRow(draw(), Math.min(12, 6 + Math.floor(round / clashesPerDigit)))
    if (await insertUnlessTaken(row)) return row
  }
  throw new Error('No id is free')
}
