import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Subject } from '../../festival/content/subject'
import { groupBy } from '../../festival/group-by'
import type { Festival } from '../../festival/live/state'
import { findBankFlags } from '../bank/entry-rows'
import type { FlagRow, ReviewRow } from '../db/desk-schema'
import { acquireLock, skipLocked } from '../db/engines'
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { saveGroupMembership } from '../entries/flag-groups'
import {
  findLateFlags,
  findOverlapFlags,
  findPassFlags,
  findPictureFlags,
  findRenamedFlags,
  findTeamFlags,
  type NewFlag,
} from '../entries/flags'
import { readProofs, type StoredProof, saveProofs } from '../entries/proofs'
import { listTokens } from '../entries/search'
import type { Clock } from '../system/clock'
import { hashParts } from '../system/secret'

interface IndexerDeps {
  db: Db
  clock: Clock
  festival: () => Festival
  log: Pick<Logger, 'error'>
  /**
   * The longest time that a call from the desk waits for new entries to be indexed, in
   * milliseconds.
   */
  timeoutMs?: number
}

/**
 * Maximum number of entries per transaction. After a number of milliseconds it takes no further
 * entry, because other transactions need to write too.
 */
const batchSize = 10
const batchMs = 8
/**
 * A pause takes four times as long as the batch before it, up to a limit, because on a busy machine
 * a batch only seems long.
 */
const pauseShare = 4
const maxPauseMs = 100

interface StoredIndex {
  tokens: (entryId: string) => readonly string[]
  flags: (entryId: string) => readonly string[]
  proofs: (entryId: string) => readonly StoredProof[]
  hasBankRows: boolean
  /** Whether the desk has recorded cash or a refund for the entry. */
  hasMoney: (entryId: string) => boolean
}

