import { groupBy } from '../group-by'
import type { ExpectedPayment, MatchKind } from './match'
import type { Movement } from './payments'
import { dayNumber, isCutName, isPayer, isSentSoonAfter, maxDaysBefore, splitName } from './signals'
import { hasOtherReference, type Tie, toArray } from './ties'

/** Returns keys. Two texts that are one typo apart share at least one. */
const listTypoKeys = (text: string): string[] =>
  [...text].flatMap((_character, index) => {
    const before = text.slice(0, index)
    const pair = [...text.slice(index, index + 2)].sort().join('')
    return [`${before}?${text.slice(index + 1)}`, `${before}<${pair}>${text.slice(index + 2)}`]
  })

const listBeginnings = (words: readonly string[]) =>
  words.filter(({ length }) => length >= 3).map((word) => word.slice(0, 4))

/** A payment and an entry of equal amount are compared only if they share a key. */
interface Comparison {
  kind: MatchKind
  listPaymentKeys: (payment: Movement) => readonly string[]
  listEntryKeys: (entry: ExpectedPayment) => readonly string[]
  fits: (payment: Movement, entry: ExpectedPayment) => boolean
}

const byPayer: Comparison = {
  kind: 'name',
  listPaymentKeys: ({ names, phones, day }) => {
    const words = [...new Set([...names.flatMap(listBeginnings), ...phones])]
    const days = Array.from(
      { length: maxDaysBefore + 2 },
      (_none, index) => dayNumber(day) + index - 1,
    )
    return words.flatMap((word) => days.map((nearDay) => `${word} ${nearDay}`))
  },
  listEntryKeys: (entry) =>
    [...listBeginnings(splitName(entry)), ...toArray(entry.phone)].map(
      (word) => `${word} ${dayNumber(entry.day)}`,
    ),
  fits: (payment, entry) => !hasOtherReference(payment, entry) && isPayer(payment, entry),
}

const byNearNumber: Comparison = {
  kind: 'near-number',
  listPaymentKeys: ({ numbers, fields }) => [
    ...numbers.flatMap(listTypoKeys),
    ...fields.map((field) => `0${field}`),
  ],
  listEntryKeys: ({ number, pictureNumber }) =>
    [number, pictureNumber].flatMap(toArray).flatMap((digits) => [digits, ...listTypoKeys(digits)]),
  fits: () => true,
}

const maxEntriesPerKey = 100

const makeEntryFinder = (
  { listPaymentKeys, listEntryKeys, fits }: Comparison,
  entries: readonly ExpectedPayment[],
) => {
  const entriesByKey = groupBy(entries, (entry) =>
    [...new Set(listEntryKeys(entry))].map((key) => `${entry.due} ${key}`),
  )
  return (payment: Movement): ExpectedPayment[] => {
    const candidates = listPaymentKeys(payment).flatMap((key) =>
      (entriesByKey.get(`${payment.amount} ${key}`) ?? []).slice(0, maxEntriesPerKey),
    )
    return [...new Set(candidates)].filter((entry) => fits(payment, entry))
  }
}

interface WeakPair {
  kind: MatchKind
  payment: Movement
  entry: ExpectedPayment
}

/**
 * Pairs payments and entries that are each other's only candidate. An organiser must check every
 * pair.
 */
export const findWeakPairs = (
  payments: readonly Movement[],
  entries: readonly ExpectedPayment[],
): WeakPair[] => {
  const byNumber = findPairs(byNearNumber, payments, entries)
  const pairedPayments = new Set(byNumber.map(({ payment }) => payment))
  const pairedEntries = new Set(byNumber.map(({ entry }) => entry))
  const byName = findPairs(
    byPayer,
    payments.filter((payment) => !pairedPayments.has(payment)),
    entries.filter((entry) => !pairedEntries.has(entry)),
  )
  return [...byNumber, ...byName]
}

