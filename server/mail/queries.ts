import type { ExpressionBuilder } from 'kysely'
import type { Db, MessageRow, MessageState, Tables } from '../db/schema'

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

/** Records the end of the attempt that this claim began; a claim that was taken over since records nothing. */
export const endAttempt = async (db: Db, claimed: MessageRow, ending: Ending): Promise<void> => {
  await db
    .updateTable('message')
    .set({ ...ending, lease_until: null })
    .where('id', '=', claimed.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', claimed.attempts)
    .execute()
}

/** The messages whose time has come, the longest due first. */
export const listDueMessages = async (db: Db, now: Date, limit: number): Promise<string[]> => {
  const time = now.toISOString()
  const rows = await db
    .selectFrom('message')
    .select('id')
    .where((row) =>
      row.or([row.and([row('state', '=', 'queued'), row('next_attempt_at', '<=', time)]), isAbandoned(time)(row)]),
    )
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** @throws Error when there is no such message. */
export const readMessageState = async (db: Db, id: string): Promise<MessageState> =>
  (await db.selectFrom('message').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
