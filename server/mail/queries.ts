import type { ExpressionBuilder } from 'kysely'
import { isInJsonList } from '../db/json-list'
import { prepareQuery } from '../db/prepared-query'
import type { Db, MessageRow, MessageState, Tables } from '../db/schema'
import { skipLocked } from '../db/skip-locked'

/** A claim that its holder never ended: the process died, or lost the database. */
const isAbandoned = (now: string) => (row: ExpressionBuilder<Tables, 'message'>) =>
  row.and([row('state', '=', 'sending'), row('lease_until', '<=', now)])

/**
 * Takes the message for one attempt, or nothing when somebody else has it or it is sent. One statement decides, so of
 * any number of processes one gets it. A message that was given up may be tried again on request.
 */
export const claimMessage = (db: Db, id: string, now: Date, leaseUntil: Date): Promise<MessageRow | undefined> =>
  db
    .updateTable('message')
    .set((row) => ({
      state: 'sending',
      lease_until: leaseUntil.toISOString(),
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where((row) => row.or([row('state', 'in', ['queued', 'failed']), isAbandoned(now.toISOString())(row)]))
    .returningAll()
    .executeTakeFirst()

/** How an attempt ended. */
export type Ending = Pick<MessageRow, 'state' | 'next_attempt_at' | 'last_error' | 'sent_at'>

type EndedClaim = Ending & Pick<MessageRow, 'id' | 'attempts'>

const updateEnded = prepareQuery((db, { id, attempts, ...ending }: EndedClaim) =>
  db
    .updateTable('message')
    .set({ ...ending, lease_until: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts),
)

/** Records the end of the attempt that this claim began; a claim that was taken over since records nothing. */
export const endAttempt = async (db: Db, claimed: MessageRow, ending: Ending): Promise<void> => {
  const { state, next_attempt_at, last_error, sent_at } = ending
  await updateEnded(db, { id: claimed.id, attempts: claimed.attempts, state, next_attempt_at, last_error, sent_at })
}

interface SentClaims {
  /** The ids as a JSON list, so that the text is the same for any number of them. */
  ids: string
  attempts: number
  sentAt: string
}

const updateSent = prepareQuery((db, { ids, attempts, sentAt }: SentClaims) =>
  db
    .updateTable('message')
    .set({ state: 'sent', sent_at: sentAt, last_error: null, lease_until: null })
    .where(isInJsonList(db, 'message.id', ids))
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts),
)

/**
 * Records that these claims, all at the same number of attempts, ended well; one that was taken over since is left alone.
 */
export const markSent = async (db: Db, ids: readonly string[], attempts: number, sentAt: string): Promise<void> => {
  await updateSent(db, { ids: JSON.stringify(ids), attempts, sentAt })
}

/** Gives the message back to its turn, as if nobody had claimed it. */
export const releaseClaim = async (db: Db, claimed: MessageRow): Promise<void> => {
  await db
    .updateTable('message')
    .set({ state: 'queued', attempts: claimed.attempts - 1, lease_until: null })
    .where('id', '=', claimed.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', claimed.attempts)
    .execute()
}

/**
 * Takes the messages whose time has come, the longest due first, so many at most and as many again that others
 * abandoned. One statement decides; on PostgreSQL it passes over what another process is just taking, so that any
 * number of them share the queue without waiting for each other.
 */
export const claimDueMessages = (db: Db, now: Date, limit: number, leaseUntil: Date): Promise<MessageRow[]> => {
  const time = now.toISOString()
  const candidates = db.selectFrom('message').select('id').limit(limit).$call(skipLocked(db))
  // Apart from each other, each follows an index to its first rows, however long the queue is.
  return db
    .with('due', () =>
      candidates.where('state', '=', 'queued').where('next_attempt_at', '<=', time).orderBy('next_attempt_at'),
    )
    .with('abandoned', () => candidates.where(isAbandoned(time)))
    .updateTable('message')
    .set((row) => ({ state: 'sending', lease_until: leaseUntil.toISOString(), attempts: row('attempts', '+', 1) }))
    .where((row) =>
      row('id', 'in', row.selectFrom('due').select('id').unionAll(row.selectFrom('abandoned').select('id'))),
    )
    .returningAll()
    .execute()
}

/** @throws Error when there is no such message. */
export const readMessageState = async (db: Db, id: string): Promise<MessageState> =>
  (await db.selectFrom('message').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
