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
import { compareText } from '../../festival/bank/payments'
import { shiftDay } from '../../festival/content/slot'
import type {
  BankFile,
  BankView,
  ExpectedView,
  MatchView,
  RowView,
  Sum,
} from '../../festival/contract/bank'
import { lunchKeys } from '../../festival/contract/lists'
import type { QueueFilter } from '../../festival/contract/queue'
import type { Festival } from '../../festival/live/state'
import { sumBy } from '../../festival/sum-by'
import type { Store } from '../db/open-database'
import type { Db, Tables } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import { transact } from '../db/transact'
import type { ResolvedFilter } from '../entries/queue'
import { lockPayments } from './allocate'
import { type ExpectedEntry, findDueRefunds, readExpectedEntries } from './expected'
import { fingerprint, readBankRevision, readRows, type StoredRow, toRowView } from './rows'

interface MatchSnapshot extends MatchResult {
  revision: string
}

export interface MatchDetails extends MatchSnapshot {
  rows: ReadonlyMap<string, StoredRow>
  expected: ReadonlyMap<string, ExpectedEntry>
}

/** Sorts after the ids of all saved files. */
const unsaved = 'unsaved'

const listRows = (file: BankFile | undefined) => (file ? [...file.payments, ...file.reversals] : [])

type AllMatches = MatchDetails & Pick<BankView, 'days' | 'isLikelyWrongFile'>

