import { formatShortDay } from '../../../festival/content/slot'
import type { EntryDetails, OcrResult } from '../../../festival/contract/entry'
import { isReference } from '../../../festival/payment/upi'
import { matchesAmountDue } from '../../../festival/picture/read-payment-picture'
import { formatAmount, formatMoment } from '../../words'

export interface Comparison {
  name: string
  expected: string
  /** Empty if the picture was not read or does not show this value. */
  read: string
  isSame: boolean | undefined
}

type Compared = Pick<
  EntryDetails,
  'amount' | 'utr' | 'paymentReference' | 'sentAt' | 'ocrResults' | 'proofs'
>

export const findOcrResult = ({
  ocrResults,
  proofs,
}: Pick<Compared, 'ocrResults' | 'proofs'>): OcrResult | undefined => {
  const replaced = new Set(
    proofs.filter(({ replacedAt }) => replacedAt !== null).map(({ id }) => id),
  )
  return ocrResults.find(({ proof }) => !replaced.has(proof))
}

const isSameAmount = (amount: number | undefined, due: number | null): boolean =>
  due !== null && amount !== undefined && matchesAmountDue(amount, due)

const formatSeenAmount = (amount: number | undefined, due: number | null): string => {
  if (amount === undefined) {
    return ''
  }
  return isSameAmount(amount, due) && amount !== due
    ? `${formatAmount(due)} (the ₹ read as a digit)`
    : formatAmount(amount)
}

export const compareReading = (compared: Compared): Comparison[] => {
  const { amount: due, utr, paymentReference, sentAt } = compared
  const { amount, utr: seenUtr = '', note = '', date } = findOcrResult(compared) ?? {}
  const agrees = isSameAmount(amount, due)
  const inNote = note.toUpperCase()
  const isTheirs = inNote.includes(paymentReference.toUpperCase())
  // A note proves a difference only if it contains another entry's code.
  const namesAnother = inNote.split(/[^A-Z0-9]+/).some(isReference)
  const compare = (
    expected: string | number | null,
    read: string | number | undefined,
    isSame: boolean,
  ) => {
    const hasBoth = expected !== null && expected !== '' && read !== undefined && read !== ''
    return hasBoth ? isSame : undefined
  }
  const hasPaymentCode = isTheirs || namesAnother
  const isSameCode = hasPaymentCode ? compare(paymentReference, note, isTheirs) : undefined
  return [
    {
      name: 'Amount',
      expected: formatAmount(due),
      read: formatSeenAmount(amount, due),
      isSame: compare(due, amount, agrees),
    },
    { name: 'UTR', expected: utr, read: seenUtr, isSame: compare(utr, seenUtr, utr === seenUtr) },
    {
      name: 'Payment reference (in the note)',
      expected: paymentReference,
      read: note,
      isSame: isSameCode,
    },
    {
      name: 'Date',
      expected: `submitted ${formatMoment(sentAt)}`,
      read: date ? formatShortDay(date) : '',
      isSame: undefined,
    },
  ]
}
