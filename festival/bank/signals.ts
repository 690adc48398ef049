import type { BankRow, ExpectedPayment } from './match'
import { fitReference, type Narration, readNarration } from './narration'

/** What a payment's texts say, those of all its files. */
export interface Reading extends Omit<Narration, 'doubtfulNumbers'> {
  names: readonly (readonly string[])[]
  phones: readonly string[]
}

/** Whether two texts differ in one character, one is missing, or two neighbours changed places. */
export const isOneTypoApart = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) {
    start++
  }
  let end = 0
  while (
    end < Math.min(one.length, other.length) - start &&
    one.at(-1 - end) === other.at(-1 - end)
  ) {
    end++
  }
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (a.length === 2 && b.length === 2) {
    return a[0] === b[1] && a[1] === b[0]
  }
  return a.length <= 1 && b.length <= 1 && a !== b
}

/** One slip, or a zero that was lost in front. */
export const isNearNumber = ({ numbers, fields }: Reading, number: string): boolean =>
  numbers.some((one) => isOneTypoApart(one, number)) ||
  (number.startsWith('0') && fields.includes(number.slice(1)))

/** Words around a payer's name that are none of it. */
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
/** The words of a person's name; of one person many payments are asked. */
export const splitName = (person: { name: string }): readonly string[] => {
  const words = nameWordsByPerson.get(person) ?? splitWords(person.name)
  nameWordsByPerson.set(person, words)
  return words
}

