import type { ExpressionBuilder } from 'kysely'
import { databaseTime } from '../db/database-time'
import type { Db, DbOrTransaction, MessageRow, Tables } from '../db/schema'
import { skipLocked } from '../db/skip-locked'

/** What an attempt needs to know of a message that is claimed for it. */
export type ClaimedMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'payload' | 'attempts' | 'created_at' | 'last_error' | 'refused_at' | 'is_copied'
>

/** No claim lasts longer, in seconds; one that seems to was made before the database's clock was set back. */
const longestLease = 120

/** A claim that its holder never ended: the process died, or lost the database. */
const isAbandoned = (db: Db) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([
    row('state', '=', 'sending'),
    row.or([row('lease_until', '<=', databaseTime(db)), row('lease_until', '>', databaseTime(db, longestLease))]),
  ])

/** How soon a form that is sent again has its e-mail tried again; and how far two processes' clocks may differ. */
const minuteMs = 60_000

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

/**
 * Takes the message for one attempt, or nothing when it is sent, in somebody else's hands, not to be tried yet, or found no
 * place. One statement decides, so of any number of processes one gets it. A registrant who sends the form again need
 * not wait for a failed message's next turn, but a minute; one that was given up is tried again, too (behaviour 7.23).
 */
export const claimMessage = (db: Db, id: string, now: Date, leaseSeconds: number): Promise<MessageRow | undefined> =>
  db
    .updateTable('message')
    .set((row) => ({
      state: 'sending',
      lease_until: databaseTime(db, leaseSeconds),
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'queued'), row('next_attempt_at', '<=', now.toISOString())]),
        row.and([
          row('state', 'in', ['queued', 'failed']),
          row('attempts', '>', 0),
          row('last_error', 'is not', null),
          row('scheduled_at', '<=', later(now, -minuteMs)),
        ]),
        isAbandoned(db)(row),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** How an attempt ended. */
export type Ending = Pick<
  MessageRow,
  'state' | 'next_attempt_at' | 'scheduled_at' | 'last_error' | 'refused_at' | 'is_copied'
>

/** Ends a claim that nobody took over since. */
const endClaim = async (db: Db, { id, attempts }: ClaimedMessage, ending: Partial<MessageRow>): Promise<void> => {
  await db
    .updateTable('message')
    .set({ ...ending, lease_until: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}

/** Records the failed end of the attempt that this claim began; a claim that was taken over since records nothing. */
export const endAttempt = (db: Db, claimed: ClaimedMessage, ending: Ending): Promise<void> =>
  endClaim(db, claimed, ending)

/**
 * Records that this claim ended well, and lets go of what the e-mail said (behaviour 7.38); one that was taken over since
 * is left alone.
 */
export const markSent = (db: Db, claimed: ClaimedMessage, sentAt: string): Promise<void> =>
  endClaim(db, claimed, { state: 'sent', sent_at: sentAt, payload: '', last_error: null })

type Release = Partial<
  Pick<MessageRow, 'state' | 'next_attempt_at' | 'scheduled_at' | 'due_at' | 'ordinal' | 'last_error'>
>

/** Gives the message back to the queue as if nobody had claimed it, or to a later turn, or without a place. */
export const releaseClaim = (db: Db, claimed: ClaimedMessage, turn: Release = {}): Promise<void> =>
  endClaim(db, claimed, { state: 'queued', attempts: claimed.attempts - 1, ...turn })

/** Makes a message that was put off, or found no place, due at once. */
export const bringForward = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('message')
    .set({ state: 'queued', next_attempt_at: now.toISOString(), scheduled_at: now.toISOString(), last_error: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .where('attempts', '=', 0)
    .execute()
}

/**
 * Takes out a message that found no place, so that it can be saved anew, where that was a minute ago or longer. Of any
 * number of callers one gets it.
 */
export const takeUnplaced = (transaction: DbOrTransaction, id: string, now: Date): Promise<MessageRow | undefined> =>
  transaction
    .deleteFrom('message')
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('attempts', '=', 0)
    .where('scheduled_at', '<=', later(now, -minuteMs))
    .returningAll()
    .executeTakeFirst()

/** Gives all claims back to the queue, when no process lives that could hold one. Gives how many there were. */
export const releaseAllClaims = async (db: Db): Promise<number> => {
  const result = await db
    .updateTable('message')
    .set({ state: 'queued', lease_until: null })
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Takes the messages whose time has come, the longest due first, so many at most and as many again that others
 * abandoned. One statement decides; on PostgreSQL it passes over what another process is just taking, so that any
 * number of them share the queue without waiting for each other.
 */
export const claimDueMessages = (db: Db, now: Date, limit: number, leaseSeconds: number): Promise<MessageRow[]> => {
  const candidates = db.selectFrom('message').select('id').limit(limit).$call(skipLocked(db))
  // Apart from each other, each follows an index to its first rows, however long the queue is.
  return db
    .with('due', () =>
      candidates
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now.toISOString())
        .orderBy('next_attempt_at'),
    )
    .with('abandoned', () => candidates.where(isAbandoned(db)))
    .updateTable('message')
    .set((row) => ({
      state: 'sending',
      lease_until: databaseTime(db, leaseSeconds),
      attempts: row('attempts', '+', 1),
    }))
    .where((row) =>
      row('id', 'in', row.selectFrom('due').select('id').unionAll(row.selectFrom('abandoned').select('id'))),
    )
    .returningAll()
    .execute()
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
    .where('scheduled_at', '>', later(now, minuteMs))
    .execute()
}

/** @throws Error when there is no such message. */
export const readMessageState = (db: DbOrTransaction, id: string): Promise<Pick<MessageRow, 'state' | 'last_error'>> =>
  db.selectFrom('message').select(['state', 'last_error']).where('id', '=', id).executeTakeFirstOrThrow()
