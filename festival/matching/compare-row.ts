import { fitReference, readNarration } from '../bank/narration'
import type { BankPayment, Claim } from './claim'

/** Which parts of a bank's row are those of a claim; the desk marks them. */
export interface EqualParts {
  amount: boolean
  /** The payment number (UTR). */
  number: boolean
  /** How much of the payment reference stands in the narration. */
  reference?: 'whole' | 'beginning'
}

/** Compares a row with a claim, part by part. It is no verdict: who else names the row is not asked. */
export const compareRow = (
  row: Pick<BankPayment, 'amount' | 'narration' | 'reference'>,
  claim: Pick<Claim, 'due' | 'number' | 'pictureNumber' | 'reference'>,
): EqualParts => {
  const { numbers, fields } = readNarration(row.narration, row.reference)
  const fits = claim.reference ? fields.map((field) => fitReference(field, claim.reference ?? '')) : []
  const isWhole = fits.some((fit) => fit === 'whole' || fit === 'glued')
  const reference = isWhole ? 'whole' : fits.find((fit) => fit === 'beginning')
  return {
    amount: row.amount === claim.due,
    number: [claim.number, claim.pictureNumber].some((number) => number !== undefined && numbers.includes(number)),
    ...(reference === undefined ? {} : { reference }),
  }
}