const matchAll = (db: Db, file?: BankFile): Promise<AllMatches> =>
  readSnapshot(db, async (snapshot) => {
    const revision = await readBankRevision(snapshot)
    const rows = await readRows(snapshot)
    const expected = await readExpectedEntries(snapshot)
    const savedDays = await snapshot
      .selectFrom('bank_import')
      .select(['first_day as first', 'last_day as last'])
      .execute()
    const days = findCoveredDays(savedDays, file?.days) ?? null
    for (const payment of listRows(file)) {
      const id = fingerprint(payment)
      if (!rows.has(id)) {
        rows.set(id, { ...payment, id, file: unsaved, allocatedEntries: [] })
      }
    }
    if (!days) {
      const noMatches = { matches: [], duplicates: new Map(), isLikelyWrongFile: false }
      return { revision, rows, expected, days, ...noMatches }
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

type Days = BankFile['days']

/** Finds the consecutive days around `fileDays` or, if there is no file, the latest ones. */
const findCoveredDays = (savedDays: readonly Days[], fileDays?: Days): Days | undefined => {
  if (!fileDays) {
    return joinDays(savedDays).at(-1)
  }
  return joinDays([...savedDays, fileDays]).find(
    ({ first, last }) => first <= fileDays.first && last >= fileDays.last,
  )
}

/** Joins days that overlap or adjoin. */
const joinDays = (all: readonly Days[]): Days[] => {
  const joined: Days[] = []
  for (const { first, last } of all.toSorted((left, right) =>
    compareText(left.first, right.first),
  )) {
    const previous = joined.at(-1)
    if (!previous || first > shiftDay(previous.last, 1)) {
      joined.push({ first, last })
    } else if (last > previous.last) {
      previous.last = last
    }
  }
  return joined
}

const toExpectedView = ({
  paymentStatus: _,
  cash: _cash,
  email: _email,
  event: _event,
  hasLostPlace: _hasLostPlace,
  ...shown
}: ExpectedEntry): ExpectedView => shown

export const sumCredits = (rows: readonly { amount: number }[]): Sum => ({
  count: rows.length,
  sum: sumBy(rows, ({ amount }) => Math.max(0, amount)),
})

const readView = async (
  db: Db,
  cancelled: readonly string[],
  file?: BankFile,
): Promise<BankView> => {
  const all = await matchAll(db, file)
  const { rows, expected, days, duplicates } = all
  const isSaved = (id: string) => rows.get(id)?.file !== unsaved
  const unsavedRows = [...rows.values()].filter(({ id }) => !isSaved(id))
  const newRows = unsavedRows.filter(({ id }) => !duplicates.get(id)?.some(isSaved))
  return {
    fresh: sumCredits(newRows),
    known: new Set(listRows(file).map(fingerprint)).size - unsavedRows.length,
    reworded: unsavedRows.length - newRows.length,
    days,
    isLikelyWrongFile: all.isLikelyWrongFile,
    refunds: sumCredits(await findDueRefunds(db, all, cancelled, expected)),
    matches: all.matches.map((match) => toMatchView(match, all)),
  }
}

const toMatchView = (
  { reversal, expected: ids, rows: rowIds, ...match }: Match,
  { rows, expected, duplicates }: MatchDetails,
): MatchView => {
  const toRowViews = (id: string): RowView[] => {
    const row = rows.get(id)
    if (!row) {
      return []
    }
    const allocatedTo = row.allocatedEntries.map((entryId) => ({
      id: entryId,
      label: expected.get(entryId)?.label ?? '',
    }))
    const otherIds = (duplicates.get(id) ?? []).filter((other) => other !== id)
    const otherNarrations = otherIds.flatMap((other) => rows.get(other)?.narration ?? [])
    return [toRowView(row, allocatedTo, otherNarrations)]
  }
  const view: MatchView = {
    ...match,
    expected: ids.flatMap((id) => expected.get(id) ?? []).map(toExpectedView),
    rows: rowIds.flatMap(toRowViews),
  }
  const [reversing] = reversal === undefined ? [] : toRowViews(reversal)
  if (reversing) {
    view.reversal = reversing
  }
  return view
}

interface MatchQuery {
  kinds?: readonly MatchKind[]
  ids?: readonly string[]
  /** Calls of one batch share a snapshot until a file is added or removed. */
  batchId?: string
}

const loadDetails = async (
  db: Db,
  snapshot: MatchSnapshot,
  { kinds = [], ids = [] }: MatchQuery,
): Promise<MatchDetails> => {
  const listIds = ({ expected, rows }: Match) => [...expected, ...rows]
  const requestedIds = new Set(ids)
  const matches = snapshot.matches.filter(
    (match) => kinds.includes(match.kind) || listIds(match).some((id) => requestedIds.has(id)),
  )
  const allIds = new Set(
    [...ids, ...matches.flatMap(listIds)].flatMap((id) => snapshot.duplicates.get(id) ?? [id]),
  )
  return {
    ...snapshot,
    matches,
    rows: await readRows(db, [...allIds]),
    expected: await readExpectedEntries(db, [...allIds]),
  }
}

export interface MatchRequest {
  format: 'view' | 'snapshot'
  cancelled?: readonly string[]
  file?: BankFile | undefined
}

export interface OpenRows {
  /** Rows of payments that an earlier file already contains. */
  reworded: readonly string[]
  unknown: readonly string[]
  notAccepted: readonly (readonly [entry: string, row: string])[]
}

export const runMatchRequest = async (
  db: Db,
  { format, cancelled = [], file }: MatchRequest,
): Promise<unknown> => {
  if (format === 'view') {
    return JSON.stringify(await readView(db, cancelled, file))
  }
  const { revision, matches, duplicates } = await matchAll(db)
  return { revision, matches, duplicates }
}

/** Undefined if the server runs from its TypeScript source. */
const workerFile = ['./match-worker.js', '../match-worker.js']
  .map((name) => new URL(name, import.meta.url))
  .find((file) => existsSync(file))

/** Matching in a separate thread neither delays visitors nor holds on to memory. */
const runWorker = (
  file: URL,
  workerData: { store: Store; request: MatchRequest },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The payment matcher thread has stopped')))
  })

/** How long the queue's filter and a batch may reuse a snapshot. */
const queueCacheMs = 5_000
const batchCacheMs = 300_000

const listOpenRows = ({ duplicates, matches }: MatchResult): OpenRows => ({
  reworded: [...duplicates].flatMap(([id, [first]]) => (id === first ? [] : id)),
  unknown: matches.flatMap((match) => (findGroup(match) === 'unknown' ? match.rows : [])),
  notAccepted: matches.flatMap(({ kind, expected: [entry = ''], rows }) =>
    kind === 'not-accepted' ? rows.map((row) => [entry, row] as const) : [],
  ),
})

/** Changes whenever `OpenRows` may change. */
const readOpenRowsKey = async (db: Db) => {
  const { rows } = await sql<Record<'rows' | 'used', number>>`
    select (select count(*) from bank_row) as rows, (select count(*) from allocated_row) as used,
      (select count(*) from allocation where amount = 0 and freed_by is null) as others,
      (select max(changed_at) from review) as changed, (select sum(version) from review) as changes,
      (select count(*) from ocr_result) as pictures
  `.execute(db)
  return { hasRows: Number(rows[0]?.rows) > 0, key: JSON.stringify(rows) }
}

export const createMatcher = ({
  db,
  store,
  festival,
}: {
  db: Db
  store: Store
  festival: () => Festival
}) => {
  let openRowsCache: { key: string; rows: OpenRows } | undefined
  let queueCache: { takenAt: number; snapshot: Promise<MatchSnapshot> } | undefined
  let batchCache: { takenAt: number; batchId: string; snapshot: MatchSnapshot } | undefined

  const run = (request: MatchRequest) =>
    workerFile ? runWorker(workerFile, { store, request }) : runMatchRequest(db, request)
  const takeSnapshot = () => run({ format: 'snapshot' }) as Promise<MatchSnapshot>
  const listCancelled = () =>
    festival().subjects.flatMap(({ key, status }) => (status === 'cancelled' ? [key] : []))

  const listEntriesInGroup = async (group: MatchGroup): Promise<string[]> => {
    if (!queueCache || performance.now() - queueCache.takenAt > queueCacheMs) {
      queueCache = { takenAt: performance.now(), snapshot: takeSnapshot() }
    }
    const { matches } = await queueCache.snapshot
    return matches.flatMap((match) => (findGroup(match) === group ? match.expected : []))
  }

  const takeBatchSnapshot = async (batchId: string): Promise<MatchSnapshot> => {
    const cache = batchCache
    if (
      cache?.batchId === batchId &&
      performance.now() - cache.takenAt < batchCacheMs &&
      cache.snapshot.revision === (await readBankRevision(db))
    ) {
      return cache.snapshot
    }
    const snapshot = await takeSnapshot()
    batchCache = { takenAt: performance.now(), batchId, snapshot }
    return snapshot
  }

  return {
    view: (file?: BankFile) =>
      run({ format: 'view', cancelled: listCancelled(), file }) as Promise<string>,
    find: async (query: MatchQuery): Promise<MatchDetails> => {
      const { batchId } = query
      const snapshot = await (batchId === undefined ? takeSnapshot() : takeBatchSnapshot(batchId))
      return loadDetails(db, snapshot, query)
    },
    listCancelled,
    listOpenRows: async (): Promise<OpenRows> => {
      const { hasRows, key } = await readOpenRowsKey(db)
      if (!hasRows) {
        return { reworded: [], unknown: [], notAccepted: [] }
      }
      if (openRowsCache?.key !== key) {
        openRowsCache = { key, rows: listOpenRows(await takeSnapshot()) }
      }
      return openRowsCache.rows
    },
    resolve: async ({ bank, lunch, ...others }: QueueFilter): Promise<ResolvedFilter> => {
      const resolved: ResolvedFilter = others
      if (lunch !== undefined) {
        resolved.lunch = lunchKeys(festival().subjects, lunch)
      }
      if (bank !== undefined) {
        resolved.bank = await listEntriesInGroup(bank)
      }
      return resolved
    },
    /** Call after payments were allocated, imported or released. */
    clearCache: () => {
      queueCache = undefined
    },
  }
}

export type Matcher = ReturnType<typeof createMatcher>

/**
 * Returns a function that runs work under the lock of payments, with the matches. Matching takes
 * too long to hold the lock, so it runs before, and again if the revision has changed.
 */
export const withLockedMatches = (
  { db, matcher }: { db: Db; matcher: Matcher },
  query: MatchQuery,
) => {
  let details: MatchDetails | undefined
  return async <Result>(
    work: (transaction: Transaction<Tables>, details: MatchDetails) => Promise<Result>,
  ): Promise<Result> => {
    for (;;) {
      details ??= await matcher.find(query)
      const current = details
      const outcome = await transact(db, async (transaction) => {
        await lockPayments(transaction)
        const isCurrent = (await readBankRevision(transaction)) === current.revision
        return isCurrent ? { result: await work(transaction, current) } : undefined
      })
      if (outcome) {
        matcher.clearCache()
        return outcome.result
      }
      details = undefined
    }
  }
}
