import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Lateness } from '../../festival/availability'
import { groupBy } from '../../festival/group-by'
import type { Festival } from '../../festival/state'
import type { Subject } from '../../festival/subject'
import { findBankFlags } from '../bank/record-rows'
import type { FlagRow } from '../db/desk-schema'
import { oneAtATime, skipLocked } from '../db/engines'
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { savePlaces } from '../submissions/flag-groups'
import {
  type FoundFlag,
  findLateFlags,
  findOverlapFlags,
  findPassFlags,
  findPictureFlags,
  findTeamFlags,
} from '../submissions/flags'
import { readProofs, type SentProof, saveProofs } from '../submissions/proofs'
import { type ReviewedRecord, readRecords } from '../submissions/record'
import { listTokens } from '../submissions/search'
import type { Clock } from '../system/clock'
import { hashParts } from '../system/secret'

interface IndexerDeps {
  db: Db
  clock: Clock
  festival: () => Festival
  log: Pick<Logger, 'error'>
  /** How long a call of the desk waits for what came just now, in milliseconds. */
  patienceMs?: number
}

/** A transaction has so many records at most, and begins none after so many milliseconds: others want to write too. */
const batchSize = 10
const batchMs = 8
/** Others have four fifths of the time; on a machine that is busy with other things a batch seems long, and is not. */
const pauseShare = 4
const longestPauseMs = 100

/** What is known of a batch's records from an earlier look, and their files. */
interface Known {
  tokens: (recordId: string) => readonly string[]
  flags: (recordId: string) => readonly string[]
  proofs: (recordId: string) => readonly SentProof[]
  /** Until a statement is imported, the bank says nothing against anybody. */
  hasBankRows: boolean
  hasCash: (recordId: string) => boolean
}

const readKnown = async (transaction: Transaction<Tables>, ids: readonly string[]): Promise<Known> => {
  const ofThese = <Row extends { record_id: string }>(rows: readonly Row[]) => {
    const groups = groupBy(rows, ({ record_id }) => [record_id])
    return (id: string) => groups.get(id) ?? []
  }
  const words = transaction.selectFrom('search_token').select(['record_id', 'token']).where('record_id', 'in', ids)
  const odd = transaction.selectFrom('flag').select(['record_id', 'id']).where('record_id', 'in', ids)
  const [tokens, flags] = [ofThese(await words.execute()), ofThese(await odd.execute())]
  const taken = transaction.selectFrom('review').select('record_id').where('cash_amount', 'is not', null)
  const cash = new Set((await taken.where('record_id', 'in', ids).execute()).map(({ record_id }) => record_id))
  const row = await transaction.selectFrom('bank_row').select('id').limit(1).executeTakeFirst()
  return {
    tokens: (id) => tokens(id).map(({ token }) => token),
    flags: (id) => flags(id).map((flag) => flag.id),
    proofs: ofThese(await readProofs(transaction, ids)),
    hasBankRows: row !== undefined,
    hasCash: (id) => cash.has(id),
  }
}

const saveTokens = async (
  transaction: Transaction<Tables>,
  record: ReviewedRecord,
  utrs: readonly string[],
  tokens: readonly string[],
) => {
  const wanted = listTokens(record, utrs)
  const known = new Set(tokens)
  if (known.size === wanted.length && wanted.every((token) => known.has(token))) return
  if (known.size > 0) await transaction.deleteFrom('search_token').where('record_id', '=', record.id).execute()
  const all = wanted.map((token) => ({ token, record_id: record.id }))
  await transaction.insertInto('search_token').values(all).execute()
}

const flagRow = (recordId: string, { kind, detail, group = '', other = '' }: FoundFlag, now: Date): FlagRow => ({
  id: hashParts(recordId, kind, group, other, detail),
  record_id: recordId,
  kind,
  group_id: group,
  other_id: other,
  detail,
  created_at: now.toISOString(),
})

/** Puts a record's flags as its content has them now; what stays is not written anew. */
const saveFlags = async (
  transaction: Transaction<Tables>,
  recordId: string,
  found: readonly FoundFlag[],
  known: readonly string[],
  now: Date,
): Promise<void> => {
  const wanted = new Map(found.map((flag) => flagRow(recordId, flag, now)).map((row) => [row.id, row]))
  const gone = known.filter((id) => !wanted.delete(id))
  if (gone.length > 0) await transaction.deleteFrom('flag').where('id', 'in', gone).execute()
  if (wanted.size > 0)
    await transaction
      .insertInto('flag')
      .values([...wanted.values()])
      .execute()
}

const findPass = async (transaction: Transaction<Tables>, { kind, delegateId }: ReviewedRecord) => {
  const named = delegateId.trim()
  if (kind !== 'registration' || named === '') return undefined
  return transaction
    .selectFrom('DelegatePass')
    .select(['id', 'name', 'email', 'phone'])
    .where(({ or, eb }) =>
      or([eb('delegate_id', '=', named.replace(/\D/g, '')), eb('registration_id', '=', named.toUpperCase())]),
    )
    .executeTakeFirst()
}

