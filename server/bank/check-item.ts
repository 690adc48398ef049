import { type BankRow, holdsBack, kinds, type Match, type MatchKind } from '../../festival/bank/match'
import { compareRow, tellTies } from '../../festival/bank/signals'
import type { SettleItem, SettleSkip } from '../../festival/desk/bank'
import type { FlagKind } from '../../festival/desk/flags'
import type { ExpectedRecord } from './expected'
import type { Found } from './matches'

/** What the items of a call are about, at the moment of the matches. */
export interface Looked extends Found {
  expected: Map<string, ExpectedRecord>
  rows: Map<string, BankRow>
  flags: Map<string, FlagKind[]>
}

/** What is settled: how it is tied, and each submission's share of each row, in paise. */
export interface Checked {
  by: MatchKind | 'by hand'
  reason: string
  isTyped: boolean
  difference: number
  shares: { record: string; row: string; amount: number }[]
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Fills what is due from the rows in their order; what is left over is the last one's. */
const share = (rows: readonly BankRow[], expected: readonly ExpectedRecord[]): Checked['shares'] => {
  const left = rows.map(({ id, amount }) => ({ id, amount }))
  const shares: Checked['shares'] = []
  for (const [index, { id: record, due }] of expected.entries()) {
    let open = index === expected.length - 1 ? Number.POSITIVE_INFINITY : due
    for (const row of left) {
      const amount = Math.min(open, row.amount)
      if (amount > 0) shares.push({ record, row: row.id, amount })
      row.amount -= amount
      open -= amount
    }
  }
  return shares
}

/** Whether a person must say why, though something ties them: what somebody else has as firmly, or what the match itself asks. */
const asksReason = (match: Match, expected: readonly string[]): boolean =>
  kinds[match.kind].settling === 'reason' ||
  (kinds[match.kind].group === 'matched' && !isSame(match.expected, expected))

/** What ties them, in words, without a word of a person; undefined where one must say why. */
const findReason = (
  rows: readonly BankRow[],
  expected: readonly ExpectedRecord[],
  matches: readonly Match[],
): string | undefined => {
  const ids = expected.map(({ id }) => id)
  if (matches.some((match) => rows.some(({ id }) => match.rows.includes(id)) && asksReason(match, ids)))
    return undefined
  const ties = rows.flatMap((row) => expected.map((one) => tellTies(compareRow(row, one))))
  return ties.every((tie) => tie !== undefined) ? [...new Set(ties)].join('; ') : undefined
}

/**
 * Whether an item may be settled, and as what (behaviour 15.23): as the match that the server computes itself, or by hand. What a
 * browser says of rows and submissions counts for nothing.
 */
export const checkItem = (item: SettleItem, looked: Looked): Checked | SettleSkip => {
  const ids = item.expected.map(({ id }) => id)
  const expected = item.expected.flatMap(({ id }) => looked.expected.get(id) ?? [])
  if (expected.length < ids.length) return 'missing'
  if (item.expected.some(({ id, version }) => looked.expected.get(id)?.version !== version)) return 'stale'
  const rows = item.rows.flatMap((id) => looked.rows.get(id) ?? [])
  if (rows.length < item.rows.length) return 'gone'
  if (rows.some(({ allocatedTo }) => allocatedTo !== undefined)) return 'allocated'
  // Two files' words of one payment are no two payments.
  const isWorded = (id: string) => looked.wordings.get(id)?.some((other) => other !== id && item.rows.includes(other))
  if (item.rows.some(isWorded)) return 'allocated'
  const ofRows = looked.matches.filter((match) => match.rows.some((id) => item.rows.includes(id)))
  const isReversed = ofRows.some(({ kind }) => kind === 'reversed')
  if (isReversed || rows.some(({ amount }) => amount < 0)) return 'reversed'
  const isOpen = (id: string) => looked.rows.get(id)?.allocatedTo === undefined
  const match = ofRows.find((one) => isSame(one.expected, ids) && isSame(one.rows.filter(isOpen), item.rows))
  const isOwn = match !== undefined && kinds[match.kind].settling === 'yes'
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const byHand = sum(rows.map(({ amount }) => amount)) - sum(expected.map(({ due }) => due))
  const difference = isOwn ? (match.difference ?? 0) : byHand
  if (item.difference !== difference) return 'difference'
  if (!isOwn && difference !== 0 && (item.reason === undefined || expected.length > 1)) return 'difference'
  const own = isOwn && kinds[match.kind].group !== 'maybe' ? '' : isOwn ? kinds[match.kind].words : undefined
  const reason = item.reason ?? own ?? findReason(rows, expected, ofRows)
  if (reason === undefined) return 'reason'
  const kind = match?.kind ?? 'unknown'
  if (item.reason === undefined && !item.hasSeenFlags) {
    if (ids.some((id) => looked.flags.get(id)?.some((flag) => holdsBack(flag, kind)))) return 'flagged'
    if (expected.some(({ isIndexed }) => !isIndexed)) return 'unindexed'
  }
  const isTyped = item.reason !== undefined
  return { by: match ? kind : 'by hand', reason, isTyped, difference, shares: share(rows, expected) }
}
