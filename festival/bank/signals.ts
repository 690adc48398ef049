import { sumBy } from '../sum-by'
import type { BankRow, ExpectedPayment } from './match'
import { fitReference, type Narration, readNarration } from './narration'

export interface Reading extends Omit<Narration, 'doubtfulNumbers'> {
  names: readonly (readonly string[])[]
  phones: readonly string[]
}

/** One typo is a changed, missing or added character, or two swapped neighbours. */
export const isOneTypoApart = (left: string, right: string): boolean => {
  let start = 0
  while (start < left.length && left[start] === right[start]) {
    start++
  }
  let end = 0
  while (
    end < Math.min(left.length, right.length) - start &&
    left.at(-1 - end) === right.at(-1 - end)
  ) {
    end++
  }
  const leftRest = left.slice(start, left.length - end)
  const rightRest = right.slice(start, right.length - end)
  if (leftRest.length === 2 && rightRest.length === 2) {
    return leftRest[0] === rightRest[1] && leftRest[1] === rightRest[0]
  }
  return leftRest.length <= 1 && rightRest.length <= 1 && leftRest !== rightRest
}

/** Allows one typo or a missing leading zero. */
export const isNearNumber = ({ numbers, fields }: Reading, number: string): boolean =>
  numbers.some((printed) => isOneTypoApart(printed, number)) ||
  (number.startsWith('0') && fields.includes(number.slice(1)))

const notNameWords = new Set(
  'PAYMENT PAID SENT MONEY RECEIVED TRANSFER TRF TFR DEP FROM BY TO VIA FOR UPI IMPS NEFT CR MR MRS MS DR SHRI SMT'.split(
    ' ',
  ),
)
const splitWords = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !notNameWords.has(word))

const nameWordsByPerson = new WeakMap<object, readonly string[]>()
/** Cached, because each person is compared with many payments. */
export const splitName = (person: { name: string }): readonly string[] => {
  const words = nameWordsByPerson.get(person) ?? splitWords(person.name)
  nameWordsByPerson.set(person, words)
  return words
}

/**
 * Finds names in the text, including those in addresses before the `@`. A line break may stand for
 * a space or for nothing.
 */