const readStoredIndex = async (
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<StoredIndex> => {
  const groupByEntry = <Row extends { entry_id: string }>(rows: readonly Row[]) => {
    const groups = groupBy(rows, ({ entry_id }) => [entry_id])
    return (id: string) => groups.get(id) ?? []
  }
  const tokenRows = transaction
    .selectFrom('search_token')
    .select(['entry_id', 'token'])
    .where('entry_id', 'in', ids)
  const flagRows = transaction
    .selectFrom('flag')
    .select(['entry_id', 'id'])
    .where('entry_id', 'in', ids)
  const tokens = groupByEntry(await tokenRows.execute())
  const flags = groupByEntry(await flagRows.execute())
  const paidInCash = transaction
    .selectFrom('review')
    .select('entry_id')
    .where('cash_amount', 'is not', null)
  const entriesWithMoney = paidInCash.union(transaction.selectFrom('refund').select('entry_id'))
  const money = transaction
    .selectFrom(entriesWithMoney.as('money'))
    .select('entry_id')
    .where('entry_id', 'in', ids)
  const withMoney = new Set((await money.execute()).map(({ entry_id }) => entry_id))
  const row = await transaction.selectFrom('bank_row').select('id').limit(1).executeTakeFirst()
  return {
    tokens: (id) => tokens(id).map(({ token }) => token),
    flags: (id) => flags(id).map((flag) => flag.id),
    proofs: groupByEntry(await readProofs(transaction, ids)),
    hasBankRows: row !== undefined,
    hasMoney: (id) => withMoney.has(id),
  }
}

const saveTokens = async (
  transaction: Transaction<Tables>,
  entry: ReviewedEntry,
  utrs: readonly string[],
  tokens: readonly string[],
) => {
  const current = listTokens(entry, utrs)
  const stored = new Set(tokens)
  if (stored.size === current.length && current.every((token) => stored.has(token))) {
    return
  }
  if (stored.size > 0) {
    await transaction.deleteFrom('search_token').where('entry_id', '=', entry.id).execute()
  }
  const rows = current.map((token) => ({ token, entry_id: entry.id }))
  await transaction.insertInto('search_token').values(rows).execute()
}

const makeFlagRow = (
  entryId: string,
  { kind, detail, group = '', other = '' }: NewFlag,
  now: Date,
): FlagRow => ({
  id: hashParts(entryId, kind, group, other, detail),
  entry_id: entryId,
  kind,
  group_id: group,
  other_id: other,
  detail,
  created_at: now.toISOString(),
})

const saveFlags = async (
  transaction: Transaction<Tables>,
  entryId: string,
  flags: readonly NewFlag[],
  storedIds: readonly string[],
  now: Date,
) => {
  const rows = flags.map((flag) => makeFlagRow(entryId, flag, now))
  const currentIds = new Set(rows.map(({ id }) => id))
  const outdated = storedIds.filter((id) => !currentIds.has(id))
  if (outdated.length > 0) {
    await transaction.deleteFrom('flag').where('id', 'in', outdated).execute()
  }
  const newRows = new Map(rows.map((row) => [row.id, row]))
  for (const id of storedIds) {
    newRows.delete(id)
  }
  if (newRows.size > 0) {
    await transaction
      .insertInto('flag')
      .values([...newRows.values()])
      .execute()
  }
}

const findPass = async (transaction: Transaction<Tables>, { kind, delegateId }: ReviewedEntry) => {
  const passId = delegateId.trim()
  if (kind !== 'registration' || passId === '') {
    return undefined
  }
  return transaction
    .selectFrom('DelegatePass')
    .select(['id', 'name', 'email', 'phone'])
    .where(({ or, eb }) =>
      or([
        eb('delegate_id', '=', passId.replace(/\D/g, '')),
        eb('registration_id', '=', passId.toUpperCase()),
      ]),
    )
    .executeTakeFirst()
}

/**
 * Saves the search tokens, proofs and flags of an entry. Idempotent, and runs again whenever the
 * content changes.
 */
const indexEntry = async (
  transaction: Transaction<Tables>,
  entry: ReviewedEntry,
  stored: StoredIndex,
  { subjects, review }: { subjects: readonly Subject[]; review: ReviewRow },
  now: Date,
) => {
  const pictures = stored
    .proofs(entry.id)
    .filter(({ isPayment, format }) => isPayment && format !== null)
  await saveTokens(
    transaction,
    entry,
    pictures.flatMap(({ ocrResult: { utr } }) => utr ?? []),
    stored.tokens(entry.id),
  )
  const pass = await findPass(transaction, entry)
  const groups = await saveGroupMembership(transaction, entry, {
    pictures,
    passId: pass?.id,
    subjects,
    now,
  })
  const needsBankFlags = stored.hasBankRows || stored.hasMoney(entry.id)
  const bankFlags = needsBankFlags ? await findBankFlags(transaction, entry) : []
  const flags = [
    ...groups.flags,
    ...bankFlags,
    ...findPictureFlags(entry, pictures),
    ...findPassFlags(entry, pass),
    ...findOverlapFlags(entry, groups.earlierRegistrations, subjects),
    ...findTeamFlags(entry),
    ...findLateFlags(review.late),
    ...findRenamedFlags(review),
  ]
  await saveFlags(transaction, entry.id, flags, stored.flags(entry.id), now)
}

/** A browser reads only current payment pictures that are in our own store. */
const isUnread = ({ isPayment, replacedAt, format, location, readAt }: StoredProof) =>
  isPayment &&
  replacedAt === null &&
  format !== null &&
  format !== 'pdf' &&
  location === 'file-store' &&
  readAt === null

/** @returns whether there may be more entries to index */
const indexBatch = (db: Db, subjects: readonly Subject[], now: Date): Promise<boolean> =>
  transact(db, async (transaction) => {
    // Entries that are indexed in parallel would miss values that they share.
    await acquireLock(transaction, 'indexing')
    // These locks make concurrent changes wait and mark the entry again. Rows that are being
    // changed now are skipped until the next batch.
    const reviews = await transaction
      .selectFrom('review')
      .selectAll()
      .where('is_indexed', '=', 0)
      .orderBy('created_at')
      .limit(batchSize)
      .$call(skipLocked(transaction))
      .execute()
    if (reviews.length === 0) {
      return false
    }
    const entries = await readEntries(transaction, reviews)
    await saveProofs(transaction, [...entries.values()], now)
    const stored = await readStoredIndex(
      transaction,
      reviews.map(({ entry_id }) => entry_id),
    )
    const until = performance.now() + batchMs
    for (const [index, review] of reviews.entries()) {
      const { entry_id, version } = review
      if (index > 0 && performance.now() > until) {
        return true
      }
      const entry = entries.get(entry_id)
      // Set before indexing, so that a change during indexing marks the entry again.
      const unread = stored.proofs(entry_id).some(isUnread) ? 1 : 0
      const lacks_utr = entry?.amount && entry.utr === '' ? 1 : 0
      await transaction
        .updateTable('review')
        .set({ is_indexed: 1, unread, lacks_utr })
        .where('version', '=', version)
        .where('entry_id', '=', entry_id)
        .execute()
      if (entry) {
        await indexEntry(transaction, entry, stored, { subjects, review }, now)
      }
    }
    return reviews.length === batchSize
  })

const defaultTimeoutMs = 500

/**
 * Indexes in small transactions with pauses, so that a flood of forms does not block other work.
 */
export const createIndexer = ({
  db,
  clock,
  festival,
  log,
  timeoutMs = defaultTimeoutMs,
}: IndexerDeps) => {
  let running: Promise<void> | undefined
  let isStopped = false

  const indexAll = async () => {
    for (let hasMore = true; hasMore && !isStopped; ) {
      const began = performance.now()
      hasMore = await indexBatch(db, festival().subjects, clock())
      if (hasMore) {
        await pause(Math.min(pauseShare * (performance.now() - began), maxPauseMs))
      }
    }
  }
  /** Indexes all pending entries and never throws. Concurrent callers share one run. */
  const run = (): Promise<void> => {
    running ??= indexAll()
      .catch((err: unknown) =>
        log.error({ err }, 'entries could not be indexed for the desk; it will be tried again'),
      )
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    run,
    catchUp: async (): Promise<void> => {
      const unindexed = db
        .selectFrom('review')
        .select('entry_id')
        .where('is_indexed', '=', 0)
        .limit(1)
      if (isStopped || !(await unindexed.executeTakeFirst())) {
        return
      }
      const cancelTimeout = new AbortController()
      await Promise.race([
        run(),
        pause(timeoutMs, undefined, { signal: cancelTimeout.signal }).catch(() => {}),
      ])
      cancelTimeout.abort()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await running
    },
  }
}

export type Indexer = ReturnType<typeof createIndexer>
