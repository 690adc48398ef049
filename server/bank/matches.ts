import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { sql, type Transaction } from 'kysely'
import { findGroup, type Match, type Matched, type MatchGroup, type MatchKind } from '../../festival/bank/match'
import { isStrange, matchPayments } from '../../festival/bank/match-payments'
import type { BankFile, BankView, ShownExpected, ShownRow } from '../../festival/desk/bank'
import { lunchKeys } from '../../festival/desk/lists'
import type { QueueFilter } from '../../festival/desk/queue'
import { dayAt, dayMs, startOf } from '../../festival/slot'
import type { Festival } from '../../festival/state'
import type { Store } from '../db/open-database'
import type { Db, Tables } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import { transact } from '../db/transact'
import type { AskedFilter } from '../submissions/queue'
import { lockPayments } from './allocate'
import { type ExpectedRecord, readExpected, readRefunds } from './expected'
import { fingerprint, type KeptRow, readRevision, readRows, showRow } from './rows'

/** Matches of one moment. */
interface Look extends Matched {
  /** `readRevision` of that moment. */
  revision: string
}

/** Matches with the rows and submissions that they name or that were asked for, by id, as those stand now. */
export interface Found extends Look {
  rows: ReadonlyMap<string, KeptRow>
  expected: ReadonlyMap<string, ExpectedRecord>
}

/** The file of rows that are looked at: later than every kept one's. */
const unkept = 'unkept'

const listRows = (file: BankFile | undefined) => (file ? [...file.payments, ...file.reversals] : [])

/** Matches all that is kept, and a file if there is one, with all expected payments (behaviour 15.21). Nothing is changed. */
const look = (db: Db, file?: BankFile): Promise<Found & Pick<BankView, 'days' | 'isStrange'>> =>
  readSnapshot(db, async (snapshot) => {
    const revision = await readRevision(snapshot)
    const rows = await readRows(snapshot)
    const expected = await readExpected(snapshot)
    const files = await snapshot.selectFrom('bank_import').select(['first_day as first', 'last_day as last']).execute()
    const days = coverDays(files, file?.days) ?? null
    for (const payment of listRows(file)) {
      const id = fingerprint(payment)
      if (!rows.has(id)) rows.set(id, { ...payment, id, file: unkept, holders: [] })
    }
    if (!days) return { revision, matches: [], rows, expected, wordings: new Map(), days, isStrange: false }
    const known = { rows: [...rows.values()], expected: [...expected.values()], days }
    const matched = matchPayments(known)
    const payments = file?.payments.map((payment) => ({ id: fingerprint(payment), day: payment.day })) ?? []
    return { revision, rows, expected, days, ...matched, isStrange: isStrange(payments, known, matched) }
  })

/** The days without a gap that a file and those which join it cover, else the latest: outside nothing is called missing (behaviour 15.9). */
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

/** All matches with what they name, and with a file that is looked at. */
const view = async (db: Db, file?: BankFile): Promise<BankView> => {
  const looked = await look(db, file)
  const { rows, expected, days } = looked
  const showExpected = ({
    paymentStatus: _standing,
    cash: _cash,
    email: _email,
    ...shown
  }: ExpectedRecord): ShownExpected => shown
  const show = (id: string): ShownRow[] => {
    const row = rows.get(id)
    if (!row) return []
    const holders = row.holders.map((holder) => ({ id: holder, label: expected.get(holder)?.label ?? '' }))
    const others = (looked.wordings.get(id) ?? []).filter((other) => other !== id)
    const words = others.flatMap((other) => rows.get(other)?.narration ?? [])
    return [showRow(row, holders, words)]
  }
  const isKept = (id: string) => rows.get(id)?.file !== unkept
  const added = [...rows.values()].filter(({ id }) => !isKept(id))
  const fresh = added.filter(({ id }) => !looked.wordings.get(id)?.some(isKept))
  const refunds = await readRefunds(db, looked, expected)
  return {
    fresh: { count: fresh.length, sum: fresh.reduce((sum, { amount }) => sum + Math.max(0, amount), 0) },
    known: new Set(listRows(file).map(fingerprint)).size - added.length,
    reworded: added.length - fresh.length,
    ...{ days, isStrange: looked.isStrange },
    refunds: { count: refunds.length, sum: refunds.reduce((sum, { amount }) => sum + amount, 0) },
    matches: looked.matches.map(({ reversal = '', ...match }) => {
      const people = match.expected.flatMap((id) => expected.get(id) ?? []).map(showExpected)
      const [reversing] = show(reversal)
      return { ...match, expected: people, rows: match.rows.flatMap(show), ...(reversing && { reversal: reversing }) }
    }),
  }
}

/** Which matches: those of some kinds, and those that one of these rows or submissions stands in. */
interface Wanted {
  kinds?: readonly MatchKind[]
  ids?: readonly string[]
  /** The batch that asks, call after call: nothing is matched anew for it while no file comes or goes (behaviour 15.21). */
  press?: string
}

