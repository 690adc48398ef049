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

export type LeasedMessage = Pick<
  MessageRow,
  | 'id'
  | 'kind'
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

/** No claim lasts longer, in seconds; one that seems to was made before the database's clock was set back. */
const maxLeaseSeconds = 120

/** A claim that its holder never ended: the process died, or lost the database. */
const isAbandoned = (db: Db) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([
    row('state', '=', 'sending'),
    row.or([
      row('lease_until', '<=', databaseTime(db)),
      row('lease_until', '>', databaseTime(db, maxLeaseSeconds)),
    ]),
  ])

/** What a claim writes: no two of one message have the same number of attempts, which fences them. */
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

/** By whose wish a message is tried: its form's, which was sent again, or an organiser's at the desk. */
export type DeliveryRequester = 'form' | 'organiser'

/** Whether nothing holds an e-mail of a message to many: it is stopped, still waits, or an admin has to release it. */
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

/**
 * Takes the message for one attempt, or nothing when it is sent, in somebody else's hands, or not to be tried yet. One
 * statement decides, so of any number of processes one gets it. Whoever sends the form again need not wait for a failed
 * message's next turn, given up or not; an organiser need not wait for one that a bound puts off either; an e-mail that was
 * never tried waits for the minute in which its decision can be taken back.
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
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'queued'), row('next_attempt_at', '<=', now.toISOString())]),
        row.and([
          row('state', 'in', ['queued', 'failed']),
          row('last_error', 'is not', null),
          // Somebody who sends again takes longer than a second: what repeats by itself gains nothing (behaviour 7.23).
          row.or([
            row('scheduled_at', '<=', later(now, -minuteMs)),
            row.and([row('refused_at', 'is', null), row('scheduled_at', '<=', later(now, -1_000))]),
          ]),
        ]),
        ...(requestedBy === 'organiser'
          ? [
              row.and([
                row('state', 'in', ['queued', 'failed']),
                row.or([
                  row('kind', 'in', confirmationKinds),
                  row('attempts', '>', 0),
                  row('state', '=', 'failed'),
                ]),
              ]),
            ]
          : []),
        isAbandoned(db)(row),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/**
 * Ends a lease so, unless somebody took it over since: then nothing is recorded. What was given another address meanwhile, or
 * before a further attempt other words, waits with them: this attempt said nothing of either (behaviour 14.131). What was
 * cancelled meanwhile may have arrived, and is else not tried again.
 */
export const endLease = async (
  db: Db,
  { id, attempts, recipient, payload }: LeasedMessage,
  endState: Partial<Omit<MessageRow, 'id' | 'lease_until'>> & Pick<MessageRow, 'state'>,
): Promise<void> => {
  const unlessCancelled = (state: MessageState) =>
    sql<MessageState>`case when state = 'cancelled' then state else ${state} end`
  const lease = db
    .updateTable('message')
    .set({ lease_until: null })
    .where('id', '=', id)
    .where('state', 'in', ['sending', 'cancelled'])
    .where('attempts', '=', attempts)
  const { numUpdatedRows } = await lease
    .set(
      endState.state === 'sent'
        ? endState
        : { ...endState, state: unlessCancelled(endState.state) },
    )
    .where('recipient', '=', recipient)
    .$if(endState.state !== 'sent', (query) => query.where('payload', '=', payload))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    await lease
      .set({ state: unlessCancelled('queued'), last_error: null, refused_at: null })
      .execute()
  }
}

/** Gives all leases back to the queue, when no process lives that could hold one. Gives how many there were. */
export const releaseAllLeases = async (db: Db): Promise<number> => {
  const result = await db
    .updateTable('message')
    .set({ state: 'queued', lease_until: null })
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Takes the messages whose time has come, in the order of priority and time, so many at most and as many again that others
 * abandoned. One statement decides; on PostgreSQL it passes over what another process is just taking, so that any
 * number of them share the queue without waiting for each other.
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
    (a, b) => a.priority - b.priority || (a.next_attempt_at < b.next_attempt_at ? -1 : 1),
  )
}

/**
 * Makes due at once whatever was scheduled at a time that has not come yet: the clock was set back since, and nobody knows
 * how long it has waited (behaviour 7.26).
 */
export const rescheduleAfterSetBack = async (db: Db, now: Date): Promise<void> => {
  await db
    .updateTable('message')
    .set({ next_attempt_at: now.toISOString(), scheduled_at: now.toISOString() })
    .where('state', '=', 'queued')
    // Two processes' clocks may differ by as much.
    .where('scheduled_at', '>', later(now, minuteMs))
    .execute()
}

type DeliveryState = Pick<MessageRow, 'state' | 'last_error' | 'refused_at'>

/**
 * How a message stands: `queued` only waits for its turn or is on its way; `refused` is an address that the mail server refuses
 * for good; of `failed` an attempt failed, and it is tried again unless it was given up.
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
  return state === 'sending' || last_error === null ? 'queued' : 'failed'
}

/** @throws Error when there is no such message. */
export const readMessageState = (db: DbOrTransaction, id: string): Promise<DeliveryState> =>
  db
    .selectFrom('message')
    .select(['state', 'last_error', 'refused_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
