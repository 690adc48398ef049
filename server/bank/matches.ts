import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { sql, type Transaction } from 'kysely'
import {
  findGroup,
  type Match,
  type MatchGroup,
  type MatchKind,
  type MatchResult,
} from '../../festival/bank/match'
import { isLikelyWrongFile, matchPayments } from '../../festival/bank/match-payments'
import { dayAt, dayMs, findMidnight } from '../../festival/content/slot'
import type { BankFile, BankView, ShownExpected, ShownRow } from '../../festival/contract/bank'
import { lunchKeys } from '../../festival/contract/lists'
import type { QueueFilter } from '../../festival/contract/queue'
import type { Festival } from '../../festival/live/state'
import type { Store } from '../db/open-database'
import type { Db, Tables } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import { transact } from '../db/transact'
import type { ResolvedFilter } from '../entries/queue'
import { lockPayments } from './allocate'
import { type ExpectedEntry, findDueRefunds, readExpectedEntries } from './expected'
import { fingerprint, readRevision, readRows, type StoredRow, showRow } from './rows'

/** Matches of one moment. */
interface MatchSnapshot extends MatchResult {
  /** `readRevision` of that moment. */
  revision: string
}

/** Matches with the rows and submissions that they or the query name, by id, as those stand now. */
export interface MatchDetails extends MatchSnapshot {
  rows: ReadonlyMap<string, StoredRow>
  expected: ReadonlyMap<string, ExpectedEntry>
}

/** The file of rows that are only previewed: later than every saved one's. */
const unsaved = 'unsaved'

const listRows = (file: BankFile | undefined) => (file ? [...file.payments, ...file.reversals] : [])

/** Matches all saved rows, and a file's if there is one, with all expected payments (behaviour 15.21). Nothing is changed. */
const matchAll = (
  db: Db,
  file?: BankFile,
): Promise<MatchDetails & Pick<BankView, 'days' | 'isLikelyWrongFile'>> =>
  readSnapshot(db, async (snapshot) => {
    const revision = await readRevision(snapshot)
    const rows = await readRows(snapshot)
    const expected = await readExpectedEntries(snapshot)
    const files = await snapshot
      .selectFrom('bank_import')
      .select(['first_day as first', 'last_day as last'])
      .execute()
    const days = coverDays(files, file?.days) ?? null
    for (const payment of listRows(file)) {
      const id = fingerprint(payment)
      if (!rows.has(id)) {
        rows.set(id, { ...payment, id, file: unsaved, holders: [] })
      }
    }
    if (!days) {
      return {
        revision,
        matches: [],
        rows,
        expected,
        duplicates: new Map(),
        days,
        isLikelyWrongFile: false,
      }
    }
    const input = { rows: [...rows.values()], expected: [...expected.values()], days }
    const matched = matchPayments(input)
    const payments =
      file?.payments.map((payment) => ({ id: fingerprint(payment), day: payment.day })) ?? []
    return {
      revision,
      rows,
      expected,
      days,
      ...matched,
      isLikelyWrongFile: isLikelyWrongFile(payments, input, matched),
    }
  })

/** The days without a gap that a file and those which join it cover, else the latest: outside nothing is called missing (behaviour 15.9). */
const coverDays = (
  files: readonly BankFile['days'][],
  file?: BankFile['days'],
): BankFile['days'] | undefined => {
  const sorted = [...files, ...(file ? [file] : [])].sort((one, other) =>
    one.first < other.first ? -1 : 1,
  )
  const stretches: BankFile['days'][] = []
  for (const { first, last } of sorted) {
    const before = stretches.at(-1)
    if (before && first <= dayAt(findMidnight(before.last) + dayMs)) {
      before.last = last > before.last ? last : before.last
    } else {
      stretches.push({ first, last })
    }
  }
  return file
    ? stretches.find(({ first, last }) => first <= file.first && last >= file.last)
    : stretches.at(-1)
}

