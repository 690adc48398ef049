import type { Day } from '../slot'
import type { BankPayment, Claim } from './claim'
import { dropBanksWords, findEvidence, type ReadPayment, readPayments } from './find-evidence'
import { findPerhaps } from './find-perhaps'
import { findReversed } from './find-reversed'
import { groupEvidence } from './group-evidence'
import { judgeGroup } from './judge-group'
import type { Proposal } from './proposal'
import { eachStep, mapSteps, type Steps, takeSteps } from './steps'

/** Everything that is known when the desk looks. */
export interface Known {
  /** Payments of this file and of earlier ones, the spent ones included. */
  payments: readonly BankPayment[]
  /** What took a payment back, in this file or an earlier one. */
  reversals: readonly BankPayment[]
  /** Every claim with an amount due, the settled ones included. */
  claims: readonly Claim[]
  /** The first and last day of the files so far; before and after them nothing is called missing. */
  days: { first: Day; last: Day }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Each row once, in an order that does not depend on the file's. A row that was spent stands for its copies. */
const sortRows = (rows: readonly BankPayment[]): BankPayment[] => {
  const byId = new Map<string, BankPayment>()
  for (const row of rows) if (byId.get(row.id)?.spentOn === undefined) byId.set(row.id, row)
  return [...byId.values()].sort((one, other) => compare(one.id, other.id))
}

/** Two downloads may word one payment differently: same numbers, amount and day, and no two balances that differ. */
function* dropSamePayments(reads: readonly ReadPayment[]): Steps<{ kept: ReadPayment[]; same: Proposal[] }> {
  const kept: ReadPayment[] = []
  const same: Proposal[] = []
  const byNumbers = new Map<string, ReadPayment[]>()
  const spentFirst = [...reads].sort((one, other) => Number(!one.row.spentOn) - Number(!other.row.spentOn))
  yield* eachStep(spentFirst, (read) => {
    const { row, reading } = read
    const key = [row.amount, row.day, ...[...reading.numbers].sort()].join(' ')
    const others = reading.numbers.length === 0 ? [] : (byNumbers.get(key) ?? [])
    const twin = others.find(
      ({ row: { balance } }) => balance === row.balance || balance === undefined || row.balance === undefined,
    )
    if (twin && row.spentOn === undefined) same.push({ state: 'same-payment', row, same: twin.row })
    else {
      kept.push(read)
      byNumbers.set(key, [...others, read])
    }
  })
  return { kept, same }
}

/**
 * Proposes what each payment is for and what became of each claim (behaviour 15.6 to 15.11). It depends on what is known and not on
 * the order in which it is given; time grows nearly in line with payments and claims.
 */
export const matchPayments = (known: Known): Proposal[] => takeSteps(matchInSteps(known))

/** The same in steps, for whoever has others to serve meanwhile. */
export function* matchInSteps({ payments, reversals, claims, days }: Known): Steps<Proposal[]> {
  const { kept: worded, same } = yield* dropSamePayments(yield* readPayments(sortRows(payments)))
  const sorted = [...new Map(claims.map((claim) => [claim.id, claim])).values()].sort((a, b) => compare(a.id, b.id))
  const kept = yield* dropBanksWords(worded, sorted)
  const reversed = yield* findReversed(yield* readPayments(sortRows(reversals)), kept)
  const takenBack = new Set(reversed.map(({ row }) => row))
  const lessened = new Set(reversed.map(({ part }) => part).filter((part) => !takenBack.has(part)))
  const evidence = yield* findEvidence(kept, sorted)
  const live = kept
    .filter(({ row }) => !takenBack.has(row))
    .map((read) => (lessened.has(read.row) ? { ...read, isPartlyReversed: true } : read))
  const groups = yield* groupEvidence(live, evidence)
  const tied = new Set<BankPayment | Claim>(
    groups.flatMap(({ rows, claims: ones }) => [...rows.map(({ row }) => row), ...ones]),
  )

  const claimsOf = (row: BankPayment) => (evidence.get(row) ?? []).map(({ claim }) => claim)
  const told = reversed.map(({ reversal, row, part, numbers }): Proposal => {
    if (part && lessened.has(part)) return { state: 'partly-reversed', reversal, of: part, named: claimsOf(part) }
    const named = row ? claimsOf(row) : sorted.filter(({ number }) => number !== undefined && numbers.includes(number))
    const theirs = named.filter((claim) => claim.id === row?.spentOn || !tied.has(claim))
    for (const claim of theirs) tied.add(claim)
    return { state: 'reversed', reversal, claims: theirs, ...(row ? { row } : {}) }
  })
  const openRows = live.filter(({ row }) => !tied.has(row) && row.spentOn === undefined)
  const openClaims = sorted.filter((claim) => !tied.has(claim))
  const perhaps = yield* findPerhaps(openRows, openClaims)
  for (const { row, claim } of perhaps) tied.add(row).add(claim)
  const judged = yield* mapSteps(groups, judgeGroup)
  return [
    ...judged.flat(),
    ...told,
    ...same,
    ...perhaps,
    ...openRows.filter(({ row }) => !tied.has(row)).map(({ row }): Proposal => ({ state: 'unknown-payment', row })),
    ...openClaims.filter((claim) => !tied.has(claim)).map((claim) => judgeAlone(claim, days)),
  ]
}

const judgeAlone = (claim: Claim, { first, last }: Known['days']): Proposal => {
  // The file may have been made in the middle of its last day.
  if (claim.day >= last) return { state: 'not-yet-in-this-file', claim, why: 'newer' }
  if (claim.day < first) return { state: 'not-yet-in-this-file', claim, why: 'older' }
  return { state: 'claimed-not-received', claim }
}
