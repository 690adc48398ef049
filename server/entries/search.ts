import { type SqlBool, sql } from 'kysely'
import type { QueueFilter } from '../../festival/contract/queue'
import { afterPrefix } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import type { ReviewedEntry } from './entry'
import { lastDigits } from './flags'

/** Numbers are also stored backwards, because the index finds only the beginnings of tokens. */
const reversedPrefix = '<'
/** Marks words that only the filter by college finds. */
const collegePrefix = '>'

const maxTokenLength = 40

const mostTerms = 5

/** Converts text to lower case, and removes accents from Latin letters. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const isNumber = (word: string) => /^\d{3,}$/.test(word)

const reverse = (digits: string) => `${reversedPrefix}${[...digits].reverse().join('')}`

/** `utrs` are the numbers that were read from proofs. */
export const listTokens = (entry: ReviewedEntry, utrs: readonly string[]): string[] => {
  const people = [entry, ...entry.members]
  const words = [
    ...people.flatMap(({ name }) => splitWords(name)),
    ...people.map(({ phone }) => lastDigits(phone)),
    fold(entry.email),
    ...splitWords(entry.email),
    ...[entry.label, entry.utr, entry.reference, entry.delegateId, ...utrs].flatMap(splitWords),
  ].filter((word) => word !== '')
  const whole = words.map((word) => word.slice(0, maxTokenLength))
  const college = splitWords(entry.college).map(
    (word) => collegePrefix + word.slice(0, maxTokenLength),
  )
  return [...new Set([...whole, ...whole.filter(isNumber).map(reverse), ...college])]
}

/** Finds other entries with this token, newest first. */
export const findByToken = (
  db: DbOrTransaction,
  { id }: ReviewedEntry,
  tokens: readonly string[],
  limit: number,
) =>
  db
    .selectFrom('review')
    .selectAll()
    .where('entry_id', 'in', ({ selectFrom }) =>
      selectFrom('search_token')
        .select('entry_id')
        .where('token', 'in', tokens.length > 0 ? tokens : ['']),
    )
    .where('entry_id', '<>', id)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** A condition on the table `review`. */
export type Condition = ReturnType<typeof sql<SqlBool>>

/** A token matches the term if it begins with one of these prefixes. */
type Term = readonly string[]

const isLong = (word: string) => word.length > 1

/** Returns no words if all of them are single letters. */
const readWords = (search: string): string[] => {
  const text = search.trim()
  const words = /^\+?[\d\s-]{4,}$/.test(text)
    ? [text.replace(/^\+91/, '').replace(/\D/g, '')]
    : text.split(/\s+/).flatMap((part) => (part.includes('@') ? [fold(part)] : splitWords(part)))
  return words.some(isLong)
    ? words.slice(0, mostTerms).map((word) => word.slice(0, maxTokenLength))
    : []
}

/** An entry must match every term. Single letters are ignored. */
const readTerms = (search: string): Term[] =>
  readWords(search)
    .filter(isLong)
    .map((word) => (isNumber(word) ? [word, reverse(word)] : [word]))

/** Matches entries that contain every word in full, including initials. */
export const matchesWholeWords = (search: string): Condition | undefined => {
  const subqueries = readWords(search).map(
    (word) => sql`select entry_id from search_token where token = ${word}`,
  )
  return subqueries.length > 0
    ? sql<SqlBool>`review.entry_id in (${sql.join(subqueries, sql` intersect `)})`
    : undefined
}

/** A whole word scores 2. A beginning of a word or the end of a number scores 1. */
const scoreWord = (word: string, tokens: readonly string[]): number => {
  if (tokens.includes(word)) {
    return 2
  }
  const isPart = tokens.some(
    (token) => token.startsWith(word) || (isNumber(word) && token.endsWith(word)),
  )
  return isPart ? 1 : 0
}

/** In a tie, the leader is returned. */
export const findMatchingPerson = (search: string, { name, phone, members }: ReviewedEntry) => {
  const words = readWords(search)
  const people = [{ name, phone }, ...members].map((person) => {
    const tokens = [...splitWords(person.name), lastDigits(person.phone)]
    const fit = words.reduce((sum, word) => sum + scoreWord(word, tokens), 0)
    return { name: person.name, fit }
  })
  return people.reduce((best, person) => (person.fit > best.fit ? person : best))
}

/** Each word must begin a word of the college's name. */
const readCollegeTerms = (college: string): Term[] =>
  splitWords(college)
    .slice(0, mostTerms)
    .map((word) => [collegePrefix + word.slice(0, maxTokenLength)])

/** Up to `rare` tokens, a term is rare. A term above `common` is in nearly every entry. */
const rare = 2_000
const common = 15_000

const hasPrefix = (term: Term) =>
  sql.join(
    term.map((prefix) => sql`(token >= ${prefix} and token < ${afterPrefix(prefix)})`),
    sql` or `,
  )

/** Stops counting just above `common`. */
const countMatches = async (db: DbOrTransaction, term: Term): Promise<number> => {
  const { rows } = await sql<{ n: number | string }>`
    select count(*) as n from (select 1 from search_token where ${hasPrefix(term)} limit ${common + 1}) as found
  `.execute(db)
  return Number(rows[0]?.n)
}

/**
 * Terms up to the returned count are looked up first, and other terms are checked for each entry.
 * With 0 all terms are checked, with Infinity all are looked up.
 */
const chooseLookupLimit = (counts: readonly number[], wanted: 'page' | 'all'): number => {
  const least = Math.min(...counts)
  if (least <= rare) {
    return rare
  }
  if (least > common) {
    return wanted === 'all' ? Number.POSITIVE_INFINITY : 0
  }
  // A single common term soon fills a page. Two common terms may rarely be in the same entry.
  return wanted === 'page' && counts.length === 1 ? 0 : common
}

/**
 * Looks up rare terms first, and checks common terms only for the entries found. Terms above
 * `common` are checked for each entry in the order of the list, unless all results are wanted.
 */
export const searchConditions = async (
  db: Db,
  { q = '', college = '' }: Pick<QueueFilter, 'q' | 'college'>,
  wanted: 'page' | 'all',
): Promise<Condition[]> => {
  // A search of punctuation alone, such as `%` or `*`, finds nothing.
  if ([q, college].some((words) => /\S/.test(words) && !/[\p{L}\p{N}]/u.test(words))) {
    return [sql<SqlBool>`1 = 0`]
  }
  const terms: { term: Term; count: number }[] = []
  for (const term of [...readTerms(q), ...readCollegeTerms(college)]) {
    terms.push({ term, count: await countMatches(db, term) })
  }
  const lookupLimit = chooseLookupLimit(
    terms.map(({ count }) => count),
    wanted,
  )
  const select = ({ term }: { term: Term }) =>
    sql`select entry_id from search_token where ${hasPrefix(term)}`
  const lookups = terms.filter(({ count }) => count <= lookupLimit).map(select)
  const checks = terms
    .filter(({ count }) => count > lookupLimit)
    .map(({ term }) => {
      const own = sql`search_token.entry_id = review.entry_id and (${hasPrefix(term)})`
      return sql<SqlBool>`exists (select 1 from search_token where ${own})`
    })
  // `intersect` combines the terms before any entry is read.
  return lookups.length === 0
    ? checks
    : [sql<SqlBool>`review.entry_id in (${sql.join(lookups, sql` intersect `)})`, ...checks]
}
