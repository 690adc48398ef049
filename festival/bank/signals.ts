import type { BankRow, ExpectedPayment } from './match'
import { fitReference, readNarration } from './narration'

/** A row as the desk or the bank has it; `otherWords` are the same payment's in other files. */
export type ComparedRow = Pick<BankRow, 'amount' | 'day' | 'narration' | 'reference'> & {
  otherWords?: readonly string[]
}
export type ComparedExpected = Pick<
  ExpectedPayment,
  'due' | 'day' | 'reference' | 'number' | 'pictureNumber' | 'name' | 'phone'
>

/** Which parts of a bank's row are those of a submission; the desk marks them. */
export interface Signals {
  amount: boolean
  /** The payment number (UTR), typed or on the picture. */
  number: boolean
  /** How much of the payment reference stands in the narration. */
  reference?: 'whole' | 'beginning'
  /** One slip, a swapped pair or a lost zero. */
  nearNumber?: true
  nearReference?: true
  name?: true
  phone?: true
  /** The payment came within a few days before the form. */
  day?: true
}

/** Whether two texts differ in one character, one is missing, or two neighbours changed places. */
export const isNear = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (a.length === 2 && b.length === 2) return a[0] === b[1] && a[1] === b[0]
  return a.length <= 1 && b.length <= 1 && a !== b
}

const lettersOf = (text: string) => text.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '')
/** Words around a payer's name that are none of it. */
const noName = new Set(
  'PAYMENT PAID SENT MONEY RECEIVED TRANSFER TRF TFR DEP FROM BY TO VIA FOR UPI IMPS NEFT CR MR MRS MS DR SHRI SMT'.split(
    ' ',
  ),
)
/** The words of a text in which a name may stand. */
const wordsOfName = (text: string): string[] =>
  lettersOf(text)
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !noName.has(word))

/** Of one person many payments are asked. */
const known = new WeakMap<object, readonly string[]>()
/** The words of a person's name. */
export const nameOf = (person: { name: string }): readonly string[] => {
  const words = known.get(person) ?? wordsOfName(person.name)
  known.set(person, words)
  return words
}

