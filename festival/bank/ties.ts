import { groupBy } from '../group-by'
import type { ExpectedPayment, MatchKind } from './match'
import { distinctiveLength, type Fit, fitReference, looksLikeReference } from './narration'
import { compareText, type Movement, maxPaymentsPerField, maxPaymentsPerNumber } from './payments'
import {
  dayNumber,
  isCutName,
  isNearNumber,
  isOneTypoApart,
  isPayer,
  isSentSoonAfter,
  maxDaysBefore,
  splitName,
} from './signals'

export interface Tie {
  payment: Movement
  expected: ExpectedPayment
  isAllocated?: true
  byNumber?: 'typed' | 'picture'
  byReference?: Fit
  against?: MatchKind
  /** Entries that fit the payer's name better. */
  others?: readonly ExpectedPayment[]
}

const strength: readonly (Fit | undefined)[] = [undefined, 'beginning', 'glued', 'whole']

const isStronger = (fit: Fit, than: Fit | undefined) =>
  strength.indexOf(fit) > strength.indexOf(than)

const toArray = <Item>(item: Item | undefined) => (item === undefined ? [] : [item])

/**
 * A word in many payments names only entries with the payment's amount, and none if too many
 * payments have both the word and the amount.
 */
const makeNamingTest = (
  payments: readonly Movement[],
  listWords: (payment: Movement) => readonly string[],
  most: number,
) => {
  const byWord = groupBy(payments, listWords)
  const byWordAndAmount = groupBy(payments, (payment) =>
    listWords(payment).map((word) => `${word} ${payment.amount}`),
  )
  return (word: string, { amount }: Movement, { due }: ExpectedPayment) =>
    (byWord.get(word) ?? []).length <= most ||
    (amount === due && (byWordAndAmount.get(`${word} ${amount}`) ?? []).length <= most)
}

const indexEntries = (payments: readonly Movement[], all: readonly ExpectedPayment[]) => {
  const numbers = new Set(payments.flatMap((payment) => payment.numbers))
  return {
    byId: new Map(all.map((entry) => [entry.id, entry])),
    byTypedNumber: groupBy(all, ({ number }) => toArray(number)),
    // The screenshot may show another person's payment, so it counts only if no payment has the
    // typed number.
    byPictureNumber: groupBy(all, ({ number = '', pictureNumber }) =>
      numbers.has(number) ? [] : toArray(pictureNumber),
    ),
    byBeginning: groupBy(all, ({ reference }) => toArray(reference?.slice(0, distinctiveLength))),
  }
}

/** Runs in linear time. */
export const findTies = (payments: readonly Movement[], all: readonly ExpectedPayment[]): Tie[] => {
  const { byId, byTypedNumber, byPictureNumber, byBeginning } = indexEntries(payments, all)
  const numberNames = makeNamingTest(payments, ({ numbers }) => numbers, maxPaymentsPerNumber)
  const fieldNames = makeNamingTest(payments, ({ fields }) => fields, maxPaymentsPerField)
  const listWithBeginning = (text: string) =>
    byBeginning.get(text.slice(0, distinctiveLength)) ?? []

  return payments.flatMap((payment) => {
    const ties = new Map<ExpectedPayment, Tie>()
    const add = (expected: ExpectedPayment, part: Partial<Tie>) =>
      ties.set(expected, { ...ties.get(expected), ...part, payment, expected })
    const addByNumber = (index: typeof byTypedNumber, byNumber: 'typed' | 'picture') => {
      for (const number of payment.numbers) {
        for (const entry of index.get(number) ?? []) {
          if (numberNames(number, payment, entry)) {
            add(entry, { byNumber })
          }
        }
      }
    }
    const holder = byId.get(payment.allocatedTo ?? '')
    if (holder) {
      add(holder, { isAllocated: true })
    }
    addByNumber(byPictureNumber, 'picture')
    // A typed number takes precedence over the one on the screenshot.
    addByNumber(byTypedNumber, 'typed')
    for (const field of payment.fields) {
      for (const entry of listWithBeginning(field)) {
        const fit = fitReference(field, entry.reference ?? '')
        const isBetter = fit && isStronger(fit, ties.get(entry)?.byReference)
        if (isBetter && fieldNames(field, payment, entry)) {
          add(entry, { byReference: fit })
        }
      }
    }
    // A code assembled from pieces counts as little as a code with a word attached.
    for (const code of payment.joinedCodes) {
      for (const entry of listWithBeginning(code)) {
        if (code === entry.reference && !ties.get(entry)?.byReference) {
          add(entry, { byReference: 'glued' })
        }
      }
    }
    return dropClosed([...ties.values()].map(addDoubt))
  })
}

