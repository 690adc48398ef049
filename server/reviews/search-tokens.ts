import type { ReviewedRecord } from './records'

/** What stands before the digits of a number that are kept backwards, so that its ending is a beginning too. */
const backwards = '<'

/** Letters as they are looked up: without the accents of Latin, in lower case. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const reverse = (digits: string) => `${backwards}${[...digits].reverse().join('')}`

const isNumber = (word: string) => /^\d{3,}$/.test(word)

/** The last ten digits: numbers are written with and without +91. */
const phoneDigits = (phone: string) => phone.replace(/\D/g, '').slice(-10)

/** Longer words are found by their beginning only. */
const longest = 40

/** The words by which a record is found (behaviour 14.15). `utrs`: what was read from its proofs. */
export const tokensOf = (record: ReviewedRecord, utrs: readonly string[] = []): string[] => {
  const people = [record, ...record.members]
  const words = [
    ...people.flatMap(({ name }) => wordsOf(name)),
    ...people.map(({ phone }) => phoneDigits(phone)),
    fold(record.email),
    ...wordsOf(record.email),
    ...[record.label, record.utr, record.reference, record.delegateId, ...utrs].flatMap(wordsOf),
  ].filter((word) => word !== '')
  const whole = words.map((word) => word.slice(0, longest))
  return [...new Set([...whole, ...whole.filter(isNumber).map(reverse)])]
}

/** The beginnings of which a record must have one. */
export type Term = readonly string[]

/** More words than anybody searches by. */
const mostTerms = 5

const termOf = (word: string): Term => (isNumber(word) ? [word, reverse(word)] : [word])

const isWholeNumber = (text: string) => /^\+?[\d\s-]{4,}$/.test(text)

/** Whether a search is nothing but marks, such as `%` or `*`: no record has a word of these. */
export const hasMarksOnly = (search: string): boolean => /\S/.test(search) && !/[\p{L}\p{N}]/u.test(search)

/** What a search asks for: every term must be met. Words of one letter ask for nothing (behaviour 14.15). */
export const termsOf = (search: string): Term[] => {
  const text = search.trim()
  if (isWholeNumber(text)) {
    const digits = text.replace(/^\+91/, '').replace(/\D/g, '')
    return [termOf(digits.slice(0, longest))]
  }
  return text
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [fold(part)] : wordsOf(part)))
    .filter((word) => word.length > 1)
    .slice(0, mostTerms)
    .map((word) => termOf(word.slice(0, longest)))
}
