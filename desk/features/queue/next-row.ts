import type { QueueRow } from '../../../festival/desk/queue'

/** The row so many places further, or undefined past either end; the first one where none is shown. */
export const rowBeside = (rows: readonly QueueRow[], id: string | undefined, step: 1 | -1): QueueRow | undefined => {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? rows[0] : rows[at + step]
}

/** The next row after a decided one that stands as that one did: what comes up by itself. */
export const rowToDecideNext = (
  rows: readonly QueueRow[],
  decided: Pick<QueueRow, 'id' | 'state'>,
): QueueRow | undefined => {
  const at = rows.findIndex((row) => row.id === decided.id)
  return rows.slice(at + 1).find((row) => row.state === decided.state)
}