const pick = async (db: Db, { matches: all, ...look }: Look, { kinds = [], ids = [] }: Wanted): Promise<Found> => {
  const requested = new Set(ids)
  const listIds = ({ expected, rows }: Match) => [...expected, ...rows]
  const matches = all.filter((match) => kinds.includes(match.kind) || listIds(match).some((id) => requested.has(id)))
  const named = [...requested, ...matches.flatMap(listIds)]
  const every = [...new Set(named.flatMap((id) => look.wordings.get(id) ?? [id]))]
  return { ...look, matches, rows: await readRows(db, every), expected: await readExpected(db, every) }
}

/** What is asked of one moment: the JSON of a `BankView`, or every match without what it names. */
export interface Question {
  as: 'view' | 'look'
  file?: BankFile | undefined
}

/** Answers a question, in whichever thread. */
export const answer = async (db: Db, { as, file }: Question): Promise<unknown> => {
  if (as === 'view') return JSON.stringify(await view(db, file))
  const { revision, matches, wordings } = await look(db)
  return { revision, matches, wordings }
}

/** The build puts the worker's file beside the server's; where the server runs from its source there is none. */
const workerFile = ['./match-worker.js', '../match-worker.js']
  .map((name) => new URL(name, import.meta.url))
  .find((file) => existsSync(file))

/** Asks a thread of its own, so that visitors wait for nothing that is matched, and nothing of it stays (behaviour 15.50). */
const askWorker = (file: URL, workerData: { store: Store; question: Question }): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that matches payments has ended')))
  })

/** So long the queue's filter may show what was matched a moment ago, and a batch go on with it, in milliseconds. */
const [freshMs, batchMs] = [5_000, 300_000]

/** Matches payments with submissions; everything is computed when it is asked for. */
export const createMatcher = ({ db, store, festival }: { db: Db; store: Store; festival: () => Festival }) => {
  const ask = (question: Question) => (workerFile ? askWorker(workerFile, { store, question }) : answer(db, question))
  const lookNow = () => ask({ as: 'look' }) as Promise<Look>
  let reworded: { key: string; ids: readonly string[] } | undefined
  let listed: { at: number; look: Promise<Look> } | undefined
  let batch: { at: number; press: string; look: Look } | undefined
  const listGroup = async (group: MatchGroup): Promise<string[]> => {
    if (!listed || performance.now() - listed.at > freshMs) listed = { at: performance.now(), look: lookNow() }
    return (await listed.look).matches.flatMap((match) => (findGroup(match) === group ? match.expected : []))
  }
  const find = async (wanted: Wanted): Promise<Found> => {
    const { press } = wanted
    const last = press !== undefined && batch?.press === press ? batch : undefined
    const isFresh = last && performance.now() - last.at < batchMs && last.look.revision === (await readRevision(db))
    const look = isFresh ? last.look : await lookNow()
    if (press !== undefined && !isFresh) batch = { at: performance.now(), press, look }
    return pick(db, look, wanted)
  }
  return {
    view: (file?: BankFile) => ask({ as: 'view', file }) as Promise<string>,
    find,
    /** The open rows that word a payment of an earlier file; asked anew once rows came or went, or other words of an allocated one are open. */
    listReworded: async (): Promise<readonly string[]> => {
      const { rows } = await sql<Record<'imports' | 'rows' | 'others', number>>`
        select (select count(*) from bank_import) as imports, (select count(*) from bank_row) as rows,
          (select count(*) from bank_match where amount = 0 and freed_by is null) as others
      `.execute(db)
      if (Number(rows[0]?.imports) < 2) return []
      const key = JSON.stringify(rows)
      if (reworded?.key !== key) {
        const { wordings } = await lookNow()
        reworded = { key, ids: [...wordings].flatMap(([id, [first]]) => (id === first ? [] : id)) }
      }
      return reworded.ids
    },
    /** A filter of the queue with what has lunch on its day, and with the submissions of its group, as they were at most some seconds ago. */
    resolve: async ({ bank, lunch, ...others }: QueueFilter): Promise<AskedFilter> => ({
      ...others,
      ...(lunch === undefined ? {} : { lunch: lunchKeys(festival().subjects, lunch) }),
      ...(bank === undefined ? {} : { bank: await listGroup(bank) }),
    }),
    /** After something was allocated, imported or taken back. */
    forget: () => {
      listed = undefined
    },
  }
}

export type Matcher = ReturnType<typeof createMatcher>

/** Matches of one moment, and what is done about them under the lock of payments; found anew where a file or a reversal came or went since. */
export const openMatches = ({ db, matcher }: { db: Db; matcher: Matcher }, wanted: Wanted) => {
  let last: Found | undefined
  return async <Answer>(act: (transaction: Transaction<Tables>, found: Found) => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      last ??= await matcher.find(wanted)
      const found = last
      const done = await transact(db, async (transaction) => {
        await lockPayments(transaction)
        return (await readRevision(transaction)) === found.revision && { answer: await act(transaction, found) }
      })
      if (done) {
        matcher.forget()
        return done.answer
      }
      last = undefined
    }
  }
}
