import { type SqlBool, sql } from 'kysely'
import type { QueueFilter } from '../../festival/contract/queue'
import { afterPrefix } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import type { ReviewedEntry } from './entry'
import { lastDigits } from './flags'

/** Numbers are also stored backwards, because only the beginnings of tokens can be found. */
const reversedPrefix = '<'
const collegePrefix = '>'

const maxTokenLength = 40

const mostTerms = 5

/** Removes capitals and Latin accents. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const isNumber = (word: string) => /^\d{3,}$/.test(word)

const reverse = (digits: string) => `${reversedPrefix}${[...digits].reverse().join('')}`

/** `utrs` were read from proofs. */
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

/** Lists the newest entries first. */
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

export type Condition = ReturnType<typeof sql<SqlBool>>

/** A token must begin with one of these prefixes. */
type Term = readonly string[]

const isLong = (word: string) => word.length > 1

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

/** Whole words include initials. */
export const matchesWholeWords = (search: string): Condition | undefined => {
  const subqueries = readWords(search).map(
    (word) => sql`select entry_id from search_token where token = ${word}`,
  )
  return subqueries.length > 0
    ? sql<SqlBool>`review.entry_id in (${sql.join(subqueries, sql` intersect `)})`
    : undefined
}

/** Scores 2 for a whole word, 1 for a beginning or the end of a number. */
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

/** Numbers of tokens. Nearly every entry has a term above `common`. */
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
    select count(*) as n from (select 1 from search_token where ${hasPrefix(term)} limit ${common + 1}) as matches
  `.execute(db)
  return Number(rows[0]?.n)
}

/**
 * Terms up to this count are looked up, and others are checked for each entry. 0 means that all are
 * checked, Infinity that all are looked up.
 */
const chooseLookupLimit = (counts: readonly number[], scope: 'page' | 'all'): number => {
  const least = Math.min(...counts)
  if (least <= rare) {
    return rare
  }
  if (least > common) {
    return scope === 'all' ? Number.POSITIVE_INFINITY : 0
  }
  // One common term soon fills a page. Two may rarely be in the same entry.
  return scope === 'page' && counts.length === 1 ? 0 : common
}

/**
 * Looks up rare terms, and checks common terms only for the entries found. Terms above `common` are
 * checked for every entry, unless `scope` is `all`.
 */
export const searchConditions = async (
  db: Db,
  { q = '', college = '' }: Pick<QueueFilter, 'q' | 'college'>,
  scope: 'page' | 'all',
): Promise<Condition[]> => {
  // Punctuation alone, such as `%`, finds nothing.
  if ([q, college].some((text) => /\S/.test(text) && !/[\p{L}\p{N}]/u.test(text))) {
    return [sql<SqlBool>`1 = 0`]
  }
  const terms: { term: Term; count: number }[] = []
  for (const term of [...readTerms(q), ...readCollegeTerms(college)]) {
    terms.push({ term, count: await countMatches(db, term) })
  }
  const lookupLimit = chooseLookupLimit(
    terms.map(({ count }) => count),
    scope,
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