const findPairs = (
  comparison: Comparison,
  payments: readonly Movement[],
  entries: readonly ExpectedPayment[],
): WeakPair[] => {
  const { kind } = comparison
  const findEntries = makeEntryFinder(comparison, entries)
  const candidates = payments.flatMap((payment) =>
    findEntries(payment).map((entry) => ({ kind, payment, entry })),
  )
  const byPayment = groupBy(candidates, ({ payment }) => [payment])
  const byEntry = groupBy(candidates, ({ entry }) => [entry])
  return candidates.filter(
    ({ payment, entry }) =>
      byPayment.get(payment)?.length === 1 && byEntry.get(entry)?.length === 1,
  )
}

const maxPaymentsPerName = 5

/**
 * Finds entries with several payments that fit no other entry. An organiser must choose between the
 * payments.
 */
export const findSeveralByName = (
  payments: readonly Movement[],
  entries: readonly ExpectedPayment[],
): { entry: ExpectedPayment; payments: Movement[] }[] => {
  const findEntries = makeEntryFinder(byPayer, entries)
  const paymentsByEntry = groupBy(payments, (payment) => {
    const candidates = findEntries(payment)
    return candidates.length === 1 ? candidates : []
  })
  return [...paymentsByEntry]
    .map(([entry, own]) => ({ entry, payments: own }))
    .filter((match) => match.payments.length > 1 && match.payments.length <= maxPaymentsPerName)
}

/**
 * Sorts the words, because names are reordered. A single word is too common to identify a person.
 */
const joinWholeName = (words: readonly string[]) =>
  words.length > 1 ? [[...words].sort().join(' ')] : []

/**
 * Finds entries by the payer's whole name, phone number or payment number. Either the amount or the
 * day must fit as well.
 */
const makePersonFinder = (entries: readonly ExpectedPayment[]) => {
  const entriesByWord = groupBy(entries, (entry) => [
    ...joinWholeName(splitName(entry)),
    ...[entry.phone, entry.number].flatMap(toArray),
  ])
  return (payment: Movement): ExpectedPayment[] => {
    const { names, phones, numbers, amount, day } = payment
    return [...names.flatMap(joinWholeName), ...phones, ...numbers]
      .flatMap((word) => entriesByWord.get(word) ?? [])
      .filter(
        (entry) =>
          (entry.due === amount || isSentSoonAfter(day, entry.day)) && isPayer(payment, entry),
      )
  }
}

const isPayerEntry = ({ payment, entry }: Tie) => isPayer(payment, entry)

const isUndisputed = ({ doubt, isAllocated }: Tie) => !doubt && !isAllocated

/** One rupee sent with an entry's code does not count as a payment for that entry. */
const isPaying = (tie: Tie) => isUndisputed(tie) && tie.payment.amount * 2 >= tie.entry.due

const isSure = (tie: Tie) => isPaying(tie) && (tie.byReference !== undefined || isPayerEntry(tie))

const isByNumberAlone = ({ entry, byReference }: Tie) =>
  !byReference && entry.pictureNumber === undefined && entry.paymentStatus === 'open'

const collectEntries = (ties: readonly Tie[]) => new Set(ties.map(({ entry }) => entry))

const mayBeCopied = (tie: Tie) =>
  isUndisputed(tie) && tie.payment.amount === tie.entry.due && !isPayerEntry(tie)

/**
 * Finds other unpaid entries that the payer may have paid for. Open entries fit by a similar name
 * or the phone number, rejected and withdrawn ones only as `makePersonFinder` requires.
 *
 * For example, Bala's form has the number of a payment from ASHA RAO. Asha's unpaid entry is found,
 * unless her own payment confirms it (`confirmedEntries`). If Bala's form also has the payment's
 * reference, her entry is found only if no payment names it (`namedEntries`).
 */
