import type { Paise } from '../money'
import { type Day, isRealDay } from '../slot'

/** A row of a file as the organiser's browser read it: its line, counted from 1, and its cells as text. */
export interface FileRow {
  line: number
  cells: readonly string[]
}

/** ₹10,00,00,000: no payment to a festival is above it, and the sum of all rows of a file stays a whole number. */
export const mostPaise: Paise = 10_000_000_000

/** ₹1,00,000 crore: an account may belong to a university. */
export const mostBalance: Paise = 100_000_000_000_000

/** Money as a cell writes it: below 0 where it has a minus or stands in brackets; in `paise` also where `Dr` stands beside it. */
export interface Money {
  written: Paise
  paise: Paise
}

/** Digits, grouped as in India (1,23,456) or elsewhere (123,456) or not at all; a comma is never a decimal sign. */
const number = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?$/
/** A sign, a rupee sign or `INR` before it, and `Cr`, `(Cr)` or `Dr.` on either side. */
const dressing =
  /^(?:\(?(cr|dr)\b\.?\)?\s*)?([-+−]?)\s*(?:₹|rs\.?|inr)?\s*([-+−]?)\s*([\d,.]*\d)\s*(?:\(?(cr|dr)\b\.?\)?)?$/i
/** Above this no paise can be told apart any more in a JavaScript number; no festival's account gets there. */
const mostRupeeDigits = 13

/** Money that a cell shows, read through its digits; `undefined` where it is no amount, and never a 0 (behaviour 15.4). */
export const readMoney = (text: string): Money | undefined => {
  // Most cells are no money, and no money is that long.
  if (text.length > 40 || !/\d/.test(text)) return undefined
  const trimmed = text.trim()
  const bracketed = /^\(([^()]*)\)$/.exec(trimmed)?.[1]
  const [, before, sign, innerSign, digits, after] = dressing.exec((bracketed ?? trimmed).trim()) ?? []
  const match = number.exec(digits ?? '')
  if (!digits || !match) return undefined
  const rupees = digits
    .replace(/\..*$/, '')
    .replaceAll(',', '')
    .replace(/^0+(?=\d)/, '')
  if (rupees.length > mostRupeeDigits) return undefined
  const size = Number(rupees + (match[1] ?? '').padEnd(2, '0'))
  const isMinus = bracketed !== undefined || /[-−]/.test(`${sign}${innerSign}`)
  const written = isMinus && size > 0 ? -size : size
  const isDebit = (before ?? after)?.toLowerCase() === 'dr'
  return { written, paise: isDebit && size > 0 ? -size : written }
}

/** Whether a cell of an amount is left empty, as banks do it: nothing, blanks or a dash. */
export const isEmptyCell = (text: string): boolean => /^[\s\-–—*=_]*$/.test(text)

/** The side that a column of its own tells: `CR`, `Debit`, `D`. */
export const readSide = (text: string): 'credit' | 'debit' | undefined => {
  const side = text.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(?:cr|c|credit|deposit|received|in)$/.test(side)) return 'credit'
  return /^(?:dr|d|debit|withdrawal|paid|sent|out)$/.test(side) ? 'debit' : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dates = [
  /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2}|[a-z]{3,9})[-/. ,]+(?<year>\d{4}|\d{2})(?=$|[\s,T])/i,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?=$|[\sT])/,
  // Only with the month as a word: `09/12/2026` is always the 9th of December.
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})(?=$|[\s,])/i,
]

/** The day that a bank's cell names: the day comes first, and a year of two digits is 20yy. A time behind it is dropped (behaviour 15.4). */
export const readDay = (text: string): Day | undefined => {
  if (text.length > 60 || !/\d/.test(text)) return undefined
  const clean = text.trim().replace(/\s+/g, ' ')
  const groups = dates.map((date) => date.exec(clean)?.groups).find((groups) => groups !== undefined)
  if (!groups) return undefined
  const { year = '', month = '', day = '' } = groups
  const number = /^\d/.test(month) ? month : String(months.indexOf(month.slice(0, 3).toLowerCase()) + 1)
  const iso = `${year.padStart(4, '20')}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDay(iso) ? iso : undefined
}

/** Whether a cell means to be a date, even one that does not exist: `32/09/2026`. */
export const looksLikeDay = (text: string): boolean =>
  /^\s*(?:\d{1,4}[-/. ][a-z0-9]{1,9}[-/. ,]+\d{1,4}|[a-z]{3,9}\.? \d{1,2},? \d{4})/i.test(text)

/** A column's name as it is compared: small letters and digits, so that blanks, dots and a dropped `\n` mean nothing. */
export const plainName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** An amount as the desk shows it: `₹1,23,456.50`, or `₹600` where it is whole, grouped as in India; written from its digits, never divided. */
export const writePaise = (paise: Paise): string => {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  const rupees = digits.slice(0, -2).replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, ',')
  return `${paise < 0 ? '−' : ''}₹${rupees}.${digits.slice(-2)}`.replace('.00', '')
}