const findNames = (narration: string): string[][] =>
  [...new Set([narration.replace(/\s*\n\s*/g, ' '), narration.replace(/\n\s*/g, '')])]
    .flatMap((text) => text.split(/[/:,;|*@#()-]+/))
    .map(splitWords)
    .filter((words) => words.some(({ length }) => length >= 3))

const findPhones = (narration: string): string[] =>
  [...narration.matchAll(/(?<!\d)(?:91|0)?([6-9]\d{9})(?!\d)/g)].flatMap(([, phone]) => phone ?? [])

/** Drops a truncated name, which may fit several people, if another file has it in full. */
const dropCutNames = (names: readonly string[][]): string[][] => {
  const isCut = (cut: string, whole: string) => cut.length < whole.length && whole.startsWith(cut)
  return names.filter((words) => !names.some((others) => isCut(words.join(' '), others.join(' '))))
}

export const readTexts = (texts: readonly Pick<BankRow, 'narration' | 'reference'>[]): Reading => {
  const read = texts.map(({ narration, reference }) => readNarration(narration, reference))
  const collect = (part: (text: Narration) => readonly string[]) => [...new Set(read.flatMap(part))]
  return {
    numbers: collect(({ numbers }) => numbers),
    fields: collect(({ fields }) => fields),
    serials: collect(({ serials }) => serials),
    codes: collect(({ codes }) => codes),
    joinedCodes: collect(({ joinedCodes }) => joinedCodes),
    names: dropCutNames(texts.flatMap(({ narration }) => findNames(narration))),
    phones: texts.flatMap(({ narration }) => findPhones(narration)),
  }
}

/** Banks truncate names after seven characters or more. */
const cutLength = 7

/**
 * Counts the words that occur in the name, without initials and truncated words. Returns undefined
 * if any word does not fit the name.
 */
const countNameWords = (
  words: readonly string[],
  name: readonly string[],
  isCut: boolean,
): number | undefined => {
  const remaining = [...name]
  let count = 0
  for (const [index, word] of words.entries()) {
    const mayBeCut = word.length === 1 || (isCut && index === words.length - 1)
    const isEqual = (part: string) =>
      part === word || (Math.min(part.length, word.length) >= 5 && isOneTypoApart(part, word))
    const isShortened = (part: string) =>
      (mayBeCut && part.startsWith(word)) || part === word.charAt(0)
    const equalPart = remaining.find(isEqual)
    const fittingPart = equalPart ?? remaining.find(isShortened)
    if (fittingPart === undefined) {
      return undefined
    }
    if (equalPart !== undefined && word.length >= 3) {
      count++
    }
    remaining.splice(remaining.indexOf(fittingPart), 1)
  }
  return count
}

/** Removes the words of both names that have a counterpart in the other. */
const removeShared = (
  [left, right]: NamePair,
  areSame: (left: string, right: string) => boolean,
): NamePair => [
  left.filter((word) => !right.some((other) => areSame(word, other))),
  right.filter((word) => !left.some((other) => areSame(other, word))),
]
type NamePair = readonly [readonly string[], readonly string[]]

const areSameWord = (left: string, right: string) =>
  Math.min(left.length, right.length) > 1 &&
  (left.startsWith(right) || right.startsWith(left) || isOneTypoApart(left, right))

const areSameInitial = (left: string, right: string) =>
  Math.min(left.length, right.length) === 1 && left.charAt(0) === right.charAt(0)

/** Distinguishes, for example, KARTHIK S from KARTHIK REDDY and KARTHIK R. */
const hasOtherInitial = (printed: readonly string[], name: readonly string[]): boolean => {
  const [printedRest, nameRest] = removeShared(
    removeShared([printed, name], areSameWord),
    areSameInitial,
  )
  return (
    printedRest.length > 0 &&
    nameRest.length > 0 &&
    [...printedRest, ...nameRest].some(({ length }) => length === 1)
  )
}

const joinLongWords = (words: readonly string[]): string =>
  words.filter(({ length }) => length > 1).join('')

const isLongBeginning = (beginning: string, whole: string) =>
  beginning.length >= cutLength && whole.startsWith(beginning)

/**
 * Accepts names that are truncated, joined, reordered, abbreviated to initials, or have one typo.
 */
const matchesName = (printed: readonly string[], name: readonly string[]): boolean => {
  if (hasOtherInitial(printed, name)) {
    return false
  }
  const joinedPrinted = joinLongWords(printed)
  const joinedName = joinLongWords(name)
  if (isLongBeginning(joinedPrinted, joinedName) || isLongBeginning(joinedName, joinedPrinted)) {
    return true
  }
  const isCut = printed.join(' ').length >= cutLength
  if ((printed.length > 1 || name.length === 1) && countNameWords(printed, name, isCut)) {
    return true
  }
  return name.length > 1 && Boolean(countNameWords(name, printed, false))
}

export const isPayer = (
  { names, phones }: Reading,
  person: Pick<ExpectedPayment, 'name' | 'phone'>,
): boolean =>
  names.some((printed) => matchesName(printed, splitName(person))) ||
  phones.includes(person.phone ?? '')

/** Banks truncate long texts, including the names at their ends. */
export const isCutName = ({ names }: Reading, person: { name: string }): boolean =>
  names.some((printed) => {
    const last = printed.at(-1) ?? ''
    return (
      last.length >= 5 && splitName(person).some((word) => word.startsWith(last) && word !== last)
    )
  })

export const dayNumber = (day: string): number => Date.parse(day) / 86_400_000
/** A payment may precede its form by at most this many days. */
export const maxDaysBefore = 4
export const isSentSoonAfter = (day: string, sent: string): boolean => {
  const days = dayNumber(sent) - dayNumber(day)
  // A bank may book the payment a day late.
  return days >= -1 && days <= maxDaysBefore
}

type ComparedRow = Pick<BankRow, 'amount' | 'day' | 'narration' | 'reference'> & {
  otherNarrations?: readonly string[]
}
export type ComparedExpected = Omit<ExpectedPayment, 'id' | 'paymentStatus'>

/** The desk highlights the parts that are equal. Other entries may fit the row as well. */
export const compareRow = (row: ComparedRow, expected: ComparedExpected) => {
  const { narration, reference, otherNarrations = [] } = row
  const texts = [narration, ...otherNarrations].map((text) => ({ narration: text, reference }))
  const reading = readTexts(texts)
  const entryNumbers = [expected.number, expected.pictureNumber].filter(
    (number) => number !== undefined,
  )
  const code = expected.reference
  const fits = code
    ? [...reading.fields, ...reading.joinedCodes].map((field) => fitReference(field, code))
    : []
  const hasNumber = entryNumbers.some((number) => reading.numbers.includes(number))
  return {
    amount: row.amount === expected.due,
    number: hasNumber,
    reference: fits.some((fit) => fit !== undefined),
    hasWholeReference: fits.some((fit) => fit === 'whole' || fit === 'glued'),
    nearNumber: !hasNumber && entryNumbers.some((number) => isNearNumber(reading, number)),
    name: isPayer({ ...reading, phones: [] }, expected),
    phone: reading.phones.includes(expected.phone ?? ''),
    day: isSentSoonAfter(row.day, expected.day),
  }
}
type Signals = ReturnType<typeof compareRow>

/** Sorted from strongest to weakest. */
const tyingSignals = [
  { signal: 'number', label: 'UTR', weight: 64 },
  { signal: 'reference', label: 'payment reference', weight: 48 },
  { signal: 'nearNumber', label: 'UTR with one typing mistake', weight: 24 },
  { signal: 'phone', label: 'phone', weight: 16 },
  { signal: 'name', label: 'name', weight: 12 },
] as const

/** Returns, for example, "UTR, name". If it returns undefined, an organiser must give a reason. */
export const describeSignals = (signals: Signals): string | undefined =>
  tyingSignals.flatMap(({ signal, label }) => (signals[signal] ? label : [])).join(', ') ||
  undefined

export const scoreSignals = (signals: Signals): number =>
  Number(signals.amount) * 6 +
  Number(signals.day) * 4 +
  sumBy(tyingSignals, ({ signal, weight }) => Number(signals[signal]) * weight)
