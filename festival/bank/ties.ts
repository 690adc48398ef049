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

/** What ties a payment to a submission firmly: its number, typed or on the picture, its reference, or somebody's yes. */
export interface Tie {
  payment: Movement
  expected: ExpectedPayment
  isAllocated?: true
  byNumber?: 'typed' | 'picture'
  byReference?: Fit
  /** What speaks against it. */
  against?: MatchKind
  /** Whom the payer's name says instead. */
  others?: readonly ExpectedPayment[]
}

/** Which of two fits of one submission is told: the later one. */
const strength: readonly (Fit | undefined)[] = [undefined, 'beginning', 'glued', 'whole']

const some = <One>(one: One | undefined) => (one === undefined ? [] : [one])

/** Finds what each payment's numbers and note name. Time grows with payments and submissions, not with their product. */
export const findTies = (payments: readonly Movement[], all: readonly ExpectedPayment[]): Tie[] => {
  const byId = new Map(all.map((one) => [one.id, one]))
  const shown = groupBy(payments, ({ numbers }) => numbers)
  const typed = groupBy(all, ({ number }) => some(number))
  // A picture may be anybody's: it counts where no payment has the number that was typed.
  const pictured = groupBy(all, (one) =>
    shown.has(one.number ?? '') ? [] : some(one.pictureNumber),
  )
  const byBeginning = groupBy(all, ({ reference }) => some(reference?.slice(0, distinctiveLength)))
  /** A word of too many payments to be one's names it in those of exactly that amount, unless they are too many too. */
  const makeNamingTest = (listWords: (payment: Movement) => readonly string[], most: number) => {
    const having = groupBy(payments, listWords)
    const exact = groupBy(payments, (one) => listWords(one).map((word) => `${word} ${one.amount}`))
    return (word: string, { amount }: Movement, { due }: ExpectedPayment) =>
      (having.get(word) ?? []).length <= most ||
      (amount === due && (exact.get(`${word} ${amount}`) ?? []).length <= most)
  }
  const numberNames = makeNamingTest(({ numbers }) => numbers, maxPaymentsPerNumber)
  const fieldNames = makeNamingTest(({ fields }) => fields, maxPaymentsPerField)

  return payments.flatMap((payment) => {
    const ties = new Map<ExpectedPayment, Tie>()
    const add = (expected: ExpectedPayment, part: Partial<Tie>) =>
      ties.set(expected, { ...ties.get(expected), ...part, payment, expected })
    for (const holder of some(byId.get(payment.allocatedTo ?? ''))) {
      add(holder, { isAllocated: true })
    }
    for (const [index, by] of [[pictured, 'picture'] as const, [typed, 'typed'] as const]) {
      for (const number of payment.numbers) {
        for (const one of index.get(number) ?? []) {
          if (numberNames(number, payment, one)) {
            add(one, { byNumber: by })
          }
        }
      }
    }
    for (const field of payment.fields) {
      for (const one of byBeginning.get(field.slice(0, distinctiveLength)) ?? []) {
        const fit = fieldNames(field, payment, one)
          ? fitReference(field, one.reference ?? '')
          : undefined
        if (fit && strength.indexOf(fit) > strength.indexOf(ties.get(one)?.byReference)) {
          add(one, { byReference: fit })
        }
      }
    }
    // A code assembled from pieces counts like a code with a word attached to it.
    for (const code of payment.joinedCodes) {
      for (const one of byBeginning.get(code.slice(0, distinctiveLength)) ?? []) {
        if (code === one.reference && !ties.get(one)?.byReference) {
          add(one, { byReference: 'glued' })
        }
      }
    }
    return dropClosed([...ties.values()].map((tie) => ({ ...tie, ...findDoubt(tie) })))
  })
}

/** The note names another form's code; one that differs in a character may be misread. */
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

/**
 * What speaks against a tie: note, typed UTR or picture is somebody else's. A whole reference that stands as a field of its
 * own is believed; one that only begins a field is not, beside another one. Two signs, or the payer's name, outweigh another number.
 */
const findDoubt = ({
  payment,
  expected,
  isAllocated,
  byNumber,
  byReference,
}: Tie): Pick<Tie, 'against'> => {
  if (isAllocated) {
    return {}
  }
  if (payment.partReversal) {
    return { against: 'partly-reversed' }
  }
  if (byReference === 'whole') {
    return {}
  }
  if (namesAnother(payment, expected)) {
    return { against: 'other-reference' }
  }
  const isOther = (number: string) =>
    !payment.numbers.includes(number) && !isNearNumber(payment, number)
  const hasOther = [expected.number, expected.pictureNumber].flatMap(some).some(isOther)
  if (!hasOther || payment.numbers.length === 0 || (byNumber && byReference)) {
    return {}
  }
  return isPayer(payment, expected) ? {} : { against: 'other-number' }
}

