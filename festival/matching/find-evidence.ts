import { type Fit, fitReference, type Narration, readNarration, tellingLength } from '../bank/narration'
import type { BankPayment, Claim } from './claim'
import { eachStep, mapSteps, type Steps } from './steps'

/** A row with what its narration says. */
export interface ReadPayment {
  row: BankPayment
  reading: Narration
  /** The bank took a part of it back. */
  isPartlyReversed?: boolean
}

/** What ties a row to a claim. */
export interface Evidence {
  claim: Claim
  isSpent: boolean
  byNumber: boolean
  byReference?: Fit
}

/** A payment has one number; one that stands in more rows than this is an account's or a shop's. */
const mostRowsOfNumber = 2
/** Whoever pays in parts writes one reference several times; a word of more rows than this is the bank's. */
const mostRowsOfField = 5
/** The bank's own words stand in at least this share of the rows. */
const shareOfBanksWords = 0.1

export const readPayments = (rows: readonly BankPayment[]): Steps<ReadPayment[]> =>
  mapSteps(rows, (row) => ({ row, reading: readNarration(row.narration, row.reference) }))

type Words = (read: ReadPayment) => readonly string[]
const numbersOf: Words = ({ reading }) => reading.numbers
const fieldsOf: Words = ({ reading }) => reading.fields

function* countWords(reads: readonly ReadPayment[], wordsOf: Words): Steps<(word: string) => number> {
  const counts = new Map<string, number>()
  yield* eachStep(reads, (read) => {
    for (const word of wordsOf(read)) counts.set(word, (counts.get(word) ?? 0) + 1)
  })
  return (word) => counts.get(word) ?? 0
}

/**
 * Leaves out what the bank writes itself, such as its branch or the account's number (behaviour 15.11). Only rows of an amount
 * that somebody owes are counted: otherwise many payments of one rupee could make another's reference such a word.
 */
export function* dropBanksWords(reads: readonly ReadPayment[], claims: readonly Claim[]): Steps<ReadPayment[]> {
  const owed = new Set(claims.map(({ due }) => due))
  const counted = reads.filter(({ row }) => owed.has(row.amount))
  const keep = function* (wordsOf: Words, most: number): Steps<Words> {
    const count = yield* countWords(counted, wordsOf)
    const isBanks = (word: string) => count(word) > most && count(word) >= counted.length * shareOfBanksWords
    return (read) => wordsOf(read).filter((word) => !isBanks(word))
  }
  const keepNumbers = yield* keep(numbersOf, mostRowsOfNumber)
  const keepFields = yield* keep(fieldsOf, mostRowsOfField)
  return yield* mapSteps(reads, (read) => ({
    ...read,
    reading: { ...read.reading, numbers: keepNumbers(read), fields: keepFields(read) },
  }))
}

interface Naming {
  /** The words of a row that may name a claim at all. */
  wordsOf: Words
  names: (word: string, read: ReadPayment, claim: Claim) => boolean
}

/**
 * Whether a word of a row names a claim of this due. One that stands in too many rows to be one payment's names it in
 * the rows of exactly that amount, unless those are too many as well (behaviour 15.11).
 */
function* makeNaming(reads: readonly ReadPayment[], wordsOf: Words, most: number): Steps<Naming> {
  const inRows = yield* countWords(reads, wordsOf)
  const withAmount = yield* countWords(reads, (read) => wordsOf(read).map((word) => `${word} ${read.row.amount}`))
  return {
    wordsOf: (read) =>
      wordsOf(read).filter((word) => inRows(word) <= most || withAmount(`${word} ${read.row.amount}`) <= most),
    names: (word, { row }, { due }) => inRows(word) <= most || row.amount === due,
  }
}

const indexBy = (claims: readonly Claim[], key: (claim: Claim) => string | undefined): Map<string, Claim[]> => {
  const index = new Map<string, Claim[]>()
  for (const claim of claims) {
    const value = key(claim)
    if (value === undefined || value === '') continue
    const there = index.get(value)
    if (there) there.push(claim)
    else index.set(value, [claim])
  }
  return index
}

/** Which of two fits of one claim is told. */
const strength: Readonly<Record<Fit, number>> = { beginning: 0, glued: 1, whole: 2 }

/** Finds for each row the claims that its number or its note names. Time grows with rows and claims, not with their product. */
export function* findEvidence(
  rows: readonly ReadPayment[],
  claims: readonly Claim[],
): Steps<Map<BankPayment, Evidence[]>> {
  const byId = new Map(claims.map((claim) => [claim.id, claim]))
  const byNumber = indexBy(claims, ({ number }) => number)
  const shown = new Set(rows.flatMap(({ reading }) => reading.numbers))
  const byPicture = indexBy(claims, ({ number, pictureNumber }) =>
    number !== undefined && shown.has(number) ? undefined : pictureNumber,
  )
  const byBeginning = indexBy(claims, ({ reference }) => reference?.slice(0, tellingLength))

  const numbers = yield* makeNaming(rows, numbersOf, mostRowsOfNumber)
  const fields = yield* makeNaming(rows, fieldsOf, mostRowsOfField)

  const find = (read: ReadPayment): Evidence[] => {
    const { row } = read
    const found = new Map<Claim, Evidence>()
    const note = (claim: Claim, part: Partial<Evidence>) =>
      found.set(claim, { isSpent: false, byNumber: false, ...found.get(claim), ...part, claim })
    const spentOn = row.spentOn === undefined ? undefined : byId.get(row.spentOn)
    if (spentOn) note(spentOn, { isSpent: true })
    for (const number of numbers.wordsOf(read))
      for (const claim of [...(byNumber.get(number) ?? []), ...(byPicture.get(number) ?? [])])
        if (numbers.names(number, read, claim)) note(claim, { byNumber: true })
    for (const field of fields.wordsOf(read))
      for (const claim of byBeginning.get(field.slice(0, tellingLength)) ?? []) {
        const fit = fields.names(field, read, claim) ? fitReference(field, claim.reference ?? '') : undefined
        const before = found.get(claim)?.byReference
        if (fit && (!before || strength[fit] > strength[before])) note(claim, { byReference: fit })
      }
    return [...found.values()]
  }
  return new Map(yield* mapSteps(rows, (read): [BankPayment, Evidence[]] => [read.row, find(read)]))
}
