import { type Day, isRealDay } from '../content/slot'
import type { Paise } from '../payment/money'

export interface FileRow {
  /** Counted from 1. */
  line: number
  cells: readonly string[]
}

/** ₹10,00,00,000. The limit keeps the sum of a file a safe integer. */
export const maxPaise: Paise = 10_000_000_000

/** ₹1,00,000 crore, because the account may be the university's. */
export const maxBalance: Paise = 100_000_000_000_000

export interface Money {
  /** Negative if the cell has a minus sign or brackets. */
  written: Paise
  /** Negative if `written` is, or if the cell says `Dr`. */
  paise: Paise
  mark: 'credit' | 'debit' | 'plus' | 'minus' | undefined
}

/** Digits grouped as 1,23,456 or 123,456, or not at all. A comma is never a decimal sign. */
const numberPattern = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?$/
const sidePattern = String.raw`\(?(?:(cr(?:edit)?|dr|dbt?|debit|[cd])\b)\.?\)?`
const minus = String.raw`\-−‒–—`
const minusSign = new RegExp(`[${minus}]`)
const currency = String.raw`₹|rs\.?|inr`
/**
 * Matches, for example, `-₹500`, `(-)500.00`, `1,250.00–`, `Rs. 300/-`, `300.00 INR`, `(Cr) 500`
 * and `500 Dr.`.
 */
const amountPattern = new RegExp(
  String.raw`^(?:${sidePattern}\s*)?((?:[+${minus}]|\([${minus}]\)|${currency}|\s)*)([\d,.]*\d)((?:/-|[+${minus}]|${currency}|\s)*)(?:${sidePattern})?$`,
  'i',
)
/** A JavaScript number cannot represent every paisa of larger amounts. */
const maxRupeeDigits = 13

/** Returns `undefined`, never 0, if the cell is not an amount. */
export const readMoney = (text = ''): Money | undefined => {
  if (text.length > 40 || !/\d/.test(text)) {
    return undefined
  }
  const trimmed = text.trim()
  const bracketed = /^\(([^()]*)\)$/.exec(trimmed)?.[1]
  const [, sideBefore, before = '', digits = '', after = '', sideAfter] =
    amountPattern.exec((bracketed ?? trimmed).trim()) ?? []
  const match = numberPattern.exec(digits)
  if (!match) {
    return undefined
  }
  const rupees = digits
    .replace(/\..*$/, '')
    .replaceAll(',', '')
    .replace(/^0+(?=\d)/, '')
  if (rupees.length > maxRupeeDigits) {
    return undefined
  }
  const size = Number(rupees + (match[1] ?? '').padEnd(2, '0'))
  // Amounts in rupees may end in `/-`, which is not a minus.
  const signs = before + after.replaceAll('/-', '')
  const isMinus = bracketed !== undefined || minusSign.test(signs)
  const side = (sideBefore ?? sideAfter)?.toLowerCase()
  // `12.00 C` is an amount, but `12 C` may be a class or an address.
  if (side?.length === 1 && (sideBefore || !digits.includes('.'))) {
    return undefined
  }
  let direction: Direction | undefined
  if (side) {
    direction = side.startsWith('c') ? 'credit' : 'debit'
  }
  const written = isMinus && size > 0 ? -size : size
  const paise = direction === 'debit' && size > 0 ? -size : written
  return { written, paise, mark: findMark(direction, isMinus, signs.includes('+')) }
}

const findMark = (
  direction: Direction | undefined,
  isMinus: boolean,
  isPlus: boolean,
): Money['mark'] => {
  if (direction) {
    return direction
  }
  if (isMinus) {
    return 'minus'
  }
  return isPlus ? 'plus' : undefined
}

export const isEmptyCell = (text = ''): boolean => /^[\s\-–—*=_]*$/.test(text)

export type Direction = 'credit' | 'debit'

/**
 * Understands words such as `CR`, `Debit` and `Money In`, but not "Paid", which reports also use
 * for received payments.
 */
export const readSide = (text = ''): Direction | undefined => {
  if (text.length > 40 || /\d/.test(text)) {
    return undefined
  }
  const letters = text
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(
      /^(?:by|to|upi|neft|imps|rtgs|fund|transfer|txn|transaction|account)+(?=[cd]r|[cd]e|wi)/,
      '',
    )
  const credit =
    /^(?:cr|c|credit(?:ed)?|deposit(?:ed)?|received?|in|inward|incoming|(?:money|paid|transfer)(?:in|received))$/
  if (credit.test(letters)) {
    return 'credit'
  }
  const debit =
    /^(?:dr|dbt?|d|rev(?:ersal)?|debit(?:ed)?|withdraw(?:al|n)|sent|out|outward|outgoing|(?:money|paid|transfer)(?:out|sent))$/
  return debit.test(letters) ? 'debit' : undefined
}