/** A reference that differs in one character may be a misreading. */
const namesAnother = ({ fields }: Movement, { reference }: ExpectedPayment) =>
  fields.some((field) => {
    const code = field.slice(0, reference?.length)
    const isOwn = reference?.startsWith(code.slice(0, distinctiveLength))
    return (
      looksLikeReference(field) &&
      !isOwn &&
      !(code.length > distinctiveLength && isOneTypoApart(code, reference ?? ''))
    )
  })

const addDoubt = (tie: Tie): Tie => {
  const against = findDoubt(tie)
  return against === undefined ? tie : { ...tie, against }
}

/**
 * Trusts a reference that fills its field. Two ties, or the payer's name, outweigh a different
 * number.
 */
const findDoubt = ({
  payment,
  expected,
  isAllocated,
  byNumber,
  byReference,
}: Tie): MatchKind | undefined => {
  if (isAllocated) {
    return undefined
  }
  if (payment.partReversal) {
    return 'partly-reversed'
  }
  if (byReference === 'whole') {
    return undefined
  }
  if (namesAnother(payment, expected)) {
    return 'other-reference'
  }
  const isOther = (number: string) =>
    !payment.numbers.includes(number) && !isNearNumber(payment, number)
  const hasOther = [expected.number, expected.pictureNumber].flatMap(toArray).some(isOther)
  if (!hasOther || payment.numbers.length === 0 || (byNumber && byReference)) {
    return undefined
  }
  return isPayer(payment, expected) ? undefined : 'other-number'
}

/**
 * Keeps ties to rejected or withdrawn entries only if the payment names no other entry as firmly.
 */
const dropClosed = (ties: readonly Tie[]): readonly Tie[] => {
  const closed = ties.filter(
    ({ expected, isAllocated }) => expected.paymentStatus === 'closed' && !isAllocated,
  )
  const others = ties.filter((tie) => !closed.includes(tie))
  const isFirm = ({ against }: Tie) => against === undefined
  return closed.some(isFirm) && !others.some(isFirm) ? closed : others
}

export interface Group {
  ties: readonly Tie[]
  payments: readonly Movement[]
  expected: readonly ExpectedPayment[]
}

export const groupTies = (ties: readonly Tie[]): Group[] => {
  const tiesByEnd = groupBy<Movement | ExpectedPayment, Tie>(ties, ({ payment, expected }) => [
    payment,
    expected,
  ])
  const seen = new Set<Tie>()
  const sortById = <Item extends { id: string }>(items: readonly Item[]) =>
    [...new Set(items)].sort((left, right) => compareText(left.id, right.id))
  return ties.flatMap((first): Group[] => {
    if (seen.has(first)) {
      return []
    }
    const group = new Set([first])
    // The loop also visits payments that it adds to the set.
    for (const { payment, expected } of group) {
      for (const other of [...(tiesByEnd.get(payment) ?? []), ...(tiesByEnd.get(expected) ?? [])]) {
        group.add(other)
      }
    }
    for (const tie of group) {
      seen.add(tie)
    }
    const own = [...group]
    const payments = sortById(own.map(({ payment }) => payment))
    return [{ ties: own, payments, expected: sortById(own.map(({ expected }) => expected)) }]
  })
}

/** Returns keys. Two texts that are one typo apart share at least one. */
const typoForms = (text: string): string[] =>
  [...text].flatMap((_character, index) => {
    const before = text.slice(0, index)
    const pair = [...text.slice(index, index + 2)].sort().join('')
    return [`${before}?${text.slice(index + 1)}`, `${before}<${pair}>${text.slice(index + 2)}`]
  })
const beginnings = (words: readonly string[]) =>
  words.filter(({ length }) => length >= 3).map((word) => word.slice(0, 4))

