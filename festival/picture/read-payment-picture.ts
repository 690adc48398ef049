import { readDay } from '../bank/cells'
import type { Rupees } from '../payment/money'
import { isReference } from '../payment/upi'

const noteLabel = /^(?:message|note|remarks?|comment|description)\b\s*[:.-]*\s*/i
/** These labels may follow an empty note. */
const otherLabel =
  /^(?:upi (?:ref|trans|id)|utr\b|(?:to|from)(?:$|:)|date\b|order id|transaction id|google|paid (?:to|by|from)|debited|transfer|powered)/i

const maxNoteLength = 100

/** Six digits alone are more likely half of a UTR than a reference. */
const beginsWithReference = (line: string): boolean => {
  const [word = ''] = line.replace(noteLabel, '').split(/[^\w]/)
  return isReference(word) && /[A-Z]/.test(word)
}

const readNote = (lines: readonly string[]): string | undefined => {
  const withReference = lines.find(beginsWithReference)
  const labelIndex = lines.findIndex((line) => noteLabel.test(line))
  const sameLine = lines[labelIndex]?.replace(noteLabel, '')
  const nextLine = labelIndex === -1 ? '' : (lines[labelIndex + 1] ?? '')
  const note = sameLine || (otherLabel.test(nextLine) ? '' : nextLine)
  return (withReference ?? note).replace(noteLabel, '').slice(0, maxNoteLength) || undefined
}

/** An amount with a currency sign, which English OCR often misses. */
const amountWithSign = /(?:₹|\brs\b\.?|\binr\b)\s*((?:\d[\d,]*\d|\d)(?:\.\d{1,2})?)(?![\d,])/i

/** An amount on a line of its own, possibly after the remains of a misread sign. */
const amountAlone = /^[^\w\s]{0,2}\s?((?:\d{1,3}(?:,\d{2,3})+|\d{1,7})(?:\.\d{2})?)$/

const maxRupees = 10_000_000

const readRupees = (text: string | undefined): Rupees | undefined => {
  if (text === undefined) {
    return undefined
  }
  const rupees = Number(text.replaceAll(',', ''))
  return rupees > 0 && rupees <= maxRupees ? rupees : undefined
}

const readPaidAmount = (lines: readonly string[]): Rupees | undefined => {
  for (const pattern of [amountWithSign, amountAlone]) {
    for (const line of lines) {
      const amount = readRupees(pattern.exec(line)?.[1])
      if (amount !== undefined) {
        return amount
      }
    }
  }
  return undefined
}

/** Matches, for example, `1 Oct 2025`, `Oct 1, 2025` and `01/10/2025`. */
const dayPattern =
  /\b(?:\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.?,? '?\d{2,4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/gi

const readPaidDay = (lines: readonly string[]): string | undefined => {
  for (const line of lines) {
    for (const [text] of line.matchAll(dayPattern)) {
      const clean = text.replace(/(?<=\d)(?:st|nd|rd|th)\b|[.,']/gi, (part) =>
        part === '.' && /\d\.\d/.test(text) ? part : '',
      )
      const day = readDay(clean)
      if (day) {
        return day
      }
    }
  }
  return undefined
}

const utrLabel =
  /\b(?:upi\s*transaction\s*[il1]d|utr|upi\s*ref(?:erence)?)\b[^\dA-Z]*(?:n[o0]\b|number\b|id\b)?[.:]?/i

/** Allows groups of digits, as in Paytm. Phone numbers (+91 …) do not match. */
const twelveDigits = /(?<![\w+*]|\+\s)(?:\d{12}|\d{6} \d{6}|\d{4} \d{4} \d{4})(?!\w|\s?\d)/

const lookalikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
}

const repairDigits = (text: string): string | undefined => {
  const close = text.replace(/\s/g, '')
  if (close.replace(/\D/g, '').length < 10) {
    return undefined
  }
  const digits = close.replace(/[OoDIl|SB]/g, (character) => lookalikes[character] ?? character)
  return /^\d{12}$/.test(digits) ? digits : undefined
}

const findUtr = (text: string): string | undefined =>
  twelveDigits.exec(text)?.[0].replace(/\s/g, '') ?? repairDigits(text)

/** If no label precedes the UTR, it must be the only number of twelve digits. */
const readPictureUtr = (lines: readonly string[]): string | undefined => {
  for (const [index, line] of lines.entries()) {
    const label = utrLabel.exec(line)
    const utr =
      label &&
      (findUtr(line.slice(label.index + label[0].length)) ?? findUtr(lines[index + 1] ?? ''))
    if (utr) {
      return utr
    }
  }
  const utrs = new Set(
    lines.flatMap((line) => twelveDigits.exec(line)?.[0].replace(/\s/g, '') ?? []),
  )
  return utrs.size === 1 ? [...utrs][0] : undefined
}

/** Values that are uncertain are undefined. */
export interface PaymentPicture {
  /** Twelve digits. */
  utr?: string | undefined
  /** The first digit may be a misread rupee sign (`matchesAmountDue`). */
  amount?: Rupees | undefined
  /** For example `2025-10-01`. */
  date?: string | undefined
  note?: string | undefined
}

/** In characters. A screenshot has a few hundred. */
const maxTextLength = 5_000

/** Reads the OCR text of an English screenshot of Google Pay, PhonePe or Paytm. */
export const readPaymentPicture = (text: string): PaymentPicture => {
  const lines = text
    .slice(0, maxTextLength)
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
  return {
    utr: readPictureUtr(lines),
    amount: readPaidAmount(lines),
    date: readPaidDay(lines),
    note: readNote(lines),
  }
}

/** OCR often reads a rupee sign as a digit (₹600 as 3600), so the first digit may be ignored. */
export const matchesAmountDue = (read: Rupees, due: Rupees): boolean =>
  read === due || (read > 9 && String(read).slice(1) === String(due))
