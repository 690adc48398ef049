import { groupBy } from '../group-by'
import { sumBy } from '../sum-by'
import type { ExpectedPayment, MatchKind } from './match'
import { distinctiveLength, type Fit, fitReference, looksLikeReference } from './narration'
import { compareText, type Movement, maxPaymentsPerField, maxPaymentsPerNumber } from './payments'
import { isNearNumber, isOneTypoApart, isPayer } from './signals'

/** The evidence that a payment is for an entry. */
export interface Tie {
  payment: Movement
  entry: ExpectedPayment
  isAllocated?: true
  byNumber?: 'typed' | 'picture'
  byReference?: Fit
  /** Why the tie may be wrong. */
  doubt?: MatchKind
  /** Entries that fit the payer's name better. */
  payerEntries?: readonly ExpectedPayment[]
}

export const toArray = <Item>(item: Item | undefined) => (item === undefined ? [] : [item])

/**
 * A word in many payments identifies only entries with the payment's amount, and none if too many
 * payments have both the word and the amount.
 */
const makeWordTest = (
  payments: readonly Movement[],
  listWords: (payment: Movement) => readonly string[],
  maxPayments: number,
) => {
  const byWord = groupBy(payments, listWords)
  const byWordAndAmount = groupBy(payments, (payment) =>
    listWords(payment).map((word) => `${word} ${payment.amount}`),
  )
  return (word: string, { amount }: Movement, { due }: ExpectedPayment) =>
    (byWord.get(word) ?? []).length <= maxPayments ||
    (amount === due && (byWordAndAmount.get(`${word} ${amount}`) ?? []).length <= maxPayments)
}

const fitStrengths: readonly (Fit | undefined)[] = [undefined, 'beginning', 'glued', 'whole']

const isStronger = (fit: Fit, other: Fit | undefined) =>
  fitStrengths.indexOf(fit) > fitStrengths.indexOf(other)

/** Runs in linear time. */
export const findTies = (
  payments: readonly Movement[],
  entries: readonly ExpectedPayment[],
): Tie[] => {
  const identifiesByNumber = makeWordTest(payments, ({ numbers }) => numbers, maxPaymentsPerNumber)
  const identifiesByField = makeWordTest(payments, ({ fields }) => fields, maxPaymentsPerField)
  const paymentNumbers = new Set(payments.flatMap(({ numbers }) => numbers))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byTypedNumber = groupBy(entries, ({ number }) => toArray(number))
  // The screenshot may show another person's payment, so it counts only if no payment has the
  // typed number.
  const byPictureNumber = groupBy(entries, ({ number = '', pictureNumber }) =>
    paymentNumbers.has(number) ? [] : toArray(pictureNumber),
  )
  const byBeginning = groupBy(entries, ({ reference }) =>
    toArray(reference?.slice(0, distinctiveLength)),
  )
  const listByBeginning = (text: string) => byBeginning.get(text.slice(0, distinctiveLength)) ?? []

  const findTiesOf = (payment: Movement): Tie[] => {
    const ties = new Map<ExpectedPayment, Tie>()
    const addEvidence = (entry: ExpectedPayment, evidence: Partial<Tie>) =>
      ties.set(entry, { ...ties.get(entry), ...evidence, payment, entry })
    const addByNumber = (index: typeof byTypedNumber, byNumber: 'typed' | 'picture') => {
      for (const number of payment.numbers) {
        for (const entry of index.get(number) ?? []) {
          if (identifiesByNumber(number, payment, entry)) {
            addEvidence(entry, { byNumber })
          }
        }
      }
    }

    const allocatedEntry = byId.get(payment.allocatedTo ?? '')
    if (allocatedEntry) {
      addEvidence(allocatedEntry, { isAllocated: true })
    }
    addByNumber(byPictureNumber, 'picture')
    // A typed number takes precedence over the one on the screenshot.
    addByNumber(byTypedNumber, 'typed')
    for (const field of payment.fields) {
      for (const entry of listByBeginning(field)) {
        const fit = fitReference(field, entry.reference ?? '')
        const isBetter = fit && isStronger(fit, ties.get(entry)?.byReference)
        if (isBetter && identifiesByField(field, payment, entry)) {
          addEvidence(entry, { byReference: fit })
        }
      }
    }
    // A code assembled from pieces counts as little as a code with a word attached.
    for (const code of payment.joinedCodes) {
      for (const entry of listByBeginning(code)) {
        if (code === entry.reference && !ties.get(entry)?.byReference) {
          addEvidence(entry, { byReference: 'glued' })
        }
      }
    }
    return [...ties.values()]
  }
  return payments.flatMap((payment) => dropClosed(findTiesOf(payment).map(addDoubt)))
}

/**
 * For the entry K7Q4M2, the fields K7Q4 and K7Q4M2ASHA begin like its own reference, and K1Q4M2 may
 * be a misreading of it. 3BCDFG is another reference.
 */