/** A payment and an entry of equal amount are compared only if they share a key. */
interface Hint {
  kind: MatchKind
  ofPayment: (payment: Movement) => readonly string[]
  ofExpected: (expected: ExpectedPayment) => readonly string[]
  fits?: (payment: Movement, expected: ExpectedPayment) => boolean
}
const byPayer: Hint = {
  kind: 'name',
  ofPayment: ({ names, phones, day }) => {
    const words = [...new Set([...names.flatMap(beginnings), ...phones])]
    const days = Array.from(
      { length: maxDaysBefore + 2 },
      (_none, index) => dayNumber(day) + index - 1,
    )
    return words.flatMap((word) => days.map((nearDay) => `${word} ${nearDay}`))
  },
  ofExpected: (entry) =>
    [...beginnings(splitName(entry)), ...toArray(entry.phone)].map(
      (word) => `${word} ${dayNumber(entry.day)}`,
    ),
  fits: isPayer,
}
const hints: readonly Hint[] = [
  {
    kind: 'near-number',
    ofPayment: ({ numbers, fields }) => [
      ...numbers.flatMap(typoForms),
      ...fields.map((field) => `0${field}`),
    ],
    ofExpected: ({ number, pictureNumber }) =>
      [number, pictureNumber].flatMap(toArray).flatMap((digits) => [digits, ...typoForms(digits)]),
  },
  {
    ...byPayer,
    fits: (payment, entry) => !namesAnother(payment, entry) && isPayer(payment, entry),
  },
]

const maxCandidates = 100

const makeCandidateFinder = (
  { ofPayment, ofExpected, fits = () => true }: Hint,
  all: readonly ExpectedPayment[],
) => {
  const index = groupBy(all, (entry) =>
    [...new Set(ofExpected(entry))].map((key) => `${entry.due} ${key}`),
  )
  return (payment: Movement): ExpectedPayment[] => {
    const candidates = ofPayment(payment).flatMap((key) =>
      (index.get(`${payment.amount} ${key}`) ?? []).slice(0, maxCandidates),
    )
    return [...new Set(candidates)].filter((entry) => fits(payment, entry))
  }
}

/**
 * Pairs payments and entries that are each other's only candidate. An organiser must check every
 * pair.
 */
export const findWeakPairs = (payments: readonly Movement[], all: readonly ExpectedPayment[]) => {
  const taken = new Set<Movement | ExpectedPayment>()
  return hints.flatMap((hint) => {
    const isFree = (item: Movement | ExpectedPayment) => !taken.has(item)
    const findCandidates = makeCandidateFinder(hint, all.filter(isFree))
    const candidates = payments
      .filter(isFree)
      .flatMap((payment) => findCandidates(payment).map((expected) => ({ payment, expected })))
    const byPayment = groupBy(candidates, ({ payment }) => [payment])
    const byEntry = groupBy(candidates, ({ expected }) => [expected])
    const pairs = candidates.filter(
      ({ payment, expected }) =>
        byPayment.get(payment)?.length === 1 && byEntry.get(expected)?.length === 1,
    )
    for (const { payment, expected } of pairs) {
      taken.add(payment).add(expected)
    }
    return pairs.map((pair) => ({ ...pair, kind: hint.kind }))
  })
}

const maxPaymentsPerName = 5

/**
 * Finds entries with several payments that fit no other entry. An organiser must choose between the
 * payments.
 */
export const findSeveralByName = (
  payments: readonly Movement[],
  all: readonly ExpectedPayment[],
) => {
  const fits = (payment: Movement, expected: ExpectedPayment) =>
    !namesAnother(payment, expected) && isPayer(payment, expected)
  const findCandidates = makeCandidateFinder({ ...byPayer, fits }, all)
  const candidates = payments.flatMap((payment) => {
    const [expected, ...others] = findCandidates(payment)
    return expected && others.length === 0 ? [{ payment, expected }] : []
  })
  return [...groupBy(candidates, ({ expected }) => [expected])].flatMap(([expected, pairs]) =>
    pairs.length > 1 && pairs.length <= maxPaymentsPerName
      ? [{ expected, payments: pairs.map(({ payment }) => payment) }]
      : [],
  )
}

/**
 * Sorts the words, because names are reordered. A single word is too common to identify a person.
 */
const wholeName = (words: readonly string[]) =>
  words.length > 1 ? [[...words].sort().join(' ')] : []

/**
 * Finds unpaid entries that fit the payer's name or phone number:
 * - If the payment has the reference, only entries that no payment names fit. If it has the number
 * as well, only entries with neither number nor reference fit.
 * - Rejected and withdrawn entries fit only by full name, phone number or payment number.
 * - If the payment has only the number, entries with another amount or a later day fit as well.
 */
