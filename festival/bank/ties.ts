import type { ExpectedPayment, MatchKind } from './match'
import { type Fit, fitReference, looksLikeReference, tellingLength } from './narration'
import { addTo, compare, countWords, type Movement, mostRowsOfField, mostRowsOfNumber } from './payments'
import { fitName, isNear, nameOf } from './signals'

/** What ties a payment to a submission firmly. */
export interface Tie {
  payment: Movement
  expected: ExpectedPayment
  isAllocated?: true
  byNumber?: true
  byPicture?: true
  byReference?: Fit
  /** The typed UTR is one slip off; counts beside a piece of the code. */
  isNearNumber?: true
  /** What speaks against it. */
  against?: MatchKind
  /** Whom the payer's name says instead. */
  others?: readonly ExpectedPayment[]
}

/** Payments and submissions that hang together by ties, directly or through each other. */
export interface Group {
  ties: readonly Tie[]
  payments: readonly Movement[]
  expected: readonly ExpectedPayment[]
}

/** Which of two fits of one submission is told. */
const strength: Readonly<Record<Fit, number>> = { beginning: 0, glued: 1, whole: 2 }

/** Finds what each payment's numbers and note name. Time grows with payments and submissions, not with their product. */
export const findTies = (
  payments: readonly Movement[],
  live: readonly Movement[],
  all: readonly ExpectedPayment[],
): Tie[] => {
  const byId = new Map(all.map((one) => [one.id, one]))
  const byNumber = new Map<string, ExpectedPayment[]>()
  const byPicture = new Map<string, ExpectedPayment[]>()
  const byBeginning = new Map<string, ExpectedPayment[]>()
  const shown = new Set(live.flatMap(({ numbers }) => numbers))
  for (const one of all) {
    if (one.number !== undefined) addTo(byNumber, one.number, one)
    if (one.pictureNumber !== undefined && !(one.number !== undefined && shown.has(one.number)))
      addTo(byPicture, one.pictureNumber, one)
    if (one.reference !== undefined) addTo(byBeginning, one.reference.slice(0, tellingLength), one)
  }
  /** One that stands in too many rows to be one payment's names in those of exactly that amount, unless they are too many too. */
  const makeNaming = (wordsOf: (payment: Movement) => readonly string[], most: number) => {
    const count = countWords(payments, wordsOf)
    const countExact = countWords(payments, (one) => wordsOf(one).map((word) => `${word} ${one.amount}`))
    return (word: string, { amount }: Movement, { due }: ExpectedPayment) =>
      count(word) <= most || (amount === due && countExact(`${word} ${amount}`) <= most)
  }
  const numberNames = makeNaming(({ numbers }) => numbers, mostRowsOfNumber)
  const fieldNames = makeNaming(({ fields }) => fields, mostRowsOfField)

  return payments.flatMap((payment) => {
    const ties = new Map<ExpectedPayment, Tie>()
    const add = (expected: ExpectedPayment, part: Partial<Tie>) =>
      ties.set(expected, { ...ties.get(expected), ...part, payment, expected })
    const holder = byId.get(payment.allocatedTo ?? '')
    if (holder) add(holder, { isAllocated: true })
    for (const number of payment.numbers) {
      for (const one of byNumber.get(number) ?? []) if (numberNames(number, payment, one)) add(one, { byNumber: true })
      for (const one of byPicture.get(number) ?? [])
        if (numberNames(number, payment, one)) add(one, { byPicture: true })
    }
    for (const field of payment.fields)
      for (const one of byBeginning.get(field.slice(0, tellingLength)) ?? []) {
        const fit = fieldNames(field, payment, one) ? fitReference(field, one.reference ?? '') : undefined
        const before = ties.get(one)?.byReference
        if (fit && (!before || strength[fit] > strength[before])) add(one, { byReference: fit })
      }
    return dropClosed([...ties.values()].map(judgeTie))
  })
}

export const hasOwnName = ({ names, phones }: Movement, expected: ExpectedPayment): boolean =>
  names.some((printed) => fitName(printed, nameOf(expected)) === 'whole') || phones.includes(expected.phone ?? '')

/** One slip, a swapped pair, or a zero that was lost in front. */
const isNearTo = ({ numbers, fields }: Movement, number: string | undefined): boolean =>
  number !== undefined &&
  (numbers.some((one) => isNear(one, number)) || (number.startsWith('0') && fields.includes(number.slice(1))))

/**
 * Finds what speaks against a tie: note, typed UTR or picture is somebody else's. A whole reference that stands as a
 * field of its own is believed; one that only begins a field is not, beside another one. The payer's own name outweighs another number.
 */
const judgeTie = (tie: Tie): Tie => {
  const { payment, expected, byNumber, byPicture, byReference } = tie
  const { reference, number, pictureNumber } = expected
  if (tie.isAllocated) return tie
  if (payment.partReversal) return { ...tie, against: 'partly-reversed' }
  const namesAnother = (field: string) =>
    looksLikeReference(field) &&
    field.slice(0, tellingLength) !== reference?.slice(0, tellingLength) &&
    !(field.length > tellingLength && reference && isNear(field.slice(0, reference.length), reference))
  if (byReference === 'whole') return tie
  if (payment.fields.some(namesAnother)) return { ...tie, against: 'other-reference' }
  const isOthers = (one: string | undefined) =>
    one !== undefined && payment.numbers.length > 0 && !payment.numbers.includes(one)
  const isOff = byNumber ? isOthers(pictureNumber) && !byReference : isOthers(number) && !(byPicture && byReference)
  if (!isOff) return tie
  const isSlip = isNearTo(payment, byNumber ? pictureNumber : number)
  if (isSlip && (byNumber || byPicture)) return tie
  if (isSlip) return { ...tie, isNearNumber: true }
  return hasOwnName(payment, expected) ? tie : { ...tie, against: 'other-number' }
}

/** A payment is somebody's who was rejected or has withdrawn only where nobody else is named as firmly (behaviour 15.60). */
const dropClosed = (ties: readonly Tie[]): readonly Tie[] => {
  const closed = ties.filter(({ expected, isAllocated }) => expected.standing === 'closed' && !isAllocated)
  const others = ties.filter((tie) => !closed.includes(tie))
  const isFirm = ({ against }: Tie) => against === undefined
  return closed.some(isFirm) && !others.some(isFirm) ? closed : others
}

/** Splits all ties into groups that know nothing of each other. */
export const groupTies = (ties: readonly Tie[]): Group[] => {
  const tiesOf = new Map<Movement | ExpectedPayment, Tie[]>()
  for (const tie of ties) {
    addTo<Movement | ExpectedPayment, Tie>(tiesOf, tie.payment, tie)
    addTo<Movement | ExpectedPayment, Tie>(tiesOf, tie.expected, tie)
  }
  const seen = new Set<Tie>()
  return ties.flatMap((first): Group[] => {
    if (seen.has(first)) return []
    seen.add(first)
    const group = [first]
    // The list grows while it is walked.
    for (const tie of group)
      for (const other of [...(tiesOf.get(tie.payment) ?? []), ...(tiesOf.get(tie.expected) ?? [])])
        if (!seen.has(other)) {
          seen.add(other)
          group.push(other)
        }
    const byId = <One extends { id: string }>(some: Iterable<One>) => [...some].sort((a, b) => compare(a.id, b.id))
    const payments = byId(new Set(group.map(({ payment }) => payment)))
    return [{ ties: group, payments, expected: byId(new Set(group.map(({ expected }) => expected))) }]
  })
}
