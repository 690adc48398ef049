import type { ShownProposal, StatementPreview } from '../../../festival/desk/statement'
import type { SettleItem } from '../decisions/settle'

/** What a yes to a proposal is sent as: its claims in the versions that were seen, and its rows. */
export const itemOf = ({ claims, rows, difference = 0 }: ShownProposal, reason = ''): SettleItem => ({
  claims: claims.map(({ id, version }) => ({ id, version })),
  rows: rows.map(({ id }) => id),
  ...(reason.trim() ? { accepted: { difference, reason: reason.trim() } } : {}),
})

/** All that "Verify matched" takes of a preview. */
export const listTicked = ({ groups }: Pick<StatementPreview, 'groups'>): SettleItem[] =>
  groups.flatMap(({ proposals }) => proposals.filter(({ isTicked }) => isTicked).map((proposal) => itemOf(proposal)))

/**
 * A payment that several lay claim to, as a person has said whose it is: one claim, one row that is not spent, and the
 * difference between the two. Undefined while that is not said.
 */
export const chooseOne = (
  proposal: ShownProposal,
  claimId: string | undefined,
  rowId: string | undefined,
): ShownProposal | undefined => {
  const { difference: _difference, ...rest } = proposal
  const claim = proposal.claims.find(({ id }) => id === claimId)
  const row = proposal.rows.find(({ id }) => id === rowId)
  if (!claim || !row) return undefined
  const difference = row.amount - claim.due
  return {
    ...rest,
    claims: [claim],
    rows: [row],
    received: row.amount,
    ...(difference === 0 ? {} : { difference }),
  }
}
