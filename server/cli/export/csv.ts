import { type Cell, isLocalTime } from './cell'

/** What a spreadsheet takes for the beginning of a formula; some programs read the wide forms alike. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** The forms take phones of India alone, so the digits after its prefix are the whole number. */
const indianPhone = /^(?:\+91)?(\d{5})(\d{5})$/
/** A spreadsheet would round these, write them as a power of ten or strip them of their zeros. */
const longNumber = /^(?:\d{10,}|0\d{4,})$/
const shortNumberWithZero = /^0\d+$/

/** A long number in groups, as people write it: a spreadsheet takes it for a text, and it stays whole. */
const groupDigits = (text: string) =>
  indianPhone.test(text)
    ? text.replace(indianPhone, '$1 $2')
    : longNumber.test(text)
      ? text.replace(/\d{4}(?=\d)/g, '$& ')
      : text

/**
 * One cell of a CSV file. A phone or an id is written in groups of digits, since a spreadsheet would mistake it for a
 * number; a text that it would run as a formula gets an apostrophe in front, which makes it a text (behaviour 12.13).
 */
export const toCsvCell = (value: Cell): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (isLocalTime(value)) return value.local.replace('T', ' ')
  const text = groupDigits(value)
  const safe = formulaStart.test(text) || shortNumberWithZero.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** So that a spreadsheet reads the file as UTF-8. */
export const csvStart = '\ufeff'
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`
