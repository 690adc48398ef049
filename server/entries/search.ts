import { type SqlBool, sql } from 'kysely'
import type { QueueFilter } from '../../festival/contract/queue'
import { afterPrefix } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import type { ReviewedEntry } from './entry'
import { lastDigits } from './flags'

/** What stands before the digits of a number that are kept backwards, so that its ending is a beginning too. */
const reversedPrefix = '<'
/** What stands before a word of a college, so that it is found by its own filter alone. */
const collegePrefix = '>'

/** Longer words are found by their beginning only. */
const maxTokenLength = 40

/** More words than anybody searches by. */
const mostTerms = 5

/** Letters as they are looked up: without the accents of Latin, in lower case. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const isNumber = (word: string) => /^\d{3,}$/.test(word)

const reverse = (digits: string) => `${reversedPrefix}${[...digits].reverse().join('')}`

/** The words by which a record is found (behaviour 14.15). `utrs`: what was read from its proofs. */
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

/** Records, other than this one, that are found by exactly one of these words; so many at most, the newest first. */
export const findByToken = (
  db: DbOrTransaction,
  { id }: ReviewedEntry,
  tokens: readonly string[],
  most: number,
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
    .limit(most)
    .execute()

/** A condition on the table `review`. */
export type Condition = ReturnType<typeof sql<SqlBool>>

/** The beginnings of which a record must have one. */
type Term = readonly string[]

const isLong = (word: string) => word.length > 1

/** The words of a search; of single letters alone none. */
const readWords = (search: string): string[] => {
  const text = search.trim()
  const words = /^\+?[\d\s-]{4,}$/.test(text)
    ? [text.replace(/^\+91/, '').replace(/\D/g, '')]
    : text.split(/\s+/).flatMap((part) => (part.includes('@') ? [fold(part)] : splitWords(part)))
  return words.some(isLong)
    ? words.slice(0, mostTerms).map((word) => word.slice(0, maxTokenLength))
    : []
}

/** What a search asks for: every term must be met. Words of one letter ask for nothing (behaviour 14.15). */
const readTerms = (search: string): Term[] =>
  readWords(search)
    .filter(isLong)
    .map((word) => (isNumber(word) ? [word, reverse(word)] : [word]))

/** That each word of a search, an initial too, is one of a record's: those come first (behaviour 14.15). */
export const matchesWholeWords = (search: string): Condition | undefined => {
  const subqueries = readWords(search).map(
    (word) => sql`select entry_id from search_token where token = ${word}`,
  )
  return subqueries.length > 0
    ? sql<SqlBool>`review.entry_id in (${sql.join(subqueries, sql` intersect `)})`
    : undefined
}

/** Whom of a record a search means, the leader where nobody else fits it better: by two for a word of theirs, by one for its beginning. */
export const findMatchingPerson = (search: string, { name, phone, members }: ReviewedEntry) => {
  const words = readWords(search)
  const people = [{ name, phone }, ...members].map((person) => {
    const own = [...splitWords(person.name), lastDigits(person.phone)]
    const fits = (word: string) =>
      own.some((one) => one.startsWith(word) || (isNumber(word) && one.endsWith(word)))
    const weights = words.map((word) => (own.includes(word) ? 2 : fits(word) ? 1 : 0))
    return { name: person.name, fit: weights.reduce<number>((sum, weight) => sum + weight, 0) }
  })
  return people.reduce((best, one) => (one.fit > best.fit ? one : best))
}

/** What the filter of a college asks for: every word must begin one of its name. */
const readCollegeTerms = (college: string): Term[] =>
  splitWords(college)
    .slice(0, mostTerms)
    .map((word) => [collegePrefix + word.slice(0, maxTokenLength)])

/** What up to so many records have is rare; what up to so many have is common, and beyond that nearly everybody's. */
const [rare, common] = [2_000, 15_000]

const hasPrefix = (term: Term) =>
  sql.join(
    term.map((prefix) => sql`(token >= ${prefix} and token < ${afterPrefix(prefix)})`),
    sql` or `,
  )

/** How often a beginning is there, counted as far as it matters. */
const countMatches = async (db: DbOrTransaction, term: Term): Promise<number> => {
  const { rows } = await sql<{ n: number | string }>`
    select count(*) as n from (select 1 from search_token where ${hasPrefix(term)} limit ${common + 1}) as found
  `.execute(db)
  return Number(rows[0]?.n)
}

/** Words that at most so many records have are looked up at once; each record is asked for the others. */
const chooseLookupLimit = (counts: readonly number[], wanted: 'page' | 'all'): number => {
  const least = Math.min(...counts)
  if (least <= rare) {
    return rare
  }
  if (least > common) {
    return wanted === 'all' ? Number.POSITIVE_INFINITY : 0
  }
  // A page finds fifty soon with one common word, in the order of the list. Two may hardly ever meet.
  return wanted === 'page' && counts.length === 1 ? 0 : common
}

/**
 * The conditions of a search: the words are looked up in one table by their beginnings. A rare one gives its records at once, and
 * those are asked for the common ones. What nearly everybody has is asked of each record in the order of the list, unless
 * somebody wants all of them (`wanted`).
 */
export const searchConditions = async (
  db: Db,
  { q = '', college = '' }: Pick<QueueFilter, 'q' | 'college'>,
  wanted: 'page' | 'all',
): Promise<Condition[]> => {
  // Of nothing but marks, such as `%` or `*`, no record has a word.
  if ([q, college].some((words) => /\S/.test(words) && !/[\p{L}\p{N}]/u.test(words))) {
    return [sql<SqlBool>`1 = 0`]
  }
  const terms: { term: Term; count: number }[] = []
  for (const term of [...readTerms(q), ...readCollegeTerms(college)]) {
    terms.push({ term, count: await countMatches(db, term) })
  }
  const most = chooseLookupLimit(
    terms.map(({ count }) => count),
    wanted,
  )
  const select = ({ term }: { term: Term }) =>
    sql`select entry_id from search_token where ${hasPrefix(term)}`
  const atOnce = terms.filter(({ count }) => count <= most).map(select)
  const others = terms
    .filter(({ count }) => count > most)
    .map(({ term }) => {
      const own = sql`search_token.entry_id = review.entry_id and (${hasPrefix(term)})`
      return sql<SqlBool>`exists (select 1 from search_token where ${own})`
    })
  // Two common words are brought together before any record is looked up.
  return atOnce.length === 0
    ? others
    : [sql<SqlBool>`review.entry_id in (${sql.join(atOnce, sql` intersect `)})`, ...others]
}
