import { looksLikeReference, tellingLength } from '../bank/narration'
import type { BankPayment, Claim } from './claim'
import type { Evidence } from './find-evidence'
import type { Group, TiedPayment } from './group-evidence'
import type { PerhapsReason, Proposal } from './proposal'

const sumOf = (rows: readonly BankPayment[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What speaks against a claim and a row that fit: the one's note or number is somebody else's. A whole reference that
 * stands as a field of its own is believed; one that only begins a field is not, beside another one.
 */
const findContradiction = (
  { reading, isPartlyReversed }: TiedPayment,
  { claim, byNumber, byReference }: Evidence,
): PerhapsReason | undefined => {
  if (isPartlyReversed) return 'partly-reversed'
  const own = claim.reference?.slice(0, tellingLength)
  const namesAnother = (field: string) => looksLikeReference(field) && field.slice(0, tellingLength) !== own
  if (byReference !== 'whole' && reading.fields.some(namesAnother)) return 'other-reference'
  const hasOther = claim.number && reading.numbers.length > 0 && !reading.numbers.includes(claim.number)
  return !byNumber && byReference !== 'whole' && hasOther ? 'other-number' : undefined
}

const judgePair = (tied: TiedPayment, evidence: Evidence): Proposal => {
  const { row } = tied
  const { claim, byNumber } = evidence
  const why = findContradiction(tied, evidence)
  if (why) return { state: 'perhaps', claim, row, why }
  const difference = row.amount - claim.due
  if (difference !== 0) return { state: 'wrong-amount', claim, rows: [row], received: row.amount, difference }
  return { state: byNumber ? 'matched-by-number' : 'matched-by-reference', claim, row }
}

/** A person's yes to a row stands; of the others one that is perhaps another's is not made theirs by a payment beside it. */
const isDoubtful = (tied: TiedPayment): boolean =>
  tied.row.spentOn === undefined && tied.evidence.some((evidence) => findContradiction(tied, evidence) !== undefined)

const judgeSeveralRows = (claim: Claim, tied: readonly TiedPayment[]): Proposal => {
  const rows = tied.map(({ row }) => row)
  if (tied.some(isDoubtful)) return { state: 'one-payment-for-two-claims', claims: [claim], rows }
  const received = sumOf(rows)
  const difference = received - claim.due
  if (rows.some(({ amount }) => amount === claim.due)) return { state: 'paid-twice', claim, rows, refund: difference }
  if (difference === 0) return { state: 'paid-in-parts', claim, rows }
  return { state: 'wrong-amount', claim, rows, received, difference }
}

const haveSameNumbers = ({ row, reading }: TiedPayment, other: TiedPayment) =>
  row.amount === other.row.amount &&
  reading.numbers.length > 0 &&
  [...reading.numbers].sort().join(' ') === [...other.reading.numbers].sort().join(' ')

/** Two downloads may give one payment another day or balance. Its number is its own, so a second one of it is no refund due. */
const judgeTwins = (claim: Claim, [one, other, third]: readonly TiedPayment[]): Proposal[] | undefined => {
  if (!one || !other || third || !haveSameNumbers(one, other)) return undefined
  const [first, second] = other.row.spentOn === undefined ? [one, other] : [other, one]
  if (second.row.spentOn !== undefined) return undefined
  const same: Proposal = { state: 'same-payment', row: second.row, same: first.row }
  if (first.row.spentOn !== undefined) return [same]
  return [{ state: 'perhaps', claim, row: first.row, why: 'same-payment' }, same]
}

/** Each row's claim by number (or by what it was spent on), if that pairs off all rows and all claims of a group. */
const pairByNumber = ({ rows, claims }: Group): [TiedPayment, Evidence][] | undefined => {
  if (rows.length !== claims.length) return undefined
  const pairs = rows.flatMap((tied): [TiedPayment, Evidence][] => {
    const named = tied.evidence.filter(({ byNumber, isSpent }) => byNumber || isSpent)
    return named.map((evidence) => [tied, evidence])
  })
  const isOneToOne = pairs.length === rows.length && new Set(pairs.map(([, { claim }]) => claim)).size === rows.length
  return isOneToOne && new Set(pairs.map(([tied]) => tied)).size === rows.length ? pairs : undefined
}

/**
 * What a group of rows and claims that hang together comes to. Only one row and one claim that nobody else lays a hand on
 * are ever matched; where more claims than one could mean a row, a person decides.
 */
export const judgeGroup = (group: Group): Proposal[] => {
  const rows = group.rows.map(({ row }) => row)
  const { claims } = group
  const [claim, another] = claims
  const spent = new Set(rows.flatMap(({ spentOn }) => (spentOn === undefined ? [] : [spentOn])))
  const isSettled = rows.every(({ spentOn }) => spentOn !== undefined) && claims.every(({ id }) => spent.has(id))
  if (isSettled || !claim) return []
  const isAnothers = ({ spentOn }: BankPayment) => spentOn !== undefined && spentOn !== claim.id
  if (!another && rows.some(isAnothers)) return [{ state: 'one-payment-for-two-claims', claims, rows }]
  if (!another) {
    const [tied, second] = group.rows
    const [evidence] = tied?.evidence ?? []
    return tied && evidence && !second
      ? [judgePair(tied, evidence)]
      : (judgeTwins(claim, group.rows) ?? [judgeSeveralRows(claim, group.rows)])
  }
  const [tied, second] = group.rows
  if (tied && !second) {
    const isFirm = tied.evidence.every(({ byNumber, byReference }) => byNumber || byReference === 'whole')
    const isExact = claims.reduce((sum, { due }) => sum + due, 0) === tied.row.amount
    if (isFirm && isExact && tied.row.spentOn === undefined && !tied.isPartlyReversed)
      return [{ state: 'one-payment-for-several', claims, row: tied.row }]
  }
  const pairs = pairByNumber(group)
  if (!pairs) return [{ state: 'one-payment-for-two-claims', claims, rows }]
  return pairs.flatMap(([one, evidence]) => (evidence.isSpent ? [] : [judgePair(one, evidence)]))
}
