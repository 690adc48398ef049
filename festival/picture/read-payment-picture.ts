import { readNote } from './read-note'
import { readPaidAmount } from './read-paid-amount'
import { readPaidDay } from './read-paid-day'
import { readPictureUtr } from './read-picture-utr'

/** What a payment's screenshot says; absent is what it doesn't say, or what was not read for certain. */
export interface PaymentPicture {
  /** Twelve digits. */
  utr?: string
  /** Rupees. A rupee sign may have been read as its first digit (`agreesWithDue`). */
  amount?: number
  /** `2025-10-01` */
  date?: string
  note?: string
}

/** The longest text that is looked at, in characters: a screenshot has a few hundred. */
const longestText = 5_000

/** Reads the text of a screenshot of Google Pay, PhonePe or Paytm in English, as an OCR gave it, line by line (behaviour 14.51). */
export const readPaymentPicture = (text: string): PaymentPicture => {
  const lines = text
    .slice(0, longestText)
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
  const utr = readPictureUtr(lines)
  const amount = readPaidAmount(lines)
  const date = readPaidDay(lines)
  const note = readNote(lines)
  return {
    ...(utr === undefined ? {} : { utr }),
    ...(amount === undefined ? {} : { amount }),
    ...(date === undefined ? {} : { date }),
    ...(note === undefined ? {} : { note }),
  }
}
