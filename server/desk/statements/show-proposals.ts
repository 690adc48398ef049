import type { FlagKind } from '../../../festival/desk/flags'
import type {
  ProposalGroup,
  ShownClaim,
  ShownProposal,
  ShownRow,
  StatementPreview,
} from '../../../festival/desk/statement'
import type { BankPayment } from '../../../festival/matching/claim'
import { isTicked, type Proposal, type ProposalState, stateWords } from '../../../festival/matching/proposal'
import { differenceOf, settlingOf } from '../../../festival/matching/settling'
import { mapSteps, type Steps } from '../../../festival/matching/steps'
import type { ClaimedRecord } from '../../reviews/claims'
import { claimsOf, type Proposed, rowsOf } from './propose'

/** So many are listed of what settles nothing. */
const mostListed = 500

/** The states in the order in which the desk shows them. */
const states = Object.keys(stateWords).filter((key): key is ProposalState => key in stateWords)

type Parts = Pick<Proposed, 'claims' | 'kept' | 'fresh'>

export const showClaim = (claim: ClaimedRecord, flags: readonly FlagKind[] = []): ShownClaim => ({
  ...claim,
  flags: [...flags],
})

export const showRow = (
  { id, line, day, amount, narration, reference }: BankPayment,
  { claims, kept }: Pick<Proposed, 'claims' | 'kept'>,
): ShownRow => ({
  id,
  line,
  day,
  amount,
  narration,
  reference,
  isNew: !kept.rows.has(id),
  spentOn: (kept.spentOn.get(id) ?? []).map((record) => ({ id: record, label: claims.get(record)?.label ?? '' })),
})

const isOpen = ({ state, ground }: ClaimedRecord) =>
  state === 'submitted' || state === 'needs-correction' || (state === 'verified' && ground === 'picture')

/** Whether "Verify matched" may take it: whoever was asked for a correction, and whoever has a flag, is looked at first. */
const mayTick = (claim: ClaimedRecord, flags: ReadonlyMap<string, readonly FlagKind[]>) =>
  isOpen(claim) && claim.state !== 'needs-correction' && !flags.has(claim.id)

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const showProposal = (
  proposal: Proposal,
  parts: Parts,
  flags: ReadonlyMap<string, readonly FlagKind[]>,
): ShownProposal => {
  const claims = claimsOf(proposal).flatMap(({ id }) => parts.claims.get(id) ?? [])
  const rows = rowsOf(proposal)
  const reversal = 'reversal' in proposal ? proposal.reversal : undefined
  const difference = differenceOf(proposal)
  const settled =
    proposal.state === 'paid-twice' ? claims.every(({ state }) => state !== 'rejected') : claims.some(isOpen)
  return {
    key: [proposal.state, ...rows.map(({ id }) => id), reversal?.id ?? '', ...claims.map(({ id }) => id)].join(' '),
    state: proposal.state,
    claims: claims.map((claim) => showClaim(claim, flags.get(claim.id))),
    rows: rows.map((row) => showRow(row, parts)),
    ...(reversal ? { reversal: showRow(reversal, parts) } : {}),
    ...(rows.length > 0 ? { received: sumOf(rows.map(({ amount }) => amount)) } : {}),
    ...(difference === 0 ? {} : { difference }),
    ...('why' in proposal ? { why: proposal.why } : {}),
    settling: settled ? settlingOf(proposal.state) : 'never',
    isTicked: isTicked(proposal.state) && claims.every((claim) => mayTick(claim, flags)),
  }
}

const sumGroup = (shown: readonly ShownProposal[]) =>
  sumOf(shown.map(({ received, claims }) => received ?? sumOf(claims.map(({ due }) => due))))

/** All proposals in groups, with counts and sums (behaviour 15.21). */
export function* showPreview(
  proposed: Proposed,
  flags: ReadonlyMap<string, readonly FlagKind[]>,
  sent: number,
): Steps<StatementPreview> {
  const shown = yield* mapSteps(proposed.proposals, (proposal) => showProposal(proposal, proposed, flags))
  const groups = states.flatMap((state): ProposalGroup[] => {
    const all = shown.filter((one) => one.state === state)
    const listed = settlingOf(state) === 'never' && !state.endsWith('reversed') ? all.slice(0, mostListed) : all
    return all.length === 0
      ? []
      : [{ state, count: all.length, sum: sumGroup(all), proposals: listed, more: all.length - listed.length }]
  })
  const ticked = shown.filter((one) => one.isTicked)
  const credits = [...proposed.fresh.values()].filter(({ amount }) => amount > 0)
  return {
    fresh: { count: proposed.fresh.size, sum: sumOf(credits.map(({ amount }) => amount)) },
    known: sent - proposed.fresh.size,
    days: proposed.days ?? null,
    groups,
    ticked: { count: ticked.length, sum: sumGroup(ticked) },
  }
}
