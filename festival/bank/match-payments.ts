import type { BankRow, Known, Match, Matched, MatchKind } from './match'
import { compareRow } from './signals'

/** Proposes what each payment is for and what became of each submission. */
export const matchPayments = ({ rows, expected, days }: Known): Matched => {
  const matches: Match[] = []
  const open = new Map(expected.filter(({ standing }) => standing === 'open').map((one) => [one.id, one]))
  for (const row of rows.filter(({ amount, allocatedTo }) => amount > 0 && allocatedTo === undefined)) {
    const own = [...open.values()].filter((one) => {
      const { amount, number, reference } = compareRow(row, one)
      return amount && (number || reference !== undefined)
    })
    const [one, another] = own
    if (one && !another) open.delete(one.id)
    const ids = one && !another ? [one.id] : []
    matches.push({ key: row.id, kind: one && !another ? 'number' : 'unknown', expected: ids, rows: [row.id] })
  }
  for (const { id, day } of open.values()) {
    const kind = day >= days.last ? 'newer' : day < days.first ? 'older' : 'not-received'
    matches.push({ key: id, kind, expected: [id], rows: [] })
  }
  return { matches, sameAs: new Map() }
}

/** Fewer open submissions in a file's days than this say nothing of the file. */
const leastOpen = 10

/**
 * Whether hardly any payment of a file names anybody, while there are open submissions in its days: another account's file,
 * or a wrong column. `file` are the payments of the file alone, known or not; `known` and `matched` are of everything.
 */
export const isStrange = (
  file: readonly Pick<BankRow, 'id' | 'day'>[],
  { expected }: Known,
  { matches, sameAs }: Matched,
): boolean => {
  const unnamed = new Set<MatchKind>(['unknown', 'same-day', 'name'])
  const named = new Set(
    matches.flatMap(({ kind, rows }) =>
      unnamed.has(kind) ? [] : rows.flatMap((id) => [id, ...(sameAs.get(id) ?? [])]),
    ),
  )
  const allNamed = file.filter(({ id }) => named.has(id)).length
  const days = file.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  const open = expected.filter(
    ({ standing, day }) => standing === 'open' && first && last && day >= first && day <= last,
  )
  return open.length >= leastOpen && file.length >= leastOpen && allNamed * 10 < Math.min(open.length, file.length)
}
