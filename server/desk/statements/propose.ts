import type { Payment } from '../../../festival/bank/verdict'
import type { FlagKind } from '../../../festival/desk/flags'
import type { BankPayment } from '../../../festival/matching/claim'
import { type Known, matchInSteps } from '../../../festival/matching/match-payments'
import { firmStates, type Proposal } from '../../../festival/matching/proposal'
import { eachStep, type Steps } from '../../../festival/matching/steps'
import type { DbOrTransaction } from '../../db/schema'
import { fingerprint, type KeptRows, readKeptRows } from '../../reviews/bank-rows'
import { type ClaimedRecord, isAccepted, readClaims } from '../../reviews/claims'
import { coverDays, type Days } from './covered-days'
import { takeTurns } from './take-turns'

/** A file on top of what was kept. */
export interface NewFile {
  days: Days
  payments: readonly Payment[]
  reversals: readonly Payment[]
}

/** What a file and everything that is known come to. */
export interface Proposed {
  proposals: Proposal[]
  claims: Map<string, ClaimedRecord>
  kept: KeptRows
  /** Rows of the file that no earlier one had, by their ids. */
  fresh: Map<string, BankPayment>
  days: Days | undefined
}

/** The claims of a proposal. */
export const claimsOf = (proposal: Proposal): readonly { id: string }[] => {
  if (proposal.state === 'partly-reversed') return proposal.named
  return 'claims' in proposal ? proposal.claims : 'claim' in proposal ? [proposal.claim] : []
}

/** The payments of a proposal; a reversal is none. */
export const rowsOf = (proposal: Proposal): readonly BankPayment[] => {
  if ('rows' in proposal) return proposal.rows
  if (proposal.state === 'partly-reversed') return [proposal.of]
  return 'row' in proposal && proposal.row ? [proposal.row] : []
}

/** One payment for several claims is settled once each of them holds it: the matching knows one holder only. */
const isSettled = (proposal: Proposal, { spentOn }: KeptRows): boolean => {
  if ('reversal' in proposal) return false
  const [rows, claims] = [rowsOf(proposal), claimsOf(proposal)]
  const holders = rows.map(({ id }) => spentOn.get(id) ?? [])
  return (
    rows.length > 0 &&
    claims.length > 0 &&
    holders.every((ids) => ids.length > 0) &&
    claims.every(({ id }) => holders.some((ids) => ids.includes(id)))
  )
}

const isFirm = (proposal: Proposal): proposal is Extract<Proposal, { state: (typeof firmStates)[number] }> =>
  firmStates.some((state) => state === proposal.state)

/**
 * Matches payments with whoever owes something; what nothing firm ties to any of them may be of somebody who was rejected or
 * has withdrawn (behaviour 15.60). Those come second: a payment that is named anew is the newer submission's.
 */
function* matchAccepted(known: Known, others: readonly ClaimedRecord[]): Steps<Proposal[]> {
  const matched = yield* matchInSteps(known)
  const loose = matched.flatMap((one) => (one.state === 'unknown-payment' || one.state === 'perhaps' ? [one.row] : []))
  if (others.length === 0 || loose.length === 0) return matched
  const theirs = (yield* matchInSteps({ ...known, payments: loose, reversals: [], claims: others }))
    .filter(isFirm)
    .map((one): Proposal => ({ state: 'not-accepted', as: one.state, claim: one.claim, rows: rowsOf(one) }))
  const taken = new Set(theirs.flatMap(rowsOf))
  const isLoose = matched.some((one) => one.state === 'perhaps' && taken.has(one.row))
  const rest = isLoose
    ? yield* matchInSteps({ ...known, payments: known.payments.filter((row) => !taken.has(row)) })
    : matched.filter((one) => one.state !== 'unknown-payment' || !taken.has(one.row))
  return [...rest, ...theirs]
}

/** Matches all that is kept, and a new file if there is one, against all claims (behaviour 15.21). Nothing is changed. */
export const propose = async (db: DbOrTransaction, file?: NewFile): Promise<Proposed> => {
  const kept = await readKeptRows(db)
  const claims = await readClaims(db)
  const holders = new Set([...kept.spentOn.values()].flat())
  const byBank = [...claims.values()].filter(({ cash }) => cash === undefined)
  const files = await db
    .selectFrom('bank_import')
    .select(['first_day as first', 'last_day as last'])
    .where('dropped_at', 'is', null)
    .execute()
  const days = coverDays(files, file?.days)
  const fresh = new Map<string, BankPayment>()
  const sent = file ? [...file.payments, ...file.reversals] : []
  await takeTurns(
    eachStep(sent, (payment) => {
      const id = fingerprint(payment)
      if (!kept.rows.has(id)) fresh.set(id, { ...payment, id })
    }),
  )
  const rows = [...kept.rows.values(), ...fresh.values()]
  const matched =
    days === undefined
      ? []
      : await takeTurns(
          matchAccepted(
            {
              payments: rows.filter(({ amount }) => amount > 0),
              reversals: rows.filter(({ amount }) => amount < 0),
              claims: byBank.filter((claim) => isAccepted(claim) || holders.has(claim.id)),
              days,
            },
            byBank.filter((claim) => !isAccepted(claim) && !holders.has(claim.id)),
          ),
        )
  return { proposals: matched.filter((proposal) => !isSettled(proposal, kept)), claims, kept, fresh, days }
}

/** All flags of all records, by record. */
export const readFlags = async (db: DbOrTransaction): Promise<Map<string, FlagKind[]>> => {
  const found = new Map<string, FlagKind[]>()
  const rows = await db.selectFrom('flag').select(['record_id', 'kind']).distinct().orderBy('kind').execute()
  for (const { record_id, kind } of rows) found.set(record_id, [...(found.get(record_id) ?? []), kind])
  return found
}
