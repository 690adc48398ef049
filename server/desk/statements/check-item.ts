import type { SettledItem, SettleSkip } from '../../../festival/desk/statement'
import { compareRow } from '../../../festival/matching/compare-row'
import type { Proposal } from '../../../festival/matching/proposal'
import { differenceOf, settlingOf } from '../../../festival/matching/settling'
import { claimsOf, type Proposed, rowsOf } from './propose'

/** An item that fits what the server proposes: its rows with each claim's share, in paise. */
export interface CheckedItem {
  state: Proposal['state']
  shares: { claim: string; row: string; amount: number }[]
  difference: number
}

const isSame = (one: readonly { id: string }[], other: readonly string[]) =>
  one.length === new Set(other).size && one.every(({ id }) => other.includes(id))

/** Of a payment that two lay claim to, a person says whose it is; it must be tied to that one by number or reference. */
const checkChoice = (item: SettledItem, { claims, kept }: Proposed): CheckedItem | SettleSkip => {
  const [claim] = item.claims.flatMap(({ id }) => claims.get(id) ?? [])
  const [row] = item.rows.flatMap((id) => kept.rows.get(id) ?? [])
  if (!claim || !row || item.claims.length > 1 || item.rows.length > 1) return 'mismatch'
  if (kept.spentOn.has(row.id)) return 'spent'
  const { number, reference } = compareRow(row, claim)
  if (!number && !reference) return 'mismatch'
  return {
    state: 'one-payment-for-two-claims',
    shares: [{ claim: claim.id, row: row.id, amount: row.amount }],
    difference: row.amount - claim.due,
  }
}

const share = (proposal: Proposal): CheckedItem['shares'] => {
  if (proposal.state === 'one-payment-for-several')
    return proposal.claims.map(({ id, due }) => ({ claim: id, row: proposal.row.id, amount: due }))
  const [claim] = claimsOf(proposal)
  return claim ? rowsOf(proposal).map(({ id, amount }) => ({ claim: claim.id, row: id, amount })) : []
}

/** Finds what the item is about among what the server itself proposes. */
const findMatch = (item: SettledItem, proposed: Proposed): CheckedItem | SettleSkip => {
  const claimIds = item.claims.map(({ id }) => id)
  const meant = proposed.proposals.find(
    (proposal) =>
      settlingOf(proposal.state) !== 'never' &&
      claimIds.every((id) => claimsOf(proposal).some((claim) => claim.id === id)) &&
      item.rows.every((id) => rowsOf(proposal).some((row) => row.id === id)),
  )
  if (!meant) return item.rows.some((id) => proposed.kept.spentOn.has(id)) ? 'spent' : 'mismatch'
  if (meant.state === 'one-payment-for-two-claims') return checkChoice(item, proposed)
  if (!isSame(claimsOf(meant), claimIds) || !isSame(rowsOf(meant), item.rows)) return 'mismatch'
  const open = share(meant).filter(({ row }) => !proposed.kept.spentOn.has(row))
  return open.length === 0 ? 'spent' : { state: meant.state, shares: open, difference: differenceOf(meant) }
}

/**
 * Whether an item is what the server proposes by itself, and whether a person has said what it needs (behaviour 15.23).
 * What a browser says of rows and claims counts for nothing.
 */
export const checkItem = (
  item: SettledItem,
  proposed: Proposed,
  { isFlagged, isUnindexed }: { isFlagged: boolean; isUnindexed: boolean },
): CheckedItem | SettleSkip => {
  if (item.claims.some(({ id }) => !proposed.claims.has(id))) return 'missing'
  if (item.claims.some(({ id, version }) => proposed.claims.get(id)?.version !== version)) return 'stale'
  // A file may have been taken back since.
  if (item.rows.some((id) => !proposed.kept.rows.has(id))) return 'gone'
  const found = findMatch(item, proposed)
  if (typeof found === 'string') return found
  const { accepted } = item
  if (accepted && accepted.difference !== found.difference) return 'difference'
  if (!accepted && settlingOf(found.state) === 'reason') return found.difference === 0 ? 'reason' : 'difference'
  if (accepted || item.hasSeenFlags) return found
  if (isFlagged) return 'flagged'
  return isUnindexed ? 'unindexed' : found
}
