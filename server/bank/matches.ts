import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import {
  type BankRow,
  groupOf,
  type Known,
  kinds,
  type Match,
  type Matched,
  type MatchGroup,
  type MatchKind,
} from '../../festival/bank/match'
import { isStrange, matchPayments } from '../../festival/bank/match-payments'
import { readNarration } from '../../festival/bank/narration'
import type { BankView, ShownExpected, ShownRow } from '../../festival/desk/bank'
import type { FlagKind } from '../../festival/desk/flags'
import type { QueueFilter } from '../../festival/desk/queue'
import type { Store } from '../db/open-database'
import type { Db, DbOrTransaction } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import type { AskedFilter } from '../reviews/matching'
import { type ExpectedRecord, readExpected } from './expected'
import { type BankFile, coverDays, fingerprint, type KeptRows, readRevision, readRows, showRow } from './rows'

/** What is asked of the bank's rows and the expected payments of one moment. */
export type Question =
  /** All of them with a file that is looked at, as the JSON of a `BankView`. */
  | { is: 'view'; file: BankFile | undefined }
  /** Those of some kinds, or that one of these rows or submissions stands in. */
  | { is: 'find'; kinds: readonly MatchKind[]; ids: readonly string[] }
  /** Which of these hashes of a number and an amount are a kept credit's. */
  | { is: 'known'; hashes: readonly string[] }

/** Some of the matches, by the rows and submissions of one moment. */
export interface Found {
  /** `readRevision` of that moment. */
  revision: string
  matches: readonly Match[]
  /** The ids of all rows that word one payment, by each of them; a payment in one wording is left out. */
  wordings: ReadonlyMap<string, readonly string[]>
}

interface Looked extends KeptRows, Matched {
  revision: string
  expected: Map<string, ExpectedRecord>
  /** Rows of the file that no earlier one had. */
  fresh: BankRow[]
  /** What was matched; undefined before the first file. */
  known: Known | undefined
  flags: Map<string, FlagKind[]>
}

const readFlags = async (db: DbOrTransaction): Promise<Map<string, FlagKind[]>> => {
  const found = new Map<string, FlagKind[]>()
  const rows = await db.selectFrom('flag').select(['record_id', 'kind']).distinct().orderBy('kind').execute()
  for (const { record_id, kind } of rows) found.set(record_id, [...(found.get(record_id) ?? []), kind])
  return found
}

/** Matches all that is kept, and a file if there is one, with all expected payments (behaviour 15.21). Nothing is changed. */
const look = (db: Db, file?: BankFile): Promise<Looked> =>
  readSnapshot(db, async (snapshot) => {
    const revision = await readRevision(snapshot)
    const kept = await readRows(snapshot)
    const expected = await readExpected(snapshot)
    const flags = await readFlags(snapshot)
    const files = await snapshot.selectFrom('bank_import').select(['first_day as first', 'last_day as last']).execute()
    const days = coverDays(files, file?.days)
    const fresh = new Map<string, BankRow>()
    for (const payment of file ? [...file.payments, ...file.reversals] : []) {
      const id = fingerprint(payment)
      if (!kept.rows.has(id)) fresh.set(id, { ...payment, id, file: '' })
    }
    const rows = [...kept.rows.values(), ...fresh.values()]
    const known = days && { rows, expected: [...expected.values()], days }
    const matched: Matched = known ? matchPayments(known) : { matches: [], sameAs: new Map() }
    return { ...kept, ...matched, revision, expected, fresh: [...fresh.values()], known, flags }
  })

const showExpected = (expected: ExpectedRecord, flags: readonly FlagKind[]): ShownExpected => {
  const { standing: _standing, cash: _cash, email: _email, isIndexed, ...shown } = expected
  return { ...shown, flags: [...flags], ...(isIndexed ? {} : { isUnindexed: true }) }
}

