import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Transaction } from 'kysely'
import { groupOf, type Match, type MatchGroup, type MatchKind } from '../../festival/bank/match'
import { isStrange, matchPayments } from '../../festival/bank/match-payments'
import { hashDebit, readNarration } from '../../festival/bank/narration'
import { dayAt } from '../../festival/day'
import type { BankView, ShownExpected, ShownRow } from '../../festival/desk/bank'
import type { QueueFilter } from '../../festival/desk/queue'
import { startOf } from '../../festival/slot'
import type { Store } from '../db/open-database'
import type { Db, Tables } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import { transact } from '../db/transact'
import { lockPayments } from './allocate'
import { type ExpectedRecord, readExpected } from './expected'
import { type BankFile, fingerprint, type KeptRow, readRevision, readRows, showRow } from './rows'
import { readSurpluses } from './surpluses'

/** What is asked of the bank's rows and the expected payments of one moment. */
export type Question =
  /** All of them with a file that is looked at, as the JSON of a `BankView`. */
  | { is: 'view'; file: BankFile | undefined }
  /** The matches of some kinds, or that one of these rows or submissions stands in. */
  | { is: 'find'; kinds: readonly MatchKind[]; ids: readonly string[] }
  /** Every match, without what it names. */
  | { is: 'list' }
  /** Which of these hashes of a number and an amount are a kept credit's. */
  | { is: 'known'; hashes: readonly string[] }

/** Matches of one moment, with the rows and submissions that they name or that were asked for, by id. */
export interface Found {
  /** `readRevision` of that moment. */
  revision: string
  matches: readonly Match[]
  rows: ReadonlyMap<string, KeptRow>
  expected: ReadonlyMap<string, ExpectedRecord>
  /** The ids of all rows that word one payment, by each of them; a payment in one wording is left out. */
  wordings: ReadonlyMap<string, readonly string[]>
}

const rowsOf = (file: BankFile | undefined) => (file ? [...file.payments, ...file.reversals] : [])

/** Matches all that is kept, and a file if there is one, with all expected payments (behaviour 15.21). Nothing is changed. */
const look = (db: Db, file?: BankFile): Promise<Found & Pick<BankView, 'days' | 'isStrange'>> =>
  readSnapshot(db, async (snapshot) => {
    const revision = await readRevision(snapshot)
    const rows = await readRows(snapshot)
    const expected = await readExpected(snapshot)
    const files = await snapshot.selectFrom('bank_import').select(['first_day as first', 'last_day as last']).execute()
    const days = coverDays(files, file?.days) ?? null
    for (const payment of rowsOf(file)) {
      const id = fingerprint(payment)
      if (!rows.has(id)) rows.set(id, { ...payment, id, file: '', holders: [] })
    }
    if (!days) return { revision, matches: [], rows, expected, wordings: new Map(), days, isStrange: false }
    const known = { rows: [...rows.values()], expected: [...expected.values()], days }
    const matched = matchPayments(known)
    const wordings = [...matched.sameAs].flatMap(([first, others]) => {
      const all = [first, ...others]
      return all.map((id) => [id, all] as const)
    })
    const payments = file?.payments.map((payment) => ({ id: fingerprint(payment), day: payment.day })) ?? []
    return {
      ...{ revision, matches: matched.matches, rows, expected, days },
      wordings: new Map(wordings),
      isStrange: isStrange(payments, known, matched),
    }
  })

const dayMs = 86_400_000

/**
 * The days without a gap that a file covers together with others which overlap or join it; without a file those that reach furthest. A
 * submission from a gap between two files is not called missing (behaviour 15.9).
 */
const coverDays = (files: readonly BankFile['days'][], file?: BankFile['days']): BankFile['days'] | undefined => {
  const sorted = [...files, ...(file ? [file] : [])].sort((one, other) => (one.first < other.first ? -1 : 1))
  const stretches: BankFile['days'][] = []
  for (const { first, last } of sorted) {
    const before = stretches.at(-1)
    if (before && first <= dayAt(startOf(before.last) + dayMs)) before.last = last > before.last ? last : before.last
    else stretches.push({ first, last })
  }
  return file ? stretches.find(({ first, last }) => first <= file.first && last >= file.last) : stretches.at(-1)
}

const view = async (db: Db, file: BankFile | undefined): Promise<BankView> => {
  const looked = await look(db, file)
  const { matches, wordings, days } = looked
  const showExpected = (id: string): ShownExpected[] => {
    const one = looked.expected.get(id)
    if (!one) return []
    const { standing: _standing, cash: _cash, email: _email, ...shown } = one
    return [shown]
  }
  const show = (id: string): ShownRow[] => {
    const row = looked.rows.get(id)
    const others = (wordings.get(id) ?? []).flatMap((other) => (other === id ? [] : (looked.rows.get(other) ?? [])))
    const labelled = row?.holders.map((record) => ({ id: record, label: looked.expected.get(record)?.label ?? '' }))
    const words = others.map(({ narration }) => narration)
    return row ? [{ ...showRow(row, labelled ?? [], words), isNew: row.file === '' }] : []
  }
  const rowIds = new Set(matches.flatMap((match) => [...match.rows, ...(match.reversal ? [match.reversal] : [])]))
  const expectedIds = new Set(matches.flatMap((match) => match.expected))
  const fresh = [...looked.rows.values()].filter((row) => row.file === '')
  const surpluses = await readSurpluses(db, looked)
  return {
    fresh: { count: fresh.length, sum: fresh.reduce((sum, { amount }) => sum + Math.max(0, amount), 0) },
    known: new Set(rowsOf(file).map(fingerprint)).size - fresh.length,
    ...{ days, isStrange: looked.isStrange },
    refunds: { count: surpluses.length, sum: surpluses.reduce((sum, { amount }) => sum + amount, 0) },
    matches: [...matches],
    expected: [...expectedIds].flatMap(showExpected),
    rows: [...rowIds].flatMap(show),
  }
}