/** All matches with what they name, and with a file that is previewed. */
const view = async (db: Db, cancelled: readonly string[], file?: BankFile): Promise<BankView> => {
  const snapshot = await matchAll(db, file)
  const { rows, expected, days, duplicates } = snapshot
  const showExpected = ({
    paymentStatus: _,
    cash: _cash,
    email: _email,
    event: _event,
    ...shown
  }: ExpectedEntry): ShownExpected => shown
  const show = (id: string): ShownRow[] => {
    const row = rows.get(id)
    if (!row) {
      return []
    }
    const holders = row.holders.map((holder) => ({
      id: holder,
      label: expected.get(holder)?.label ?? '',
    }))
    const others = (duplicates.get(id) ?? []).filter((other) => other !== id)
    const narrations = others.flatMap((other) => rows.get(other)?.narration ?? [])
    return [showRow(row, holders, narrations)]
  }
  const isSaved = (id: string) => rows.get(id)?.file !== unsaved
  const added = [...rows.values()].filter(({ id }) => !isSaved(id))
  const fresh = added.filter(({ id }) => !duplicates.get(id)?.some(isSaved))
  const refunds = await findDueRefunds(db, snapshot, cancelled, expected)
  return {
    fresh: {
      count: fresh.length,
      sum: fresh.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
    },
    known: new Set(listRows(file).map(fingerprint)).size - added.length,
    reworded: added.length - fresh.length,
    ...{ days, isLikelyWrongFile: snapshot.isLikelyWrongFile },
    refunds: { count: refunds.length, sum: refunds.reduce((sum, { amount }) => sum + amount, 0) },
    matches: snapshot.matches.map(({ reversal = '', ...match }) => {
      const people = match.expected.flatMap((id) => expected.get(id) ?? []).map(showExpected)
      const [reversing] = show(reversal)
      return {
        ...match,
        expected: people,
        rows: match.rows.flatMap(show),
        ...(reversing && { reversal: reversing }),
      }
    }),
  }
}

/** Which matches: those of some kinds, and those that name one of these rows or submissions. */
interface MatchQuery {
  kinds?: readonly MatchKind[]
  ids?: readonly string[]
  /** The batch that asks, call after call: nothing is matched anew for it while no file comes or goes (behaviour 15.21). */
  batchId?: string
}

const loadDetails = async (
  db: Db,
  snapshot: MatchSnapshot,
  { kinds = [], ids = [] }: MatchQuery,
): Promise<MatchDetails> => {
  const requestedIds = new Set(ids)
  const listIds = ({ expected, rows }: Match) => [...expected, ...rows]
  const touches = (match: Match) => listIds(match).some((id) => requestedIds.has(id))
  const matches = snapshot.matches.filter((match) => kinds.includes(match.kind) || touches(match))
  const named = [...requestedIds, ...matches.flatMap(listIds)]
  const allIds = [...new Set(named.flatMap((id) => snapshot.duplicates.get(id) ?? [id]))]
  return {
    ...snapshot,
    matches,
    rows: await readRows(db, allIds),
    expected: await readExpectedEntries(db, allIds),
  }
}

/** What is asked of one moment: the JSON of a `BankView`, or every match without what it names. */
export interface MatchRequest {
  as: 'view' | 'snapshot'
  /** What does not take place. */
  cancelled?: readonly string[]
  file?: BankFile | undefined
}

export interface OpenRows extends Record<'reworded' | 'unknown', readonly string[]> {
  notAccepted: readonly (readonly [entry: string, row: string])[]
}

/** Answers a question, in whichever thread. */
export const answer = async (
  db: Db,
  { as, cancelled = [], file }: MatchRequest,
): Promise<unknown> => {
  if (as === 'view') {
    return JSON.stringify(await view(db, cancelled, file))
  }
  const { revision, matches, duplicates } = await matchAll(db)
  return { revision, matches, duplicates }
}

/** The build puts the worker's file beside the server's; where the server runs from its source there is none. */
const workerFile = ['./match-worker.js', '../match-worker.js']
  .map((name) => new URL(name, import.meta.url))
  .find((file) => existsSync(file))

/** Asks a thread of its own, so that visitors wait for nothing that is matched, and nothing of it stays (behaviour 15.50). */
const runWorker = (
  file: URL,
  workerData: { store: Store; request: MatchRequest },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that matches payments has ended')))
  })

/** How long the queue's filter and a batch use one snapshot, in milliseconds. */
const [freshMs, batchMs] = [5_000, 300_000]