const makePayerEntryFinder = (
  entries: readonly ExpectedPayment[],
  namedEntries: ReadonlySet<ExpectedPayment>,
  confirmedEntries: ReadonlySet<ExpectedPayment>,
) => {
  const isUnnamed = (entry: ExpectedPayment) => !namedEntries.has(entry)
  const isClosed = ({ paymentStatus }: ExpectedPayment) => paymentStatus === 'closed'
  const hasNoSignal = ({ number, reference }: ExpectedPayment) =>
    number === undefined && reference === undefined

  const unpaid = entries.filter(
    (entry) => entry.paymentStatus !== 'settled' && !confirmedEntries.has(entry),
  )
  const findPersons = makePersonFinder(unpaid)
  const findSimilarNames = makeEntryFinder(
    { ...byPayer, fits: (payment, entry) => isPayer(payment, entry) || isCutName(payment, entry) },
    unpaid.filter((entry) => !isClosed(entry)),
  )
  const findSimilar = ({ payment, entry: tied }: Tie) => {
    // A truncated name may fit several people, so it is ignored if it fits this entry.
    const isTiedCutName = isCutName(payment, tied)
    return findSimilarNames(payment).filter((entry) => !isTiedCutName || isPayer(payment, entry))
  }
  /** A number is weaker evidence than a reference, so more entries of the payer fit. */
  const findForNumber = (tie: Tie) => [
    ...findSimilar(tie),
    ...findPersons(tie.payment).filter(isUnnamed),
  ]
  /** Number and reference together are doubted only for entries that have neither. */
  const findForReference = (tie: Tie) => [
    ...findSimilar(tie).filter(
      (entry) => isUnnamed(entry) && (!tie.byNumber || hasNoSignal(entry)),
    ),
    ...findPersons(tie.payment).filter((entry) => isUnnamed(entry) && isClosed(entry)),
  ]
  return (tie: Tie): ExpectedPayment[] => {
    const candidates = tie.byReference ? findForReference(tie) : findForNumber(tie)
    return [...new Set(candidates)].filter((entry) => entry !== tie.entry)
  }
}

/** Whether the payment's names begin like the name of any participant. */
const makeParticipantTest = (entries: readonly ExpectedPayment[]) => {
  const nameBeginnings = new Set(entries.flatMap((entry) => listBeginnings(splitName(entry))))
  return ({ names }: Movement) =>
    names.flatMap(listBeginnings).some((word) => nameBeginnings.has(word))
}

/** A number without a reference is doubted if the payer may be any other participant. */
const doubtNumberAlone = (tie: Tie, isByParticipant: (payment: Movement) => boolean): Tie =>
  isByNumberAlone(tie) && isByParticipant(tie.payment) ? { ...tie, doubt: 'number-alone' } : tie

/** The entry of the tie has another payment, so this one is for the entries of its payer. */
const moveToPayerEntries = ({ payment }: Tie, payerEntries: readonly ExpectedPayment[]): Tie[] =>
  payerEntries.map((entry) => ({ payment, entry, doubt: 'other-name' }))

/**
 * Doubts or moves ties whose reference or number may have been copied from another entry.
 *
 * For example, Bala's form has the number of a payment from ASHA RAO, who has an unpaid entry. The
 * tie to Bala's entry is doubted, and a person decides. If Bala's entry has a payment of its own, the
 * tie moves to Asha's entry instead. If Asha has no entry, the tie stays, with a doubt if the payer
 * may be another participant.
 */
export const markCopied = (ties: readonly Tie[], entries: readonly ExpectedPayment[]): Tie[] => {
  const sureTies = ties.filter(isSure)
  const findPayerEntries = makePayerEntryFinder(
    entries,
    collectEntries(ties.filter(isPaying)),
    collectEntries(sureTies),
  )
  const isByParticipant = makeParticipantTest(entries)
  const payerEntriesByTie = new Map(
    ties.filter(mayBeCopied).map((tie) => [tie, findPayerEntries(tie)]),
  )
  const isCopied = (tie: Tie) => (payerEntriesByTie.get(tie) ?? []).length > 0
  const paidEntries = collectEntries(sureTies.filter((tie) => !isCopied(tie)))

  return ties.flatMap((tie): Tie[] => {
    const payerEntries = payerEntriesByTie.get(tie)
    if (!payerEntries) {
      return [tie]
    }
    const isPaid = paidEntries.has(tie.entry) || tie.entry.paymentStatus === 'settled'
    if (payerEntries.length === 0) {
      return [isPaid ? tie : doubtNumberAlone(tie, isByParticipant)]
    }
    return isPaid
      ? moveToPayerEntries(tie, payerEntries)
      : [{ ...tie, doubt: 'other-name', payerEntries }]
  })
}