const toView = (looked: Looked, file: BankFile | undefined): BankView => {
  const { matches, sameAs, rows, holders, expected, fresh, known, flags } = looked
  const all = new Map([...rows, ...fresh.map((row): [string, BankRow] => [row.id, row])])
  const show = (id: string): ShownRow[] => {
    const row = all.get(id)
    const others = (sameAs.get(id) ?? []).flatMap((other) => all.get(other)?.narration ?? [])
    const labelled = (holders.get(id) ?? []).map((record) => ({ id: record, label: expected.get(record)?.label ?? '' }))
    return row ? [{ ...showRow(row, labelled, others), isNew: !rows.has(id) }] : []
  }
  const rowIds = new Set(matches.flatMap((match) => [...match.rows, ...(match.reversal ? [match.reversal] : [])]))
  const expectedIds = new Set(matches.flatMap((match) => match.expected))
  const sent = file ? new Set([...file.payments, ...file.reversals].map(fingerprint)).size : 0
  return {
    fresh: { count: fresh.length, sum: fresh.reduce((sum, { amount }) => sum + Math.max(0, amount), 0) },
    known: sent - fresh.length,
    days: known?.days ?? null,
    isStrange:
      file !== undefined &&
      looked.known !== undefined &&
      isStrange(
        file.payments.map((payment) => ({ id: fingerprint(payment), day: payment.day })),
        looked.known,
        looked,
      ),
    matches: [...matches],
    expected: [...expectedIds].flatMap((id) => {
      const one = expected.get(id)
      return one ? [showExpected(one, flags.get(id) ?? [])] : []
    }),
    rows: [...rowIds].flatMap(show),
  }
}

const findSome = (
  { revision, matches, sameAs }: Looked,
  wanted: { kinds: readonly MatchKind[]; ids: readonly string[] },
): Found => {
  const ids = new Set(wanted.ids)
  const isAny = (some: readonly string[]) => some.some((id) => ids.has(id))
  const found = matches.filter(
    ({ kind, rows, expected }) => wanted.kinds.includes(kind) || isAny(expected) || isAny(rows),
  )
  const needed = new Set([...ids, ...found.flatMap(({ rows }) => rows)])
  const wordings = [...sameAs].flatMap(([first, others]): [string, string[]][] => {
    const all = [first, ...others]
    return all.some((id) => needed.has(id)) ? all.map((id) => [id, all]) : []
  })
  return { revision, matches: found, wordings: new Map(wordings) }
}

/** Of a debit's number and amount nothing but this hash leaves the device, until it is known that they are a credit's. */
const findKnown = async (db: Db, hashes: readonly string[]): Promise<string[]> => {
  const wanted = new Set(hashes)
  const { rows } = await readRows(db)
  const hashOf = (number: string, amount: number) =>
    createHash('sha256').update(`${number} ${amount}`).digest('base64url').slice(0, 22)
  const credits = [...rows.values()].filter(({ amount }) => amount > 0)
  const known = credits.flatMap(({ narration, reference, amount }) =>
    readNarration(narration, reference).numbers.map((number) => hashOf(number, amount)),
  )
  return [...new Set(known)].filter((hash) => wanted.has(hash))
}

/** Answers a question, in whichever thread. */
export const answer = async (db: Db, question: Question): Promise<string | Found | string[]> => {
  if (question.is === 'known') return findKnown(db, question.hashes)
  if (question.is === 'find') return findSome(await look(db), question)
  return JSON.stringify(toView(await look(db, question.file), question.file))
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

/** Matches payments with submissions; everything is computed when it is asked for. */
export const createMatcher = ({ db, store }: { db: Db; store: Store }) => {
  const ask = (question: Question): Promise<unknown> =>
    workerFile ? askWorker(workerFile, store, question) : answer(db, question)
  const find = (wanted: { kinds?: readonly MatchKind[]; ids?: readonly string[] }) =>
    ask({ is: 'find', kinds: [], ids: [], ...wanted }) as Promise<Found>
  let byGroup: { at: number; found: Promise<Found> } | undefined
  const listGroup = async (group: MatchGroup): Promise<string[]> => {
    if (!byGroup || performance.now() - byGroup.at > freshMs)
      byGroup = { at: performance.now(), found: find({ kinds: allKinds }) }
    const { matches } = await byGroup.found
    return matches.flatMap(({ kind, expected }) => (groupOf({ kind }) === group ? expected : []))
  }
  return {
    /** The JSON of a `BankView`: one of ten thousand payments has six megabytes. */
    view: (file?: BankFile) => ask({ is: 'view', file }) as Promise<string>,
    find,
    findKnown: (hashes: readonly string[]) => ask({ is: 'known', hashes }) as Promise<string[]>,
    /** A filter of the queue with the submissions of its group, as they were at most some seconds ago. */
    resolve: async (filter: QueueFilter): Promise<AskedFilter> => {
      const { bank, ...others } = filter
      return bank === undefined ? others : { ...others, bank: await listGroup(bank) }
    },
    /** After something was allocated, imported or taken back. */
    forget: () => {
      byGroup = undefined
    },
  }
}

const allKinds = Object.keys(kinds).filter((kind): kind is MatchKind => kind in kinds)

export type Matcher = ReturnType<typeof createMatcher>
