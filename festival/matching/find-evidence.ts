import { type Reading, readNarration } from '../statement/read-narration'
import { type Fit, fitReference, tellingLength } from '../statement/reference-in-note'
import type { BankPayment, Claim } from './claim'

/** A row with what its narration says. */
export interface ReadPayment {
  row: BankPayment
  reading: Reading
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

export const readPayments = (rows: readonly BankPayment[]): ReadPayment[] =>
  rows.map((row) => ({ row, reading: readNarration(row.narration, row.reference) }))

/** Keeps of each row's words those that stand in `most` rows at the most. */
const dropCommon = (rows: readonly (readonly string[])[], most: number): (readonly string[])[] => {
  const counts = new Map<string, number>()
  for (const words of rows) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return rows.map((words) => words.filter((word) => (counts.get(word) ?? 0) <= most))
}

/**
 * Leaves out numbers and fields that stand in too many rows to be one payment's: a claim that names them, by chance or by
 * design, would tie all those rows together (behaviour 15.11).
 */
export const dropCommonWords = (rows: readonly ReadPayment[]): ReadPayment[] => {
  const numbers = dropCommon(
    rows.map(({ reading }) => reading.numbers),
    mostRowsOfNumber,
  )
  const fields = dropCommon(
    rows.map(({ reading }) => reading.fields),
    mostRowsOfField,
  )
  return rows.map(({ row, reading }, index) => ({
    row,
    reading: { ...reading, numbers: numbers[index] ?? [], fields: fields[index] ?? [] },
  }))
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

/** Finds for each row the claims that its number or its note names. Time grows with rows and claims, not with their product. */
export const findEvidence = (rows: readonly ReadPayment[], claims: readonly Claim[]): Map<BankPayment, Evidence[]> => {
  const byId = new Map(claims.map((claim) => [claim.id, claim]))
  const byNumber = indexBy(claims, ({ number }) => number)
  const byBeginning = indexBy(claims, ({ reference }) => reference?.slice(0, tellingLength))

  const find = ({ row, reading }: ReadPayment): Evidence[] => {
    const found = new Map<Claim, Evidence>()
    const note = (claim: Claim, part: Partial<Evidence>) =>
      found.set(claim, { isSpent: false, byNumber: false, ...found.get(claim), ...part, claim })
    const spentOn = row.spentOn === undefined ? undefined : byId.get(row.spentOn)
    if (spentOn) note(spentOn, { isSpent: true })
    for (const number of reading.numbers)
      for (const claim of byNumber.get(number) ?? []) note(claim, { byNumber: true })
    for (const field of reading.fields)
      for (const claim of byBeginning.get(field.slice(0, tellingLength)) ?? []) {
        const fit = fitReference(field, claim.reference ?? '')
        if (fit && found.get(claim)?.byReference !== 'whole') note(claim, { byReference: fit })
      }
    return [...found.values()]
  }
  return new Map(rows.map((read) => [read.row, find(read)]))
}
