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
import type {
  BankFile,
  BankView,
  ShownExpected,
  ShownMatch,
  ShownRow,
} from '../../festival/contract/bank'
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

/** Finds the consecutive days around `file` or, if there is no file, the latest ones. */
const coverDays = (
  files: readonly BankFile['days'][],
  file?: BankFile['days'],
): BankFile['days'] | undefined => {
  const all = file ? [...files, file] : files
  const sorted = [...all].sort((left, right) => (left.first < right.first ? -1 : 1))
  const stretches: BankFile['days'][] = []
  for (const { first, last } of sorted) {
    const previous = stretches.at(-1)
    if (previous && first <= dayAt(findMidnight(previous.last) + dayMs)) {
      previous.last = last > previous.last ? last : previous.last
    } else {
      stretches.push({ first, last })
    }
  }
  return file
    ? stretches.find(({ first, last }) => first <= file.first && last >= file.last)
    : stretches.at(-1)
}

const showExpected = ({
  paymentStatus: _,
  cash: _cash,
  email: _email,
  event: _event,
  ...shown
}: ExpectedEntry): ShownExpected => shown

const view = async (db: Db, cancelled: readonly string[], file?: BankFile): Promise<BankView> => {
  const snapshot = await matchAll(db, file)
  const { rows, expected, days, duplicates } = snapshot
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
  const showMatch = ({ reversal, expected: ids, rows: rowIds, ...match }: Match) => {
    const shown: ShownMatch = {
      ...match,
      expected: ids.flatMap((id) => expected.get(id) ?? []).map(showExpected),
      rows: rowIds.flatMap(show),
    }
    const [reversing] = reversal === undefined ? [] : show(reversal)
    if (reversing) {
      shown.reversal = reversing
    }
    return shown
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
    days,
    isLikelyWrongFile: snapshot.isLikelyWrongFile,
    refunds: { count: refunds.length, sum: refunds.reduce((sum, { amount }) => sum + amount, 0) },
    matches: snapshot.matches.map(showMatch),
  }
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
    return JSON.stringify(await view(db, cancelled, file))
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

/** How long the queue's filter (`freshMs`) and a batch may reuse a snapshot. */
const freshMs = 5_000
const batchMs = 300_000

const listOpenRows = ({ duplicates, matches }: MatchResult): OpenRows => ({
  reworded: [...duplicates].flatMap(([id, [first]]) => (id === first ? [] : id)),
  unknown: matches.flatMap((match) => (findGroup(match) === 'unknown' ? match.rows : [])),
  notAccepted: matches.flatMap(({ kind, expected: [entry = ''], rows }) =>
    kind === 'not-accepted' ? rows.map((row) => [entry, row] as const) : [],
  ),
})

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
    workerFile ? runWorker(workerFile, { store, request }) : runMatchRequest(db, request)
  const listCancelled = () =>
    festival().subjects.flatMap(({ key, status }) => (status === 'cancelled' ? [key] : []))
  const takeSnapshot = () => ask({ format: 'snapshot' }) as Promise<MatchSnapshot>
  let open: { key: string; rows: OpenRows } | undefined
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
      ask({ format: 'view', cancelled: listCancelled(), file }) as Promise<string>,
    find,
    listCancelled,
    listOpenRows: async (): Promise<OpenRows> => {
      const { rows: counts } = await sql<Record<'rows' | 'used', number>>`
        select (select count(*) from bank_row) as rows, (select count(*) from allocated_row) as used,
          (select count(*) from allocation where amount = 0 and freed_by is null) as others,
          (select max(changed_at) from review) as changed, (select sum(version) from review) as changes,
          (select count(*) from ocr_result) as pictures
      `.execute(db)
      if (Number(counts[0]?.rows) === 0) {
        return { reworded: [], unknown: [], notAccepted: [] }
      }
      const key = JSON.stringify(counts)
      if (open?.key !== key) {
        open = { key, rows: listOpenRows(await takeSnapshot()) }
      }
      return open.rows
    },
    resolve: async ({ bank, lunch, ...others }: QueueFilter): Promise<ResolvedFilter> => {
      const resolved: ResolvedFilter = others
      if (lunch !== undefined) {
        resolved.lunch = lunchKeys(festival().subjects, lunch)
      }
      if (bank !== undefined) {
        resolved.bank = await listGroup(bank)
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

/** Matching takes too long to hold the lock. It runs before, and again if the revision changed. */
export const withLockedMatches = (
  { db, matcher }: { db: Db; matcher: Matcher },
  query: MatchQuery,
) => {
  let found: MatchDetails | undefined
  return async <Answer>(
    act: (transaction: Transaction<Tables>, matches: MatchDetails) => Promise<Answer>,
  ): Promise<Answer> => {
    for (;;) {
      found ??= await matcher.find(query)
      const matches = found
      const done = await transact(db, async (transaction) => {
        await lockPayments(transaction)
        const isCurrent = (await readRevision(transaction)) === matches.revision
        return isCurrent ? { answer: await act(transaction, matches) } : undefined
      })
      if (done) {
        matcher.clearCache()
        return done.answer
      }
      found = undefined
    }
  }
}