/** Matches payments with submissions; everything is computed when it is asked for. */
export const createMatcher = ({
  db,
  store,
  festival,
}: {
  db: Db
  store: Store
  festival: () => Festival
}) => {
  const ask = (request: MatchRequest) =>
    workerFile ? runWorker(workerFile, { store, request }) : answer(db, request)
  const listCancelled = () =>
    festival().subjects.flatMap(({ key, status }) => (status === 'cancelled' ? [key] : []))
  const takeSnapshot = () => ask({ as: 'snapshot' }) as Promise<MatchSnapshot>
  let open: { key: string; ids: OpenRows } | undefined
  let queueCache: { at: number; snapshot: Promise<MatchSnapshot> } | undefined
  let batchCache: { at: number; batchId: string; snapshot: MatchSnapshot } | undefined
  const listGroup = async (group: MatchGroup): Promise<string[]> => {
    if (!queueCache || performance.now() - queueCache.at > freshMs) {
      queueCache = { at: performance.now(), snapshot: takeSnapshot() }
    }
    const { matches } = await queueCache.snapshot
    return matches.flatMap((match) => (findGroup(match) === group ? match.expected : []))
  }
  const find = async (query: MatchQuery): Promise<MatchDetails> => {
    const { batchId } = query
    const cache = batchId !== undefined && batchCache?.batchId === batchId ? batchCache : undefined
    const isInTime = cache !== undefined && performance.now() - cache.at < batchMs
    const isFresh = isInTime && cache.snapshot.revision === (await readRevision(db))
    const snapshot = isFresh ? cache.snapshot : await takeSnapshot()
    if (batchId !== undefined && !isFresh) {
      batchCache = { at: performance.now(), batchId, snapshot }
    }
    return loadDetails(db, snapshot, query)
  }
  return {
    view: (file?: BankFile) =>
      ask({ as: 'view', cancelled: listCancelled(), file }) as Promise<string>,
    find,
    listCancelled,
    /**
     * The open rows that word a payment of an earlier file, those of which nobody can tell whose they are, and those of somebody rejected
     * or withdrawn; asked anew once rows or submissions changed.
     */
    listOpenRows: async (): Promise<OpenRows> => {
      const { rows } = await sql<Record<'rows' | 'used', number>>`
        select (select count(*) from bank_row) as rows, (select count(*) from allocated_row) as used,
          (select count(*) from allocation where amount = 0 and freed_by is null) as others,
          (select max(changed_at) from review) as changed, (select sum(version) from review) as changes,
          (select count(*) from ocr_result) as pictures
      `.execute(db)
      if (Number(rows[0]?.rows) === 0) {
        return { reworded: [], unknown: [], notAccepted: [] }
      }
      const key = JSON.stringify(rows)
      if (open?.key !== key) {
        const { duplicates, matches } = await takeSnapshot()
        const reworded = [...duplicates].flatMap(([id, [first]]) => (id === first ? [] : id))
        const unknown = matches.flatMap((match) =>
          findGroup(match) === 'unknown' ? match.rows : [],
        )
        const notAccepted = matches.flatMap(({ kind, expected: [entry = ''], rows }) =>
          kind === 'not-accepted' ? rows.map((row) => [entry, row] as const) : [],
        )
        open = { key, ids: { reworded, unknown, notAccepted } }
      }
      return open.ids
    },
    /** A filter of the queue with what has lunch on its day, and with the submissions of its group, as they were at most some seconds ago. */
    resolve: async ({ bank, lunch, ...others }: QueueFilter): Promise<ResolvedFilter> => ({
      ...others,
      ...(lunch === undefined ? {} : { lunch: lunchKeys(festival().subjects, lunch) }),
      ...(bank === undefined ? {} : { bank: await listGroup(bank) }),
    }),
    /** After something was allocated, imported or taken back. */
    clearCache: () => {
      queueCache = undefined
    },
  }
}

export type Matcher = ReturnType<typeof createMatcher>

/** Acts on matches under the lock of payments; they are computed anew where a file or a reversal came or went since. */
export const withLockedMatches = (
  { db, matcher }: { db: Db; matcher: Matcher },
  query: MatchQuery,
) => {
  let last: MatchDetails | undefined
  return async <Answer>(
    act: (transaction: Transaction<Tables>, matches: MatchDetails) => Promise<Answer>,
  ): Promise<Answer> => {
    for (;;) {
      last ??= await matcher.find(query)
      const matches = last
      const done = await transact(db, async (transaction) => {
        await lockPayments(transaction)
        return (
          (await readRevision(transaction)) === matches.revision && {
            answer: await act(transaction, matches),
          }
        )
      })
      if (done) {
        matcher.clearCache()
        return done.answer
      }
      last = undefined
    }
  }
}