const makeFindOthers = (
  paying: readonly Tie[],
  sure: readonly Tie[],
  all: readonly ExpectedPayment[],
) => {
  const named = new Set(paying.map(({ expected }) => expected))
  const confirmed = new Set(sure.map(({ expected }) => expected))
  const unpaid = all.filter((entry) => entry.paymentStatus !== 'settled' && !confirmed.has(entry))
  const open = unpaid.filter(({ paymentStatus }) => paymentStatus === 'open')
  const mayPay = (payment: Movement, entry: ExpectedPayment) =>
    isPayer(payment, entry) || isCutName(payment, entry)
  const findByPayer = makeCandidateFinder({ ...byPayer, fits: mayPay }, open)
  const byWord = groupBy(unpaid, (entry) => [
    ...wholeName(splitName(entry)),
    ...[entry.phone, entry.number].flatMap(toArray),
  ])
  const isUnnamed = (entry: ExpectedPayment) => !named.has(entry)
  const gaveNoReference = ({ number, reference }: ExpectedPayment) =>
    number === undefined && reference === undefined
  const isClosed = ({ paymentStatus }: ExpectedPayment) => paymentStatus === 'closed'
  return ({ payment, expected, byNumber, byReference }: Tie): ExpectedPayment[] => {
    const { names, phones, numbers, amount, day } = payment
    // A truncated name may fit several people, so it is ignored if it fits this entry.
    const isOwnCut = isCutName(payment, expected)
    const alike = findByPayer(payment).filter((entry) => !isOwnCut || isPayer(payment, entry))
    const byWholeName = [...names.flatMap(wholeName), ...phones, ...numbers]
      .flatMap((word) => byWord.get(word) ?? [])
      .filter(
        (entry) =>
          (entry.due === amount || isSentSoonAfter(day, entry.day)) && isPayer(payment, entry),
      )
    const codeOthers = [
      ...alike.filter((entry) => !byNumber || gaveNoReference(entry)),
      ...byWholeName.filter(isClosed),
    ]
    const others = byReference
      ? codeOthers.filter(isUnnamed)
      : [...alike, ...byWholeName.filter(isUnnamed)]
    return [...new Set(others)].filter((entry) => entry !== expected)
  }
}

/**
 * Marks ties whose code or number may have been copied, because the payer fits another entry. If
 * the marked entry has another payment, moves the tie to the entry that fits the payer. A typed
 * number alone is doubted if the payer is any other participant.
 */
export const markCopied = (ties: readonly Tie[], all: readonly ExpectedPayment[]): Tie[] => {
  const isOpen = ({ against, isAllocated }: Tie) => !against && !isAllocated
  const isOwn = ({ payment, expected }: Tie) => isPayer(payment, expected)
  // One rupee sent with an entry's code does not count as a payment for that entry.
  const paying = ties.filter((tie) => isOpen(tie) && tie.payment.amount * 2 >= tie.expected.due)
  const sure = paying.filter((tie) => tie.byReference || isOwn(tie))
  const findOthers = makeFindOthers(paying, sure, all)
  const isDoubtful = (tie: Tie) =>
    isOpen(tie) && tie.payment.amount === tie.expected.due && !isOwn(tie)
  const others = new Map(ties.filter(isDoubtful).map((tie) => [tie, findOthers(tie)]))
  const paid = new Set(
    sure.filter((tie) => !others.get(tie)?.length).map(({ expected }) => expected),
  )
  const nameBeginnings = new Set(all.flatMap((entry) => beginnings(splitName(entry))))
  return ties.flatMap((tie): Tie[] => {
    const { payment, expected, byReference } = tie
    const payerEntries = others.get(tie)
    if (!payerEntries) {
      return [tie]
    }
    const isPaid = paid.has(expected) || expected.paymentStatus === 'settled'
    if (payerEntries.length > 0 && isPaid) {
      return payerEntries.map((other) => ({ payment, expected: other, against: 'other-name' }))
    }
    if (payerEntries.length > 0) {
      return [{ ...tie, against: 'other-name', others: payerEntries }]
    }
    const isNamed = payment.names.flatMap(beginnings).some((word) => nameBeginnings.has(word))
    const isAlone =
      !byReference && expected.pictureNumber === undefined && expected.paymentStatus === 'open'
    return [isAlone && isNamed && !isPaid ? { ...tie, against: 'number-alone' } : tie]
  })
}
