import type { DeskSessionRow, SignInLinkRow } from '../../db/desk-schema'
import type { Db, DbOrTransaction } from '../../db/schema'

export const insertLink = async (db: DbOrTransaction, link: SignInLinkRow): Promise<void> => {
  await db.insertInto('sign_in_link').values(link).execute()
}

/** Takes a link that holds, so that nobody can take it again; undefined for any other secret. */
export const takeLink = (db: DbOrTransaction, hash: string, now: string): Promise<{ email: string } | undefined> =>
  db
    .deleteFrom('sign_in_link')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst()

export const insertSession = async (db: DbOrTransaction, session: DeskSessionRow): Promise<void> => {
  await db.insertInto('desk_session').values(session).execute()
}

/** The session of a cookie that holds, seen after `idleSince`. */
export const findSession = (
  db: Db,
  hash: string,
  now: string,
  idleSince: string,
): Promise<DeskSessionRow | undefined> =>
  db
    .selectFrom('desk_session')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .executeTakeFirst()

export const touchSession = async (db: Db, id: string, now: string): Promise<void> => {
  await db.updateTable('desk_session').set({ seen_at: now }).where('id', '=', id).execute()
}

/** One's own sessions that hold, the newest first. */
export const listSessions = (db: Db, email: string, now: string, idleSince: string): Promise<DeskSessionRow[]> =>
  db
    .selectFrom('desk_session')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .execute()

/** Of everybody who is signed in: in how many browsers, and when one of them was last heard of. */
export const countSessions = (
  db: Db,
  now: string,
  idleSince: string,
): Promise<{ email: string; seen: string; sessions: number | string | bigint }[]> =>
  db
    .selectFrom('desk_session')
    .select(({ fn }) => ['email', fn.max('seen_at').as('seen'), fn.countAll().as('sessions')])
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .groupBy('email')
    .execute()

/** Whether there was such a session of this person. */
export const endSession = async (db: DbOrTransaction, id: string, email: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('desk_session')
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
