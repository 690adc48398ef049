import { type ExpressionBuilder, sql } from 'kysely'
import { minuteMs } from '../../festival/content/slot'
import { databaseTime, skipLocked } from '../db/engines'
import type {
  Db,
  DbOrTransaction,
  MessageKind,
  MessageRow,
  MessageState,
  Tables,
} from '../db/schema'
import { later } from '../system/clock'

export type DeliverableMessage = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'entry_id'
  | 'recipient'
  | 'payload'
  | 'state'
  | 'attempts'
  | 'priority'
  | 'created_at'
  | 'last_error'
  | 'refused_at'
  | 'needs_no_copy'
  | 'network'
  | 'announcement_id'
>

/**
 * In seconds. A lease that ends later than this was made before the database clock was set back.
 */
const maxLeaseSeconds = 120

/** Leases whose holder has died or lost its connection to the database. */
const isAbandoned = (db: Db) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([
    row('state', '=', 'sending'),
    row.or([
      row('lease_until', '<=', databaseTime(db)),
      row('lease_until', '>', databaseTime(db, maxLeaseSeconds)),
    ]),
  ])

/**
 * The number of attempts is the fencing token, because taking over a lease raises it. `requeue`
 * lowers it, but only after its own lease has ended.
 */
const makeLease =
  (db: Db, leaseSeconds: number) => (row: ExpressionBuilder<Tables, 'message'>) => ({
    state: 'sending' as const,
    lease_until: databaseTime(db, leaseSeconds),
    attempts: row('attempts', '+', 1),
  })

export const confirmationKinds: readonly MessageKind[] = [
  'registration',
  'delegate-pass',
  'accommodation',
]

export const isConfirmation = (kind: MessageKind): boolean => confirmationKinds.includes(kind)

export type DeliveryRequester = 'form' | 'organiser'

/** The e-mails of an announcement are held while it is stopped, scheduled or awaiting release. */
const isReleased = (now: Date) => (row: ExpressionBuilder<Tables, 'message'>) => {
  const sending = row
    .selectFrom('announcement')
    .select('announcement.id')
    .where('announcement.state', '=', 'sending')
    .where('announcement.needs_release', '=', 0)
    .where((announcement) =>
      announcement.or([
        announcement('announcement.waits_until', 'is', null),
        announcement('announcement.waits_until', '<=', now.toISOString()),
      ]),
    )
  return row.or([row('announcement_id', 'is', null), row('announcement_id', 'in', sending)])
}

const isDue = (now: Date) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([row('state', '=', 'queued'), row('next_attempt_at', '<=', now.toISOString())])

/** When its form is sent again, a failed message is retried before its next scheduled attempt. */
const isRetryable = (now: Date) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([
    row('state', 'in', ['queued', 'failed']),
    row('last_error', 'is not', null),
    row.or([
      row('scheduled_at', '<=', later(now, -minuteMs)),
      // People take longer than a second to send a form again, so automatic repeats gain nothing.
      row.and([row('refused_at', 'is', null), row('scheduled_at', '<=', later(now, -1_000))]),
    ]),
  ])

