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

export const readPayments = (rows: readonly BankPayment[]): ReadPayment[] =>
  rows.map((row) => ({ row, reading: readNarration(row.narration, row.reference) }))

/** Leaves out numbers that cannot be a payment's, because they stand in too many rows. */
export const dropCommonNumbers = (rows: readonly ReadPayment[]): ReadPayment[] => {
  const counts = new Map<string, number>()
  for (const { reading } of rows)
    for (const number of reading.numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const isOwn = (number: string) => (counts.get(number) ?? 0) <= mostRowsOfNumber
  return rows.map(({ row, reading }) => ({ row, reading: { ...reading, numbers: reading.numbers.filter(isOwn) } }))
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