/** Understands "Received from Asha Rao", "Asha Rao paid you", "Paid to Canteen" and the like. */
export const readDirection = (text = ''): Direction | undefined => {
  const start = text.trim().slice(0, 60).toLowerCase().replace(/\s+/g, ' ')
  const received =
    /^(?:(?:money|amount|payment|upi|cash|transfer|refund) )?(?:received|credited)\b(?! by\b)|^(?:payment|money|transfer(?:red)?|refund|cashback) from\b|^money in\b|^you (?:have )?received\b|^\S.* (?:paid|sent|refunded|returned) you\b/
  if (received.test(start)) {
    return 'credit'
  }
  const paid =
    /^you (?:have )?(?:paid|sent|refunded|returned)\b|^(?:(?:money|amount|payment) )?(?:refund(?:ed)?|return(?:ed)?|sent back) to\b|^(?:(?:money|amount|payment|upi|cash|bill|refund) )?(?:paid (?:to|at|for|successfully)|bill paid|sent(?! by\b)|debited)\b|^bill paid\b|^(?:payment|(?:self |money )?transfer(?:red)?) to\b|^money out\b/
  return paid.test(start) ? 'debit' : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const datePatterns = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ](?<month>\d{1,2}|[a-z]{3,9})[-/. ,]+(?<year>\d{4}|\d{2})(?=$|[\s,T])/i,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?=$|[\sT])/,
  // This is the only order accepted without separators, because `14112026` may be a number.
  /^(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  // The month must be a word here: `09/12/2026` is always the 9th of December.
  /^(?<month>[a-z]{3,9})\.? ?(?<day>\d{1,2}),? (?<year>\d{4})(?=$|[\s,])/i,
]

const matchDate = (text: string): RegExpExecArray | undefined => {
  for (const pattern of datePatterns) {
    const match = pattern.exec(text)
    if (match) {
      return match
    }
  }
  return undefined
}

const stripWeekday = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(
      /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?[, ]\s*(?=\S)/i,
      '',
    )

const isPeriod = (text: string): boolean =>
  /(?<!\d)20\d\d\s*(?:-|–|—|to|till)\s*\S.*(?<!\d)20\d\d(?!\d)|\d (?:-|–|—|to|till) \S*\d/i.test(
    text,
  )

/**
 * Expects the day before the month, reads a two-digit year as 20yy, and ignores a time after the
 * date.
 */
export const readDay = (text = ''): Day | undefined => {
  if (text.length > 60 || !/\d/.test(text)) {
    return undefined
  }
  const clean = stripWeekday(text)
  const groups = matchDate(clean)?.groups
  if (!groups || isPeriod(clean)) {
    return undefined
  }
  const { year = '', month = '', day = '' } = groups
  const monthNumber = /^\d/.test(month)
    ? month
    : String(months.indexOf(month.slice(0, 3).toLowerCase()) + 1)
  const iso = `${year.padStart(4, '20')}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDay(iso) ? iso : undefined
}

const timePattern = /^[\s,T]*(?:\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?)?$/i

export const isTime = (text: string): boolean => /\d/.test(text) && timePattern.test(text)

export const isDayOnly = (text: string): boolean => {
  const clean = stripWeekday(text)
  const date = matchDate(clean)?.[0]
  return (
    date !== undefined && readDay(clean) !== undefined && timePattern.test(clean.slice(date.length))
  )
}

/** Whether the month comes first, as in `02/13/2027`, where 13 cannot be a month. */
export const isMonthFirst = (text: string): boolean =>
  /^(?:0?[1-9]|1[0-2])[-/.](?:1[3-9]|2\d|3[01])[-/.]\d{2,4}(?!\d)/.test(text.trim())

const totalWord =
  /^(?:total|totals|subtotal|opening|closing|balance|bal|b|c|f|bf|cf|brought|carried|forward|summary|statement|grand|sub|page|available|current|previous|last|net|as|on|of|at|to|from|for|the|in|and|no|count|cr|dr|credits?|debits?|deposits?|withdrawals?|received|sent|paid|payments?|transactions?|amounts?|account|period|rs|inr|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})$/
const totalPhrase =
  /\b(?:(?:sub|grand)?totals?|(?:opening|closing|available|previous) bal(?:ance)?|bal(?:ance)? as on|brought|carried|summary|[bc] f|[bc]f)\b/

export const isTotalLine = (cells: readonly string[]): boolean => {
  const text = cells
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return totalPhrase.test(text) && text.split(' ').every((word) => totalWord.test(word))
}

export const normaliseName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns, for example, `₹1,23,456.50` or `₹600`. Avoids division, which could round. */
export const formatPaise = (paise: Paise): string => {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  const rupees = digits.slice(0, -2).replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, ',')
  return `${paise < 0 ? '−' : ''}₹${rupees}.${digits.slice(-2)}`.replace('.00', '')
}
