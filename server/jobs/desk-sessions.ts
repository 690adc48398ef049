import type { Db } from '../db/schema'

/** Organisers' e-mail addresses. */
export type Names = Pick<ReadonlyMap<string, unknown>, 'keys'>

/** A session without a request ends after so long, in milliseconds. */
const idleMs = 12 * 3_600_000

/** Erases links and sessions whose time is over, and those of people whom the setting names no more (behaviour 14.2). */
export const eraseOverSessions = async (db: Db, now: Date, organisers: Names): Promise<void> => {
  const names = [...organisers.keys()]
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', now.toISOString()).execute()
  await db
    .deleteFrom('desk_session')
    .where(({ or, eb }) =>
      or([
        eb('expires_at', '<=', now.toISOString()),
        eb('seen_at', '<=', new Date(now.getTime() - idleMs).toISOString()),
        eb('email', 'not in', names),
      ]),
    )
    .execute()
}