/** A payment is somebody's who was rejected or has withdrawn only where nobody else is named as firmly (behaviour 15.60). */
const dropClosed = (ties: readonly Tie[]): readonly Tie[] => {
  const closed = ties.filter(
    ({ expected, isAllocated }) => expected.paymentStatus === 'closed' && !isAllocated,
  )
  const others = ties.filter((tie) => !closed.includes(tie))
  const isFirm = ({ against }: Tie) => against === undefined
  return closed.some(isFirm) && !others.some(isFirm) ? closed : others
}

/** Payments and submissions that hang together by ties, directly or through each other. */
export interface Group {
  ties: readonly Tie[]
  payments: readonly Movement[]
  expected: readonly ExpectedPayment[]
}

/** Splits all ties into groups that know nothing of each other. */
export const groupTies = (ties: readonly Tie[]): Group[] => {
  const tiesByEnd = groupBy<Movement | ExpectedPayment, Tie>(ties, ({ payment, expected }) => [
    payment,
    expected,
  ])
  const seen = new Set<Tie>()
  const sortById = <One extends { id: string }>(all: readonly One[]) =>
    [...new Set(all)].sort((one, other) => compareText(one.id, other.id))
  return ties.flatMap((first): Group[] => {
    if (seen.has(first)) {
      return []
    }
    const group = new Set([first])
    // It grows while it is walked.
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

/** A text with each of its characters left open in turn, and with each two neighbours in their order of the alphabet. */
const typoForms = (text: string): string[] =>
  [...text].flatMap((_character, index) => {
    const [before, pair, after] = [
      text.slice(0, index),
      text.slice(index, index + 2),
      text.slice(index + 2),
    ]
    return [`${before}?${text.slice(index + 1)}`, `${before}<${[...pair].sort().join('')}>${after}`]
  })
/** Names meet by the beginning of any of their words. */
const beginnings = (words: readonly string[]) =>
  words.filter(({ length }) => length >= 3).map((word) => word.slice(0, 4))

/** Under which keys a payment and a submission of one amount meet by a weaker sign, and whether two that meet so fit. */
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
    return words.flatMap((word) => days.map((one) => `${word} ${one}`))
  },
  ofExpected: (one) =>
    [...beginnings(splitName(one)), ...some(one.phone)].map(
      (word) => `${word} ${dayNumber(one.day)}`,
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
      [number, pictureNumber].flatMap(some).flatMap((one) => [one, ...typoForms(one)]),
  },
  { ...byPayer, fits: (payment, one) => !namesAnother(payment, one) && isPayer(payment, one) },
]

/** So many that meet under one key are looked at: of more alike nobody can say which is meant. */
const maxCandidates = 100

/** Whom a payment meets by a hint. */
const makeCandidateFinder = (
  { ofPayment, ofExpected, fits = () => true }: Hint,
  all: readonly ExpectedPayment[],
) => {
  const index = groupBy(all, (one) =>
    [...new Set(ofExpected(one))].map((key) => `${one.due} ${key}`),
  )
  return (payment: Movement): ExpectedPayment[] => {
    const candidates = ofPayment(payment).flatMap((key) =>
      (index.get(`${payment.amount} ${key}`) ?? []).slice(0, maxCandidates),
    )
    return [...new Set(candidates)].filter((one) => fits(payment, one))
  }
}

/** Pairs off what is left by weaker signs, and only where there is one of each. A person looks at every one. */
export const findWeakPairs = (payments: readonly Movement[], all: readonly ExpectedPayment[]) => {
  const taken = new Set<Movement | ExpectedPayment>()
  return hints.flatMap((hint) => {
    const isFree = (one: Movement | ExpectedPayment) => !taken.has(one)
    const findCandidates = makeCandidateFinder(hint, all.filter(isFree))
    const candidates = payments
      .filter(isFree)
      .flatMap((payment) => findCandidates(payment).map((expected) => ({ payment, expected })))
    const [ofPayment, ofExpected] = [
      groupBy(candidates, ({ payment }) => [payment]),
      groupBy(candidates, (one) => [one.expected]),
    ]
    const pairs = candidates.filter(
      ({ payment, expected }) =>
        ofPayment.get(payment)?.length === 1 && ofExpected.get(expected)?.length === 1,
    )
    for (const { payment, expected } of pairs) {
      taken.add(payment).add(expected)
    }
    return pairs.map((pair) => ({ ...pair, kind: hint.kind }))
  })
}

/** More payments of one name, amount and time than this are not shown beside one entry. */
const maxPaymentsPerName = 5

/** Entries of which several payments have the payer's name, amount and day, and each of these is no other entry's: a person says which. */
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

/** A name by its words in whatever order; one of a single word is many people's. */
const wholeName = (words: readonly string[]) =>
  words.length > 1 ? [[...words].sort().join(' ')] : []

/**
 * Finds whom a payment's own words say instead (behaviour 15.12): those of the payer's name or phone without a payment of their own; beside
 * number and code only who gave neither. Also who was rejected, by the whole name or by that number, and of a number alone who owes
 * another amount or sent the form some days later.
 */
const makeFindOthers = (
  paying: readonly Tie[],
  sure: readonly Tie[],
  all: readonly ExpectedPayment[],
) => {
  const [named, confirmed] = [paying, sure].map(
    (ties) => new Set(ties.map(({ expected }) => expected)),
  )
  const unpaid = all.filter((one) => one.paymentStatus !== 'settled' && !confirmed?.has(one))
  const open = unpaid.filter(({ paymentStatus }) => paymentStatus === 'open')
  const mayPay = (payment: Movement, one: ExpectedPayment) =>
    isPayer(payment, one) || isCutName(payment, one)
  const findByPayer = makeCandidateFinder({ ...byPayer, fits: mayPay }, open)
  const byWord = groupBy(unpaid, (one) => [
    ...wholeName(splitName(one)),
    ...[one.phone, one.number].flatMap(some),
  ])
  const isUnnamed = (one: ExpectedPayment) => !named?.has(one)
  const gaveNoReference = (one: ExpectedPayment) =>
    one.number === undefined && one.reference === undefined
  const isClosed = (one: ExpectedPayment) => one.paymentStatus === 'closed'
  return ({ payment, expected, byNumber, byReference }: Tie): ExpectedPayment[] => {
    const { names, phones, numbers, amount, day } = payment
    // A name that was cut is anybody's that begins so, unless it is the form's own.
    const isOwnCut = isCutName(payment, expected)
    const alike = findByPayer(payment).filter((one) => !isOwnCut || isPayer(payment, one))
    const byWholeName = [...names.flatMap(wholeName), ...phones, ...numbers]
      .flatMap((word) => byWord.get(word) ?? [])
      .filter(
        (one) => (one.due === amount || isSentSoonAfter(day, one.day)) && isPayer(payment, one),
      )
    const codeOthers = [
      ...alike.filter((one) => !byNumber || gaveNoReference(one)),
      ...byWholeName.filter(isClosed),
    ]
    const others = byReference
      ? codeOthers.filter(isUnnamed)
      : [...alike, ...byWholeName.filter(isUnnamed)]
    return [...new Set(others)].filter((one) => one !== expected)
  }
}

/**
 * Marks ties that may be somebody else's (behaviour 15.12): by a code or a number where the payer is another one, and by nothing but the
 * typed number where he is any other. Who has a payment besides is left out: this one is the other's.
 */
export const markCopied = (ties: readonly Tie[], all: readonly ExpectedPayment[]): Tie[] => {
  const isOpen = ({ against, isAllocated }: Tie) => !against && !isAllocated
  const isOwn = ({ payment, expected }: Tie) => isPayer(payment, expected)
  // A rupee with somebody's code does not make them one who has paid.
  const paying = ties.filter((tie) => isOpen(tie) && tie.payment.amount * 2 >= tie.expected.due)
  const sure = paying.filter((tie) => tie.byReference || isOwn(tie))
  const findOthers = makeFindOthers(paying, sure, all)
  const isDoubtful = (tie: Tie) =>
    isOpen(tie) && tie.payment.amount === tie.expected.due && !isOwn(tie)
  const others = new Map(ties.filter(isDoubtful).map((tie) => [tie, findOthers(tie)]))
  const paid = new Set(
    sure.filter((tie) => !others.get(tie)?.length).map(({ expected }) => expected),
  )
  const nameBeginnings = new Set(all.flatMap((one) => beginnings(splitName(one))))
  return ties.flatMap((tie): Tie[] => {
    const { payment, expected, byReference } = tie
    const theirs = others.get(tie)
    if (!theirs) {
      return [tie]
    }
    const isPaid = paid.has(expected) || expected.paymentStatus === 'settled'
    if (theirs.length > 0 && isPaid) {
      return theirs.map((other) => ({ payment, expected: other, against: 'other-name' }))
    }
    if (theirs.length > 0) {
      return [{ ...tie, against: 'other-name', others: theirs }]
    }
    const isNamed = payment.names.flatMap(beginnings).some((word) => nameBeginnings.has(word))
    const isAlone =
      !byReference && expected.pictureNumber === undefined && expected.paymentStatus === 'open'
    return [isAlone && isNamed && !isPaid ? { ...tie, against: 'number-alone' } : tie]
  })
}
