import { isRealDay } from '../day'
import type { Day } from '../slot'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ,]+(\d{4}|\d{2})(?=$|[\s,T])/i
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[\sT])/
/** Only with the month as a word: `09/12/2026` is always the 9th of December. */
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?=$|[\s,])/i

const monthOf = (text: string): string => {
  if (/^\d/.test(text)) return text.padStart(2, '0')
  const index = months.indexOf(text.slice(0, 3).toLowerCase())
  return String(index + 1).padStart(2, '0')
}

const makeDay = (year: string, month: string, day: string): Day | undefined => {
  const text = `${year.padStart(4, '20')}-${monthOf(month)}-${day.padStart(2, '0')}`
  return isRealDay(text) ? (text as Day) : undefined
}

/** The day that a bank's cell names: the day comes first, and a year of two digits is 20yy. A time behind it is dropped (behaviour 15.4). */
export const readDay = (text: string): Day | undefined => {
  const clean = text.trim().replace(/\s+/g, ' ')
  const [, day, month, year] = dayFirst.exec(clean) ?? []
  if (day && month && year) return makeDay(year, month, day)
  const [, firstYear, itsMonth, itsDay] = yearFirst.exec(clean) ?? []
  if (firstYear && itsMonth && itsDay) return makeDay(firstYear, itsMonth, itsDay)
  const [, word, number, lastYear] = monthFirst.exec(clean) ?? []
  return word && number && lastYear ? makeDay(lastYear, word, number) : undefined
}

/** Whether a cell means to be a date, even one that does not exist: `32/09/2026`. */
export const looksLikeDay = (text: string): boolean =>
  /^\s*(?:\d{1,4}[-/. ][a-z0-9]{1,9}[-/. ,]+\d{1,4}|[a-z]{3,9}\.? \d{1,2},? \d{4})/i.test(text)
