import type { BankPayment, Claim } from './claim'
import type { ReadPayment } from './find-evidence'
import type { PerhapsReason, Proposal } from './proposal'
import { eachStep, type Steps } from './steps'

type Perhaps = Extract<Proposal, { state: 'perhaps' }>

/** Under which keys a row and a claim meet; two of one key look alike. All keys hold the amount: another one is no hint. */
interface Hint {
  why: PerhapsReason
  ofRow: (read: ReadPayment) => readonly string[]
  ofClaim: (claim: Claim) => readonly string[]
}

/** A text with each of its characters left open in turn, and with each two neighbours in their order of the alphabet. */
const looseForms = (text: string): string[] =>
  [...text].flatMap((_character, index) => {
    const [before, pair, after] = [text.slice(0, index), text.slice(index, index + 2), text.slice(index + 2)]
    return [`${before}?${text.slice(index + 1)}`, `${before}<${[...pair].sort().join('')}>${after}`]
  })

const referenceLength = 6
const hints: readonly Hint[] = [
  {
    why: 'near-number',
    ofRow: ({ reading }) => reading.numbers.flatMap(looseForms),
    ofClaim: ({ number }) => (number ? looseForms(number) : []),
  },
  {
    why: 'mobile-number',
    ofRow: ({ reading }) => reading.doubtfulNumbers,
    ofClaim: ({ number }) => (number ? [number] : []),
  },
  {
    why: 'shortened-number',
    ofRow: ({ reading }) => (reading.shortened ? [Number(reading.shortened).toExponential(5)] : []),
    ofClaim: ({ number }) => (number ? [Number(number).toExponential(5)] : []),
  },
  {
    why: 'near-reference',
    ofRow: ({ reading }) => reading.fields.filter(({ length }) => length === referenceLength).flatMap(looseForms),
    ofClaim: ({ reference }) => (reference ? looseForms(reference) : []),
  },
  { why: 'same-day', ofRow: ({ row }) => [row.day], ofClaim: ({ day }) => [day] },
]

/** Collects values under keys, and keeps of each key whether one value or several came. */
function* collect<Value>(
  values: readonly Value[],
  keys: (value: Value) => readonly string[],
): Steps<Map<string, Value | 'several'>> {
  const index = new Map<string, Value | 'several'>()
  yield* eachStep(values, (value) => {
    for (const key of new Set(keys(value))) index.set(key, index.has(key) ? 'several' : value)
  })
  return index
}

function* pairOff(hint: Hint, rows: readonly ReadPayment[], claims: readonly Claim[]): Steps<Perhaps[]> {
  const rowsByKey = yield* collect(rows, (read) => hint.ofRow(read).map((key) => `${read.row.amount} ${key}`))
  const claimsByKey = yield* collect(claims, (claim) => hint.ofClaim(claim).map((key) => `${claim.due} ${key}`))
  const partners = new Map<ReadPayment | Claim, Set<ReadPayment | Claim>>()
  const tie = (one: ReadPayment | Claim, other: ReadPayment | Claim) =>
    partners.set(one, (partners.get(one) ?? new Set()).add(other))
  const pairs = new Map<ReadPayment, Claim>()
  yield* eachStep(rowsByKey, ([key, read]) => {
    const claim = claimsByKey.get(key)
    if (read === 'several' || claim === 'several' || !claim) return
    tie(read, claim)
    tie(claim, read)
    pairs.set(read, claim)
  })
  const isOnly = (one: ReadPayment | Claim) => partners.get(one)?.size === 1
  return [...pairs]
    .filter(([read, claim]) => isOnly(read) && isOnly(claim))
    .map(([{ row }, claim]) => ({ state: 'perhaps', claim, row, why: hint.why }))
}

/** Pairs off what is left by weaker signs, and only where there is one of each. A person looks at every one. */
export function* findPerhaps(rows: readonly ReadPayment[], claims: readonly Claim[]): Steps<Perhaps[]> {
  const found: Perhaps[] = []
  const takenRows = new Set<BankPayment>()
  const takenClaims = new Set<Claim>()
  for (const hint of hints) {
    const pairs = yield* pairOff(
      hint,
      rows.filter(({ row }) => !takenRows.has(row)),
      claims.filter((claim) => !takenClaims.has(claim)),
    )
    for (const pair of pairs) {
      takenRows.add(pair.row)
      takenClaims.add(pair.claim)
    }
    found.push(...pairs)
  }
  return found
}