/** Excludes e-mails that were never attempted and whose decision can still be undone. */
const isForcedByOrganiser = (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([
    row('state', 'in', ['queued', 'failed']),
    row.or([
      row('kind', 'in', confirmationKinds),
      row('attempts', '>', 0),
      row('state', '=', 'failed'),
    ]),
  ])

/**
 * Leases a message for one attempt. Because this is a single statement, only one process gets the
 * lease. Returns undefined if the message is sent, leased or not due.
 */
export const leaseMessage = (
  db: Db,
  id: string,
  now: Date,
  leaseSeconds: number,
  requestedBy: DeliveryRequester,
): Promise<MessageRow | undefined> =>
  db
    .updateTable('message')
    .set(makeLease(db, leaseSeconds))
    .$if(requestedBy === 'organiser', (query) => query.set({ network: null }))
    .where('id', '=', id)
    .where(isReleased(now))
    .where((row) => {
      const reasons = [isDue(now)(row), isRetryable(now)(row), isAbandoned(db)(row)]
      if (requestedBy === 'organiser') {
        reasons.push(isForcedByOrganiser(row))
      }
      return row.or(reasons)
    })
    .returningAll()
    .executeTakeFirst()

/**
 * Ends a lease with this result, unless another process has taken the lease over. A message that
 * was corrected during the attempt is queued again instead:
 * - The result of the earlier address says nothing about the new one.
 * - A failure may be due to the earlier payload. A sent e-mail is not repeated for other details.
 */
export const endLease = async (
  db: Db,
  { id, attempts, recipient, payload }: DeliverableMessage,
  result: Partial<Omit<MessageRow, 'id' | 'lease_until'>> & Pick<MessageRow, 'state'>,
): Promise<void> => {
  const unlessCancelled = (state: MessageState) =>
    sql<MessageState>`case when state = 'cancelled' then state else ${state} end`
  const ownLease = db
    .updateTable('message')
    .set({ lease_until: null })
    .where('id', '=', id)
    .where('state', 'in', ['sending', 'cancelled'])
    .where('attempts', '=', attempts)
  const sameRecipient = ownLease.where('recipient', '=', recipient)
  const recorded =
    result.state === 'sent'
      ? sameRecipient.set(result)
      : sameRecipient
          .set({ ...result, state: unlessCancelled(result.state) })
          .where('payload', '=', payload)
  const { numUpdatedRows } = await recorded.executeTakeFirstOrThrow()
  // After a takeover, this matches no row either.
  if (numUpdatedRows === 0n) {
    const corrected = { state: unlessCancelled('queued'), last_error: null, refused_at: null }
    await ownLease.set(corrected).execute()
  }
}

/** Call this only at startup, when no other process is running. Returns the number of leases. */
export const releaseAllLeases = async (db: Db): Promise<number> => {
  const result = await db
    .updateTable('message')
    .set({ state: 'queued', lease_until: null })
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Leases up to `limit` due messages, and as many abandoned ones. On PostgreSQL, skips rows that
 * another process is leasing.
 */
export const leaseDueMessages = async (
  db: Db,
  now: Date,
  limit: number,
  leaseSeconds: number,
): Promise<MessageRow[]> => {
  const candidates = db
    .selectFrom('message')
    .select('id')
    .where(isReleased(now))
    .limit(limit)
    .$call(skipLocked(db))
  const rows = await db
    .with('due', () =>
      candidates
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now.toISOString())
        .orderBy('priority')
        .orderBy('next_attempt_at'),
    )
    .with('abandoned', () => candidates.where(isAbandoned(db)))
    .updateTable('message')
    .set(makeLease(db, leaseSeconds))
    .where((row) =>
      row(
        'id',
        'in',
        row.selectFrom('due').select('id').unionAll(row.selectFrom('abandoned').select('id')),
      ),
    )
    .returningAll()
    .execute()
  return rows.sort(
    (left, right) =>
      left.priority - right.priority || (left.next_attempt_at < right.next_attempt_at ? -1 : 1),
  )
}

/** Makes messages due that are scheduled too far ahead because the clock was set back. */
export const rescheduleAfterSetBack = async (db: Db, now: Date): Promise<void> => {
  await db
    .updateTable('message')
    .set({ next_attempt_at: now.toISOString(), scheduled_at: now.toISOString() })
    .where('state', '=', 'queued')
    // The maximum difference between the clocks of two processes.
    .where('scheduled_at', '>', later(now, minuteMs))
    .execute()
}

type DeliveryState = Pick<MessageRow, 'state' | 'last_error' | 'refused_at'>

/**
 * `queued`: waiting or being sent. `refused`: the address is permanently refused. `failed`: an
 * attempt failed and may be retried.
 */
export type Outcome = 'sent' | 'queued' | 'refused' | 'failed'

export const readOutcome = ({ state, last_error, refused_at }: DeliveryState): Outcome => {
  if (state === 'sent') {
    return 'sent'
  }
  if (refused_at !== null) {
    return 'refused'
  }
  if (state === 'failed') {
    return 'failed'
  }
  const isFirstAttempt = state === 'sending' || last_error === null
  return isFirstAttempt ? 'queued' : 'failed'
}

/** @throws Error when there is no such message */
export const readMessageState = (db: DbOrTransaction, id: string): Promise<DeliveryState> =>
  db
    .selectFrom('message')
    .select(['state', 'last_error', 'refused_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
