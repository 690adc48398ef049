import type { ExpressionBuilder } from 'kysely'
import { databaseTime, skipLocked } from '../db/engines'
import type { Db, DbOrTransaction, MessageKind, MessageRow, Tables } from '../db/schema'

/** What an attempt needs to know of a message that is claimed for it. */
export type ClaimedMessage = Pick<
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
  | 'is_copied'
  | 'network'
>

/** No claim lasts longer, in seconds; one that seems to was made before the database's clock was set back. */
const longestLease = 120

/** A claim that its holder never ended: the process died, or lost the database. */
const isAbandoned = (db: Db) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([
    row('state', '=', 'sending'),
    row.or([row('lease_until', '<=', databaseTime(db)), row('lease_until', '>', databaseTime(db, longestLease))]),
  ])

/** How far two processes' clocks may differ; and how soon an address that was refused for good is tried again by a press. */
const minuteMs = 60_000
/** How soon any other e-mail is (behaviour 7.23): presses come slower, and what repeats them by itself gains nothing. */
const secondMs = 1_000

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

const confirmationKinds: readonly MessageKind[] = ['registration', 'delegate-pass', 'accommodation']

export const isConfirmation = (kind: MessageKind): boolean => confirmationKinds.includes(kind)

/** By whose wish a message is tried: its form's, which was sent again, or an organiser's at the desk. */
export type Asker = 'form' | 'organiser'

/**
 * Takes the message for one attempt, or nothing when it is sent, in somebody else's hands, or not to be tried yet. One
 * statement decides, so of any number of processes one gets it. Whoever sends the form again need not wait for a failed
 * message's next turn, given up or not; an organiser need not wait for one that a bound puts off either; a letter that was
 * never tried waits for the minute in which its decision can be taken back.
 */
export const claimMessage = (
  db: Db,
  id: string,
  now: Date,
  leaseSeconds: number,
  asker: Asker,
): Promise<MessageRow | undefined> =>
  db
    .updateTable('message')
    .set((row) => ({
      state: 'sending',
      lease_until: databaseTime(db, leaseSeconds),
      attempts: row('attempts', '+', 1),
      ...(asker === 'organiser' ? { network: null } : {}),
    }))
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'queued'), row('next_attempt_at', '<=', now.toISOString())]),
        row.and([
          row('state', 'in', ['queued', 'failed']),
          row('last_error', 'is not', null),
          row.or([
            row('scheduled_at', '<=', later(now, -minuteMs)),
            row.and([row('refused_at', 'is', null), row('scheduled_at', '<=', later(now, -secondMs))]),
          ]),
        ]),
        ...(asker === 'organiser'
          ? [
              row.and([
                row('state', 'in', ['queued', 'failed']),
                row.or([row('kind', 'in', confirmationKinds), row('attempts', '>', 0), row('state', '=', 'failed')]),
              ]),
            ]
          : []),
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
  endClaim(db, claimed, { ...ending, network: null })

/**
 * Records that this claim ended well, and lets go of what the e-mail said (behaviour 7.38); one that was taken over since
 * is left alone.
 */
export const markSent = (db: Db, claimed: ClaimedMessage, sentAt: string): Promise<void> =>
  endClaim(db, claimed, { state: 'sent', sent_at: sentAt, payload: '', last_error: null, network: null })

/** Gives the message back to the queue as if nobody had claimed it, or to a later turn. */
export const releaseClaim = (
  db: Db,
  claimed: ClaimedMessage,
  turn: Partial<Pick<MessageRow, 'next_attempt_at' | 'scheduled_at' | 'network'>>,
): Promise<void> => endClaim(db, claimed, { state: 'queued', attempts: claimed.attempts - 1, ...turn })

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
 * Takes the messages whose time has come, in the order of priority and time, so many at most and as many again that others
 * abandoned. One statement decides; on PostgreSQL it passes over what another process is just taking, so that any
 * number of them share the queue without waiting for each other.
 */
export const claimDueMessages = async (
  db: Db,
  now: Date,
  limit: number,
  leaseSeconds: number,
): Promise<MessageRow[]> => {
  const candidates = db
    .selectFrom('message')
    .select(['id', 'priority', 'next_attempt_at'])
    .limit(limit)
    .$call(skipLocked(db))
  const dueOf = (priority: number) =>
    candidates
      .where('state', '=', 'queued')
      .where('priority', '=', priority)
      .where('next_attempt_at', '<=', now.toISOString())
      .orderBy('next_attempt_at')
  // Apart from each other, each follows an index to its first rows, however long the queue is.
  const rows = await db
    .with('links', () => dueOf(0))
    .with('confirmations', () => dueOf(1))
    .with('decisions', () => dueOf(2))
    .with('abandoned', () => candidates.where(isAbandoned(db)))
    .with('due', (with_) =>
      with_
        .selectFrom('links')
        .selectAll()
        .unionAll(with_.selectFrom('confirmations').selectAll())
        .unionAll(with_.selectFrom('decisions').selectAll())
        .orderBy('priority')
        .orderBy('next_attempt_at')
        .limit(limit),
    )
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
  return rows.sort((a, b) => a.priority - b.priority || (a.next_attempt_at < b.next_attempt_at ? -1 : 1))
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

type Standing = Pick<MessageRow, 'state' | 'last_error' | 'refused_at'>

/**
 * How a message stands: `queued` only waits for its turn or is on its way; `refused` is an address that the mail server refuses
 * for good; of `failed` an attempt failed, and it is tried again unless it was given up.
 */
export type Outcome = 'sent' | 'queued' | 'refused' | 'failed'

/** How a message stands, for whoever waits for it. */
export const outcomeOf = ({ state, last_error, refused_at }: Standing): Outcome => {
  if (state === 'sent') return 'sent'
  if (refused_at !== null) return 'refused'
  if (state === 'failed') return 'failed'
  return state === 'sending' || last_error === null ? 'queued' : 'failed'
}

/** @throws Error when there is no such message. */
export const readMessageState = (db: DbOrTransaction, id: string): Promise<Standing> =>
  db.selectFrom('message').select(['state', 'last_error', 'refused_at']).where('id', '=', id).executeTakeFirstOrThrow()