/** The parts of a narration in which the payer's name may stand, an address before its `@` among them. */
export const findNames = (narration: string): string[][] =>
  [...new Set([narration.replace(/\s*\n\s*/g, ' '), narration.replace(/\n\s*/g, '')])]
    .flatMap((text) => text.split(/[/:,;|*@#()-]+/))
    .map(wordsOfName)
    .filter((words) => words.some(({ length }) => length >= 3))

/** Ten digits of a mobile number, with 91 or 0 before it or not. */
export const findPhones = (narration: string): string[] =>
  [...narration.matchAll(/(?<!\d)(?:91|0)?([6-9]\d{9})(?!\d)/g)].flatMap(([, phone]) => phone ?? [])

/** Whether each of the words is one of the name's: whole, with one slip, as an initial, or cut at the end. */
const matchWords = (
  words: readonly string[],
  name: readonly string[],
  isCut: boolean,
): { all: boolean; whole: number } => {
  const left = [...name]
  let whole = 0
  const all = words.every((word, index) => {
    const isLast = isCut && index === words.length - 1 && word.length > 1
    const fits = (other: string) =>
      word === other || (word.length >= 5 && other.length >= 5 && isNear(word, other))
        ? 2
        : other.startsWith(word) && (word.length === 1 || isLast)
          ? 1
          : other.length === 1 && word.startsWith(other)
            ? 1
            : 0
    const at = Math.max(
      left.findIndex((other) => fits(other) === 2),
      -1,
    )
    const found = at >= 0 ? at : left.findIndex((other) => fits(other) === 1)
    if (found < 0) return false
    if (at >= 0 && word.length >= 3) whole++
    left.splice(found, 1)
    return true
  })
  return { all, whole }
}

/** Banks cut a name after seven or eight characters at the earliest. */
const cutLength = 7

/**
 * How well a name that a bank printed is a person's: `whole` also where it is cut, glued, in another order or has initials;
 * `part` where only one word of several is the same.
 */
export const fitName = (printed: readonly string[], name: readonly string[]): 'whole' | 'part' | undefined => {
  const [one = '', other = ''] = [printed, name].map((words) => words.filter(({ length }) => length > 1).join(''))
  if (one.length >= cutLength && other.startsWith(one)) return 'whole'
  if (other.length >= cutLength && one.startsWith(other)) return 'whole'
  const isCut = printed.join(' ').length >= cutLength
  const [ours, theirs] = [matchWords(printed, name, isCut), matchWords(name, printed, false)]
  if (ours.all && ours.whole > 0 && (printed.length > 1 || name.length === 1)) return 'whole'
  if (theirs.all && theirs.whole > 0 && name.length > 1) return 'whole'
  const isShared = printed.some(
    (word) => word.length >= 4 && name.some((part) => part === word || part.startsWith(word)),
  )
  return isShared ? 'part' : undefined
}

export const dayNumber = (day: string) => Date.parse(day) / 86_400_000
/** Whoever pays fills in the form soon; a bank may write the day after. */
export const daysBefore = 4
export const isAboutDay = (paid: string, sent: string): boolean => {
  const days = dayNumber(sent) - dayNumber(paid)
  return days >= -1 && days <= daysBefore
}

/** Compares a row with a submission, part by part. It is no verdict: who else names the row is not asked. */
export const compareRow = (row: ComparedRow, expected: ComparedExpected): Signals => {
  const texts = [row.narration, ...(row.otherWords ?? [])]
  const readings = texts.map((text) => readNarration(text, row.reference))
  const numbers = readings.flatMap((one) => [...one.numbers, ...one.doubtfulNumbers])
  const fields = readings.flatMap((one) => one.fields)
  const given = [expected.number, expected.pictureNumber].filter((number) => number !== undefined)
  const number = given.some((one) => numbers.includes(one))
  const code = expected.reference
  const fits = code ? fields.map((field) => fitReference(field, code)) : []
  const reference = fits.some((fit) => fit === 'whole' || fit === 'glued')
    ? 'whole'
    : fits.find((fit) => fit === 'beginning')
  return {
    amount: row.amount === expected.due,
    number,
    ...(reference === undefined ? {} : { reference }),
    ...(!number && given.some((one) => numbers.some((other) => isNear(one, other))) ? { nearNumber: true } : {}),
    ...(!reference && code && fields.some((field) => field.length >= 5 && isNear(field, code))
      ? { nearReference: true }
      : {}),
    ...(texts.flatMap(findNames).some((words) => fitName(words, nameOf(expected)) === 'whole') ? { name: true } : {}),
    ...(expected.phone && texts.flatMap(findPhones).includes(expected.phone) ? { phone: true } : {}),
    ...(isAboutDay(row.day, expected.day) ? { day: true } : {}),
  }
}

/** Of the signals that tie a row to a submission the strongest first, in words. */
const tieWords = {
  number: 'UTR',
  reference: 'payment code',
  nearNumber: 'UTR but for one slip',
  phone: 'phone',
  nearReference: 'payment code but for one character',
  name: 'name',
} as const
const weights = { number: 64, reference: 48, nearNumber: 24, phone: 16, nearReference: 14, name: 12 } as const
const ties = Object.keys(tieWords).filter((key): key is keyof typeof tieWords => key in tieWords)

/** What ties the two, such as "UTR, name"; undefined where nothing does and a person must say why. */
export const tellTies = (signals: Signals): string | undefined =>
  ties
    .filter((tie) => signals[tie])
    .map((tie) => tieWords[tie])
    .join(', ') || undefined

const weigh = (signals: Signals): number =>
  ties.reduce((sum, tie) => sum + (signals[tie] ? weights[tie] : 0), 0) +
  (signals.amount ? 6 : 0) +
  (signals.day ? 4 : 0)

/** A candidate, with what it has in common and how much that weighs. */
export type Ranked<One> = { one: One; signals: Signals; ties?: string; weight: number }

const rank = <One>(all: readonly One[], compare: (one: One) => Signals): Ranked<One>[] =>
  all
    .map((one) => {
      const signals = compare(one)
      const told = tellTies(signals)
      return { one, signals, weight: weigh(signals), ...(told === undefined ? {} : { ties: told }) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)

/** Whose a payment may be: who has anything in common with it, the likeliest first. */
export const rankCandidates = <One extends ComparedExpected>(
  row: ComparedRow,
  expected: readonly One[],
): Ranked<One>[] => rank(expected, (one) => compareRow(row, one))

/** Which payment may be a submission's, the likeliest first. */
export const rankRows = <One extends ComparedRow>(expected: ComparedExpected, rows: readonly One[]): Ranked<One>[] =>
  rank(rows, (one) => compareRow(one, expected))