const find = async (db: Db, wanted: Extract<Question, { is: 'find' }>): Promise<Found> => {
  const { revision, rows, expected, ...looked } = await look(db)
  const ids = new Set(wanted.ids)
  const isAny = (some: readonly string[]) => some.some((id) => ids.has(id))
  const matches = looked.matches.filter((match) =>
    [wanted.kinds.includes(match.kind), isAny(match.expected), isAny(match.rows)].includes(true),
  )
  for (const match of matches) for (const id of [...match.rows, ...match.expected]) ids.add(id)
  const pick = <One>(all: ReadonlyMap<string, One>) => new Map([...all].filter(([id]) => ids.has(id)))
  for (const [id, all] of looked.wordings) if (ids.has(id)) for (const other of all) ids.add(other)
  return { revision, matches, rows: pick(rows), expected: pick(expected), wordings: pick(looked.wordings) }
}

/** Of a debit's number and amount nothing but its hash leaves the device, until it is known that they are a credit's. */
const findKnown = async (db: Db, hashes: readonly string[]): Promise<string[]> => {
  const credits = [...(await readRows(db)).values()].filter(({ amount }) => amount > 0)
  const hashed = credits.flatMap(({ amount, narration, reference }) =>
    readNarration(narration, reference).numbers.map((number) => hashDebit(number, amount)),
  )
  const found = new Set(await Promise.all(hashed))
  return [...new Set(hashes)].filter((hash) => found.has(hash))
}

/** Answers a question, in whichever thread. */
export const answer = async (db: Db, question: Question): Promise<unknown> => {
  if (question.is === 'known') return findKnown(db, question.hashes)
  if (question.is === 'list') return (await look(db)).matches
  return question.is === 'find' ? find(db, question) : JSON.stringify(await view(db, question.file))
}

/** The build puts the worker's file beside the server's; where the server runs from its source there is none. */
const workerFile = ['./match-worker.js', '../match-worker.js']
  .map((name) => new URL(name, import.meta.url))
  .find((file) => existsSync(file))

/** Asks a thread of its own, so that visitors wait for nothing that is matched, and nothing of it stays (behaviour 15.50). */
const askWorker = (file: URL, store: Store, question: Question): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: { store, question } })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that matches payments has ended')))
  })

/** So long the queue's filter may show what was matched a moment ago, in milliseconds. */
const freshMs = 5_000

/** A filter of the queue with the submissions of the bank's group that it names. */
export type AskedFilter = Omit<QueueFilter, 'bank'> & { bank?: readonly string[] }

/** Matches payments with submissions; everything is computed when it is asked for. */
export const createMatcher = ({ db, store }: { db: Db; store: Store }) => {
  const ask = (question: Question): Promise<unknown> =>
    workerFile ? askWorker(workerFile, store, question) : answer(db, question)
  let listed: { at: number; matches: Promise<readonly Match[]> } | undefined
  const listGroup = async (group: MatchGroup): Promise<string[]> => {
    if (!listed || performance.now() - listed.at > freshMs)
      listed = { at: performance.now(), matches: ask({ is: 'list' }) as Promise<readonly Match[]> }
    return (await listed.matches).flatMap((match) => (groupOf(match) === group ? match.expected : []))
  }
  return {
    /** The JSON of a `BankView`: one of ten thousand payments has six megabytes. */
    view: (file?: BankFile) => ask({ is: 'view', file }) as Promise<string>,
    find: (wanted: { kinds?: readonly MatchKind[]; ids?: readonly string[] }) =>
      ask({ is: 'find', kinds: [], ids: [], ...wanted }) as Promise<Found>,
    findKnown: (hashes: readonly string[]) => ask({ is: 'known', hashes }) as Promise<string[]>,
    /** A filter of the queue with the submissions of its group, as they were at most some seconds ago. */
    resolve: async ({ bank, ...others }: QueueFilter): Promise<AskedFilter> =>
      bank === undefined ? others : { ...others, bank: await listGroup(bank) },
    /** After something was allocated, imported or taken back. */
    forget: () => {
      listed = undefined
    },
  }
}

export type Matcher = ReturnType<typeof createMatcher>

/**
 * Finds matches and does something about them in a transaction with the lock of payments, in which they are right still: where a
 * file or a reversal came or went since, it looks again.
 */
export const withMatches = async <Answer>(
  { db, matcher }: { db: Db; matcher: Matcher },
  kinds: readonly MatchKind[],
  work: (transaction: Transaction<Tables>, found: Found) => Promise<Answer>,
): Promise<Answer> => {
  const found = await matcher.find({ kinds })
  const done = await transact(db, async (transaction) => {
    await lockPayments(transaction)
    const isStill = (await readRevision(transaction)) === found.revision
    return isStill && { answer: await work(transaction, found) }
  })
  if (!done) return withMatches({ db, matcher }, kinds, work)
  matcher.forget()
  return done.answer
}
