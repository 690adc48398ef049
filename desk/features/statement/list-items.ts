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