/**
 * Makes of a record's content the words to search by, its list of files and its flags (behaviour 14.16). Done again whenever the
 * content changes; whoever does it twice changes nothing.
 */
const indexRecord = async (
  transaction: Transaction<Tables>,
  record: ReviewedRecord,
  known: Known,
  { subjects, late }: { subjects: readonly Subject[]; late: Lateness | null },
  now: Date,
): Promise<void> => {
  const pictures = known.proofs(record.id).filter(({ isPayment, format }) => isPayment && format !== null)
  await saveTokens(
    transaction,
    record,
    pictures.flatMap(({ ocrResult: { utr } }) => utr ?? []),
    known.tokens(record.id),
  )
  const pass = await findPass(transaction, record)
  const places = await savePlaces(transaction, record, { pictures, passId: pass?.id, subjects, now })
  const found = [
    ...places.flags,
    ...(known.hasBankRows || known.hasCash(record.id) ? await findBankFlags(transaction, record) : []),
    ...findPictureFlags(record, pictures),
    ...findPassFlags(record, pass),
    ...findOverlapFlags(record, places.before, subjects),
    ...findTeamFlags(record),
    ...findLateFlags(late),
  ]
  await saveFlags(transaction, record.id, found, known.flags(record.id), now)
}

/** A payment picture that counts, in our own store, and that nobody's browser has read: it reads no others. */
const isUnread = ({ isPayment, replacedAt, format, location, readAt }: SentProof) =>
  isPayment &&
  replacedAt === null &&
  format !== null &&
  format !== 'pdf' &&
  location === 'file-store' &&
  readAt === null

/** @returns whether there may be more */
const indexBatch = (db: Db, subjects: readonly Subject[], now: Date): Promise<boolean> =>
  transact(db, async (transaction) => {
    // Two that are indexed at once would not see what they have in common.
    await oneAtATime(transaction, 'indexing')
    // Whoever changes one of them meanwhile waits, and has it looked at once more; what is being changed now comes next.
    const reviews = await transaction
      .selectFrom('review')
      .selectAll()
      .where('prepared', '=', 0)
      .orderBy('created_at')
      .limit(batchSize)
      .$call(skipLocked(transaction))
      .execute()
    if (reviews.length === 0) return false
    const records = await readRecords(transaction, reviews)
    await saveProofs(transaction, [...records.values()], now)
    const known = await readKnown(
      transaction,
      reviews.map(({ record_id }) => record_id),
    )
    const until = performance.now() + batchMs
    for (const [index, { record_id, version, late }] of reviews.entries()) {
      if (index > 0 && performance.now() > until) return true
      const record = records.get(record_id)
      // First, for what it changes of itself, or another one changes of it, while it is indexed is looked at once more.
      const unread = known.proofs(record_id).some(isUnread) ? 1 : 0
      const lacks_utr = record?.amount && record.utr === '' ? 1 : 0
      const seen = transaction.updateTable('review').set({ prepared: 1, unread, lacks_utr })
      const indexed = seen.where('version', '=', version)
      await indexed.where('record_id', '=', record_id).execute()
      if (record) await indexRecord(transaction, record, known, { subjects, late }, now)
    }
    return reviews.length === batchSize
  })

/** A read of the desk waits no longer, in milliseconds. */
const usualPatienceMs = 500

/**
 * Keeps what is made of records up to date, in small transactions with a pause after each: whoever sends very many forms
 * must not keep others waiting.
 */
export const createIndexer = ({ db, clock, festival, log, patienceMs = usualPatienceMs }: IndexerDeps) => {
  let running: Promise<void> | undefined
  let isStopped = false

  const indexAll = async (): Promise<void> => {
    for (let hasMore = true; hasMore && !isStopped; ) {
      const began = performance.now()
      hasMore = await indexBatch(db, festival().subjects, clock())
      if (hasMore) await pause(Math.min(pauseShare * (performance.now() - began), longestPauseMs))
    }
  }
  /** Indexes all that waits; whoever comes while it goes on waits for the same. It does not throw. */
  const run = (): Promise<void> => {
    running ??= indexAll()
      .catch((err: unknown) => log.error({ err }, 'records could not be indexed for the desk; it will be tried again'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    run,
    /** Waits a moment for what came just now, before somebody looks for it. It writes nothing itself. */
    catchUp: async (): Promise<void> => {
      const unindexed = db.selectFrom('review').select('record_id').where('prepared', '=', 0).limit(1)
      if (isStopped || !(await unindexed.executeTakeFirst())) return
      const giveUp = new AbortController()
      await Promise.race([run(), pause(patienceMs, undefined, { signal: giveUp.signal }).catch(() => {})])
      giveUp.abort()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await running
    },
  }
}

export type Indexer = ReturnType<typeof createIndexer>
