import { readDay } from '../bank/cells'
import type { Rupees } from '../payment/money'
import { isReference } from '../payment/upi'

const noteLabel = /^(?:message|note|remarks?|comment|description)\b\s*[:.-]*\s*/i
/** What may stand where a note was left empty. */
const otherLabel =
  /^(?:upi (?:ref|trans|id)|utr\b|(?:to|from)(?:$|:)|date\b|order id|transaction id|google|paid (?:to|by|from)|debited|transfer|powered)/i

const maxNoteLength = 100

/** A note begins with the reference; six digits alone are more likely half of a UTR. */
const beginsWithReference = (line: string): boolean => {
  const [word = ''] = line.replace(noteLabel, '').split(/[^\w]/)
  return isReference(word) && /[A-Z]/.test(word)
}

/** A payment's note: what stands beside or under its label, else the line with a payment reference. */
const readNote = (lines: readonly string[]): string | undefined => {
  const withReference = lines.find(beginsWithReference)
  const at = lines.findIndex((line) => noteLabel.test(line))
  const beside = lines[at]?.replace(noteLabel, '') ?? ''
  const under = at === -1 ? '' : (lines[at + 1] ?? '')
  const note = beside || (otherLabel.test(under) ? '' : under)
  return (withReference ?? note).replace(noteLabel, '').slice(0, maxNoteLength) || undefined
}

/** With a rupee sign, which an OCR for English seldom knows. */
const signed = /(?:₹|\brs\b\.?|\binr\b)\s*((?:\d[\d,]*\d|\d)(?:\.\d{1,2})?)(?![\d,])/i

/** An amount that has its line to itself, what is left of its sign before it. */
const alone = /^[^\w\s]{0,2}\s?((?:\d{1,3}(?:,\d{2,3})+|\d{1,7})(?:\.\d{2})?)$/

const maxRupees = 10_000_000

const readRupees = (text: string | undefined): Rupees | undefined => {
  if (text === undefined) {
    return undefined
  }
  const rupees = Number(text.replaceAll(',', ''))
  return rupees > 0 && rupees <= maxRupees ? rupees : undefined
}

/** What was paid: the first amount with a sign, else the first that stands on a line of its own. */
const readPaidAmount = (lines: readonly string[]): Rupees | undefined => {
  for (const pattern of [signed, alone]) {
    for (const line of lines) {
      const amount = readRupees(pattern.exec(line)?.[1])
      if (amount !== undefined) {
        return amount
      }
    }
  }
  return undefined
}

/** Where a day may stand in a line: `1 Oct 2025`, `Oct 1, 2025`, `01/10/2025`. */
const day =
  /\b(?:\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.?,? '?\d{2,4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/gi

/** The first day that a picture's lines name. */
const readPaidDay = (lines: readonly string[]): string | undefined => {
  for (const line of lines) {
    for (const [found] of line.matchAll(day)) {
      const clean = found.replace(/(?<=\d)(?:st|nd|rd|th)\b|[.,']/gi, (part) =>
        part === '.' && /\d\.\d/.test(found) ? part : '',
      )
      const read = readDay(clean)
      if (read) {
        return read
      }
    }
  }
  return undefined
}

/** How the apps and banks name the number that both sides know. */
const label =
  /\b(?:upi\s*transaction\s*[il1]d|utr|upi\s*ref(?:erence)?)\b[^\dA-Z]*(?:n[o0]\b|number\b|id\b)?[.:]?/i

/** Digits in a row, or in two or three groups as Paytm writes them; neither part of a longer number nor a phone's (+91 …). */
const twelveDigits = /(?<![\w+*]|\+\s)(?:\d{12}|\d{6} \d{6}|\d{4} \d{4} \d{4})(?!\w|\s?\d)/

/** What an OCR takes some digits for; believed only where a label says that digits stand there. */
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

/** The UTR in a picture's lines: beside or under its label, else the only other number of twelve digits. */
const readPictureUtr = (lines: readonly string[]): string | undefined => {
  for (const [index, line] of lines.entries()) {
    const found = label.exec(line)
    if (!found) {
      continue
    }
    const utr =
      findUtr(line.slice(found.index + found[0].length)) ?? findUtr(lines[index + 1] ?? '')
    if (utr) {
      return utr
    }
  }
  const others = new Set(
    lines.flatMap((line) => twelveDigits.exec(line)?.[0].replace(/\s/g, '') ?? []),
  )
  return others.size === 1 ? [...others][0] : undefined
}

/** What a payment's screenshot says; absent is what it doesn't say, or what was not read for certain. */
export interface PaymentPicture {
  /** Twelve digits. */
  utr?: string | undefined
  /** A rupee sign may have been read as its first digit (`agreesWithDue`). */
  amount?: Rupees | undefined
  /** `2025-10-01` */
  date?: string | undefined
  note?: string | undefined
}

/** The longest text that is looked at, in characters: a screenshot has a few hundred. */
const maxTextLength = 5_000

/** Reads the text of a screenshot of Google Pay, PhonePe or Paytm in English, as an OCR gave it, line by line (behaviour 14.51). */
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

/**
 * Whether an amount that was read from a picture is what is due. A rupee sign is often read as a digit (₹600 as
 * 3600), so the amount may also stand behind one digit (behaviour 14.51).
 */
export const matchesAmountDue = (read: Rupees, due: Rupees): boolean =>
  read === due || (read > 9 && String(read).slice(1) === String(due))