/** Where the payer's name may stand, an address before its `@` among it. A line's end is a blank or nothing. */
const findNames = (narration: string): string[][] =>
  [...new Set([narration.replace(/\s*\n\s*/g, ' '), narration.replace(/\n\s*/g, '')])]
    .flatMap((text) => text.split(/[/:,;|*@#()-]+/))
    .map(splitWords)
    .filter((words) => words.some(({ length }) => length >= 3))

/** Ten digits of a mobile number, with 91 or 0 before it or not. */
const findPhones = (narration: string): string[] =>
  [...narration.matchAll(/(?<!\d)(?:91|0)?([6-9]\d{9})(?!\d)/g)].flatMap(([, phone]) => phone ?? [])

/** Leaves out a name that another file prints whole: what is cut may be several people's. */
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

/** Banks cut a name after seven or eight characters at the earliest. */
const cutLength = 7

/** How many of the words are the name's, whole or with one slip; undefined where one is none of it, nor an initial or cut. */
const countNameWords = (
  words: readonly string[],
  name: readonly string[],
  isCut: boolean,
): number | undefined => {
  const left = [...name]
  let whole = 0
  for (const [index, word] of words.entries()) {
    const mayBeCut = word.length === 1 || (isCut && index === words.length - 1)
    const own = left.findIndex(
      (one) =>
        one === word || (Math.min(one.length, word.length) >= 5 && isOneTypoApart(one, word)),
    )
    const at =
      own >= 0
        ? own
        : left.findIndex((one) => (mayBeCut && one.startsWith(word)) || one === word.charAt(0))
    if (at < 0) {
      return undefined
    }
    if (own >= 0 && word.length >= 3) {
      whole++
    }
    left.splice(at, 1)
  }
  return whole
}

/** Whether an initial stands where the other name has another word: KARTHIK S is neither KARTHIK REDDY nor KARTHIK R. */
const hasOtherInitial = (printed: readonly string[], name: readonly string[]): boolean => {
  const isWord = (one: string, other: string) =>
    Math.min(one.length, other.length) > 1 &&
    (one.startsWith(other) || other.startsWith(one) || isOneTypoApart(one, other))
  const isInitial = (one: string, other: string) =>
    Math.min(one.length, other.length) === 1 && one.charAt(0) === other.charAt(0)
  let [words, own] = [printed, name]
  for (const isSame of [isWord, isInitial]) {
    ;[words, own] = [
      words.filter((word) => !own.some((one) => isSame(one, word))),
      own.filter((one) => !words.some((word) => isSame(one, word))),
    ]
  }
  return words.length > 0 && own.length > 0 && [...words, ...own].some(({ length }) => length === 1)
}

/** Whether a name that a bank printed is a person's, also cut, glued, in another order, with initials or one slip. */
const matchesName = (printed: readonly string[], name: readonly string[]): boolean => {
  if (hasOtherInitial(printed, name)) {
    return false
  }
  const [one = '', other = ''] = [printed, name].map((words) =>
    words.filter(({ length }) => length > 1).join(''),
  )
  if (
    (one.length >= cutLength && other.startsWith(one)) ||
    (other.length >= cutLength && one.startsWith(other))
  ) {
    return true
  }
  const isCut = printed.join(' ').length >= cutLength
  if (
    (countNameWords(printed, name, isCut) ?? 0) > 0 &&
    (printed.length > 1 || name.length === 1)
  ) {
    return true
  }
  return name.length > 1 && (countNameWords(name, printed, false) ?? 0) > 0
}

/** Whether the payer's name or phone is a person's. */
export const isPayer = (
  { names, phones }: Reading,
  person: Pick<ExpectedPayment, 'name' | 'phone'>,
): boolean =>
  names.some((printed) => matchesName(printed, splitName(person))) ||
  phones.includes(person.phone ?? '')

/** Whether a text ends in the beginning of a word of a person's name, five letters or more: banks cut the text, and a name with it. */
export const isCutName = ({ names }: Reading, person: { name: string }): boolean =>
  names.some((printed) => {
    const last = printed.at(-1) ?? ''
    return (
      last.length >= 5 && splitName(person).some((word) => word.startsWith(last) && word !== last)
    )
  })

export const dayNumber = (day: string): number => Date.parse(day) / 86_400_000
/** Whoever pays fills in the form soon; a bank may write the day after. */
export const maxDaysBefore = 4
export const isSentSoonAfter = (day: string, sent: string): boolean => {
  const days = dayNumber(sent) - dayNumber(day)
  return days >= -1 && days <= maxDaysBefore
}

/** A row as the desk or the bank has it; `otherNarrations` are the same payment's in other files. */
export type ComparedRow = Pick<BankRow, 'amount' | 'day' | 'narration' | 'reference'> & {
  otherNarrations?: readonly string[]
}
export type ComparedExpected = Omit<ExpectedPayment, 'id' | 'paymentStatus'>

/**
 * Which parts of a bank's row are those of a submission; the desk marks them. It is no verdict: who else names the row is not asked.
 */
export const compareRow = (row: ComparedRow, expected: ComparedExpected) => {
  const texts = [row.narration, ...(row.otherNarrations ?? [])]
  const reading = readTexts(texts.map((narration) => ({ narration, reference: row.reference })))
  const given = [expected.number, expected.pictureNumber].filter((number) => number !== undefined)
  const code = expected.reference ?? ''
  const fits = code
    ? [...reading.fields, ...reading.joinedCodes].map((field) => fitReference(field, code))
    : []
  const number = given.some((one) => reading.numbers.includes(one))
  const reference = fits.some((fit) => fit !== undefined)
  return {
    amount: row.amount === expected.due,
    number,
    reference,
    hasWholeReference: fits.some((fit) => fit === 'whole' || fit === 'glued'),
    /** One slip, a swapped pair or a lost zero. */
    nearNumber: !number && given.some((one) => isNearNumber(reading, one)),
    name: isPayer({ ...reading, phones: [] }, expected),
    phone: reading.phones.includes(expected.phone ?? ''),
    /** The payment came within a few days before the form. */
    day: isSentSoonAfter(row.day, expected.day),
  }
}
type Signals = ReturnType<typeof compareRow>

/** What ties a row to a submission, the strongest first, in words, and how much it weighs. */
const ties = [
  ['number', 'UTR', 64],
  ['reference', 'payment code', 48],
  ['nearNumber', 'UTR with one typing mistake', 24],
  ['phone', 'phone', 16],
  ['name', 'name', 12],
] as const

/** What ties the two, such as "UTR, name"; undefined where nothing does and a person must say why. */
export const describeTies = (signals: Signals): string | undefined =>
  ties.flatMap(([tie, words]) => (signals[tie] ? words : [])).join(', ') || undefined

/** How likely a row is a submission's; 0 where they have nothing in common. */
export const scoreSignals = (signals: Signals): number =>
  ties.reduce(
    (sum, [tie, , weight]) => sum + (signals[tie] ? weight : 0),
    (signals.amount ? 6 : 0) + (signals.day ? 4 : 0),
  )
