import type { SubmissionRecord } from '../../../festival/desk/record'
import { writeAmount, writeDay, writeMoment } from '../../words/write-moment'

/** What is due beside what the picture says of it. */
export interface Comparison {
  name: string
  due: string
  /** Empty where the picture was not read, or does not say. */
  seen: string
  /** Undefined where there is nothing to compare. */
  isSame: boolean | undefined
}

type Compared = Pick<SubmissionRecord, 'due' | 'utr' | 'paymentReference' | 'sentAt' | 'evidence' | 'proofs'>

/** Both sides in rows: amount, UTR, reference, date. Evidence of a proof that was replaced no longer counts. */
export const compareEvidence = ({ due, utr, paymentReference, sentAt, evidence, proofs }: Compared): Comparison[] => {
  const replaced = new Set(proofs.filter(({ replacedAt }) => replacedAt !== null).map(({ id }) => id))
  const read = evidence.find(({ kind, proof }) => kind === 'ocr' && !replaced.has(proof))
  const { amount, utr: seenUtr = '', note = '', date } = read ?? {}
  const compare = (one: string | number | null, other: string | number | undefined, isSame: boolean) =>
    one === null || one === '' || other === undefined || other === '' ? undefined : isSame
  return [
    {
      name: 'Amount',
      due: writeAmount(due),
      seen: amount === undefined ? '' : writeAmount(amount),
      isSame: compare(due, amount, due === amount),
    },
    { name: 'UTR', due: utr, seen: seenUtr, isSame: compare(utr, seenUtr, utr === seenUtr) },
    {
      name: 'Reference',
      due: paymentReference,
      seen: note,
      isSame: compare(paymentReference, note, note.toUpperCase().includes(paymentReference.toUpperCase())),
    },
    { name: 'Date', due: `sent ${writeMoment(sentAt)}`, seen: date ? writeDay(date) : '', isSame: undefined },
  ]
}
