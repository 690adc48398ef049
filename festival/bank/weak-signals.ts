import type { ExpectedPayment, MatchKind } from './match'
import { looksLikeReference } from './narration'
import { addTo, type Movement } from './payments'
import { dayNumber, daysBefore, fitName, isNear, nameOf } from './signals'

/** Under which keys a payment and a submission meet, and whether two that meet so fit. Another amount is no hint. */
interface Hint {
  kind: MatchKind
  ofPayment: (payment: Movement) => readonly string[]
  ofExpected: (expected: ExpectedPayment) => readonly string[]
  fits?: (payment: Movement, expected: ExpectedPayment) => boolean
}

/** A text with each of its characters left open in turn, and with each two neighbours in their order of the alphabet. */
const looseForms = (text: string): string[] =>
  [...text].flatMap((_character, index) => {
    const [before, pair, after] = [text.slice(0, index), text.slice(index, index + 2), text.slice(index + 2)]
    return [`${before}?${text.slice(index + 1)}`, `${before}<${[...pair].sort().join('')}>${after}`]
  })

const numbersOf = ({ number, pictureNumber }: ExpectedPayment) =>
  [number, pictureNumber].filter((one) => one !== undefined)
/** On which a form may be sent for a payment of this day. */
const daysAfter = (payment: Movement): number[] =>
  Array.from({ length: daysBefore + 2 }, (_none, index) => dayNumber(payment.day) + index - 1)
/** Names meet by the beginning of any of their words. */
const beginnings = (words: readonly string[]) =>
  words.filter(({ length }) => length >= 3).map((word) => word.slice(0, 4))
const referenceLength = 6

/** The note names somebody else's form. */
const namesAnother = ({ fields }: Movement, { reference }: ExpectedPayment) =>
  fields.some((field) => looksLikeReference(field) && !(reference && isNear(field, reference)))

const byName: Hint = {
  kind: 'name',
  ofPayment: (payment) => {
    const days = daysAfter(payment)
    return [...new Set(payment.names.flatMap(beginnings))].flatMap((word) => days.map((day) => `${word} ${day}`))
  },
  ofExpected: (one) => beginnings(nameOf(one)).map((word) => `${word} ${dayNumber(one.day)}`),
  fits: ({ names }, one) => names.some((printed) => fitName(printed, nameOf(one)) === 'whole'),
}
const byPhone: Hint = {
  kind: 'phone',
  ofPayment: (payment) => payment.phones.flatMap((phone) => daysAfter(payment).map((day) => `${phone} ${day}`)),
  ofExpected: ({ phone, day }) => (phone ? [`${phone} ${dayNumber(day)}`] : []),
}
const exponent = (number: string) => Number(number).toExponential(5)

const hints: readonly Hint[] = [
  {
    kind: 'near-number',
    ofPayment: ({ numbers, fields }) => [
      ...numbers.flatMap(looseForms),
      ...fields.filter((field) => /^\d{11}$/.test(field)).map((field) => `0${field}`),
    ],
    ofExpected: (one) => numbersOf(one).flatMap((number) => [number, ...looseForms(number)]),
  },
  { kind: 'mobile-number', ofPayment: ({ doubtfulNumbers }) => doubtfulNumbers, ofExpected: numbersOf },
  {
    kind: 'shortened-number',
    ofPayment: ({ shortened }) => shortened.map(exponent),
    ofExpected: (one) => numbersOf(one).map(exponent),
  },
  {
    kind: 'near-reference',
    ofPayment: ({ fields }) => fields.filter(({ length }) => length === referenceLength).flatMap(looseForms),
    ofExpected: ({ reference }) => (reference ? looseForms(reference) : []),
  },
  { ...byPhone, fits: (payment, one) => !namesAnother(payment, one) },
  { ...byName, fits: (payment, one) => !namesAnother(payment, one) && byName.fits?.(payment, one) === true },
  {
    kind: 'same-day',
    ofPayment: ({ day }) => [day],
    ofExpected: ({ day }) => [day],
    fits: (payment, one) => !namesAnother(payment, one),
  },
]

/** Of more that meet under one key nobody can say which is meant. */
const mostAlike = 100

const indexBy = ({ ofExpected }: Hint, all: readonly ExpectedPayment[]) => {
  const index = new Map<string, ExpectedPayment[]>()
  for (const one of all) for (const key of new Set(ofExpected(one))) addTo(index, `${one.due} ${key}`, one)
  return index
}

export interface WeakPair {
  kind: MatchKind
  payment: Movement
  expected: ExpectedPayment
}

const pairOff = (hint: Hint, payments: readonly Movement[], all: readonly ExpectedPayment[]): WeakPair[] => {
  const index = indexBy(hint, all)
  const partners = new Map<Movement | ExpectedPayment, Set<Movement | ExpectedPayment>>()
  const crowded = new Set<Movement | ExpectedPayment>()
  const tie = (one: Movement | ExpectedPayment, other: Movement | ExpectedPayment) =>
    partners.set(one, (partners.get(one) ?? new Set()).add(other))
  for (const payment of payments)
    for (const key of new Set(hint.ofPayment(payment))) {
      const met = index.get(`${payment.amount} ${key}`) ?? []
      if (met.length > mostAlike) crowded.add(payment)
      else
        for (const one of met)
          if (hint.fits?.(payment, one) ?? true) {
            tie(payment, one)
            tie(one, payment)
          }
    }
  for (const met of index.values()) if (met.length > mostAlike) for (const one of met) crowded.add(one)
  return payments.flatMap((payment) => {
    const [one, another] = partners.get(payment) ?? []
    const isOnly = one && !another && partners.get(one)?.size === 1 && !crowded.has(payment) && !crowded.has(one)
    return isOnly && 'due' in one ? [{ kind: hint.kind, payment, expected: one }] : []
  })
}

/** Pairs off what is left by weaker signs, and only where there is one of each. A person looks at every one. */
export const findWeakPairs = (payments: readonly Movement[], all: readonly ExpectedPayment[]): WeakPair[] => {
  const found: WeakPair[] = []
  const taken = new Set<Movement | ExpectedPayment>()
  for (const hint of hints)
    for (const pair of pairOff(
      hint,
      payments.filter((one) => !taken.has(one)),
      all.filter((one) => !taken.has(one)),
    )) {
      found.push(pair)
      taken.add(pair.payment).add(pair.expected)
    }
  return found
}

/** Whom the payer's name or phone on a payment says, of these and with its amount and about its day. */
export const makeNameIndex = (all: readonly ExpectedPayment[]): ((payment: Movement) => ExpectedPayment[]) => {
  const indexes = [byPhone, byName].map((hint) => ({ hint, index: indexBy(hint, all) }))
  return (payment) => {
    const met = indexes.flatMap(({ hint, index }) =>
      hint
        .ofPayment(payment)
        .flatMap((key) => (index.get(`${payment.amount} ${key}`) ?? []).slice(0, mostAlike))
        .filter((one) => hint.fits?.(payment, one) ?? true),
    )
    return [...new Set(met)]
  }
}