export const hasOtherReference = (
  { fields }: Movement,
  { reference = '' }: ExpectedPayment,
): boolean =>
  fields.some((field) => {
    const code = reference ? field.slice(0, reference.length) : field
    const isOwn = reference !== '' && reference.startsWith(code.slice(0, distinctiveLength))
    const isMisread = code.length > distinctiveLength && isOneTypoApart(code, reference)
    return looksLikeReference(field) && !isOwn && !isMisread
  })

const addDoubt = (tie: Tie): Tie => {
  const doubt = findDoubt(tie)
  return doubt === undefined ? tie : { ...tie, doubt }
}

/**
 * Trusts a reference that fills its field. Two ties, or the payer's name, outweigh a different
 * number.
 */
const findDoubt = (tie: Tie): MatchKind | undefined => {
  const { payment, entry, byNumber, byReference } = tie
  if (tie.isAllocated) {
    return undefined
  }
  if (payment.partReversal) {
    return 'partly-reversed'
  }
  if (byReference === 'whole') {
    return undefined
  }
  if (hasOtherReference(payment, entry)) {
    return 'other-reference'
  }
  if (!hasOtherNumber(payment, entry) || (byNumber && byReference)) {
    return undefined
  }
  return isPayer(payment, entry) ? undefined : 'other-number'
}

const hasOtherNumber = (payment: Movement, { number, pictureNumber }: ExpectedPayment): boolean =>
  payment.numbers.length > 0 &&
  [...toArray(number), ...toArray(pictureNumber)].some(
    (given) => !payment.numbers.includes(given) && !isNearNumber(payment, given),
  )

const isClosed = ({ entry, isAllocated }: Tie) => entry.paymentStatus === 'closed' && !isAllocated
const isFirm = ({ doubt }: Tie) => doubt === undefined
const isExact = ({ payment, entry }: Tie) => payment.amount === entry.due
const isByPayer = ({ payment, entry }: Tie) => isPayer(payment, entry)

/** Only the number connects the entry with the payment, so it may have been copied. */
const isNumberOnly = (tie: Tie) =>
  !tie.isAllocated &&
  !tie.byReference &&
  !isByPayer(tie) &&
  (tie.entry.paymentStatus !== 'open' || !isExact(tie))

/**
 * Finds rejected and withdrawn entries with the payment's amount and the payer's name or phone,
 * unless more than the number connects another entry with the payment.
 *
 * For example, Asha pays ₹500 and withdraws. Bala sends her screenshot for his pass of ₹700. The
 * payment stays Asha's: only its number connects it with Bala's entry, and ₹700 is not its amount.
 */
const findPaidClosed = (firm: readonly Tie[]): readonly Tie[] => {
  const paid = firm.filter((tie) => isClosed(tie) && isExact(tie) && isByPayer(tie))
  const others = firm.filter((tie) => !paid.includes(tie))
  const openDue = sumBy(others, ({ entry }) => (entry.paymentStatus === 'open' ? entry.due : 0))
  return others.every((tie) => isNumberOnly(tie) && tie.payment.amount !== openDue) ? paid : []
}

/**
 * Keeps ties to rejected or withdrawn entries only if the payment names no other entry as firmly.
 */
const dropClosed = (ties: readonly Tie[]): readonly Tie[] => {
  const firm = ties.filter(isFirm)
  const paid = findPaidClosed(firm)
  if (paid.length > 0) {
    return paid
  }
  return firm.length > 0 && firm.every(isClosed)
    ? ties.filter(isClosed)
    : ties.filter((tie) => !isClosed(tie))
}

/** Payments and entries that are connected by ties. */
export interface Group {
  ties: readonly Tie[]
  payments: readonly Movement[]
  entries: readonly ExpectedPayment[]
}

export const groupTies = (ties: readonly Tie[]): Group[] => {
  const tiesByPayment = groupBy(ties, ({ payment }) => [payment])
  const tiesByEntry = groupBy(ties, ({ entry }) => [entry])
  const grouped = new Set<Tie>()
  const groups: Group[] = []
  for (const first of ties) {
    if (grouped.has(first)) {
      continue
    }
    const connected = new Set([first])
    // The loop also visits the ties that it adds to the set.
    for (const { payment, entry } of connected) {
      for (const tie of [
        ...(tiesByPayment.get(payment) ?? []),
        ...(tiesByEntry.get(entry) ?? []),
      ]) {
        connected.add(tie)
        grouped.add(tie)
      }
    }
    groups.push({
      ties: [...connected],
      payments: sortById([...connected].map(({ payment }) => payment)),
      entries: sortById([...connected].map(({ entry }) => entry)),
    })
  }
  return groups
}

const sortById = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
  [...new Set(items)].sort((left, right) => compareText(left.id, right.id))
