import type { Db } from '../db/schema'

/** For how many milliseconds a private link whose time is over can still be exchanged for a new one (behaviour 14.45). */
const exchangedMs = 30 * 86_400_000
/** Who was not heard of for an hour has left, whatever the desk's clock said. */
const presenceMs = 3_600_000

/**
 * Erases private links that nothing can be done with any more, sign-in links and sessions whose time is over, and who looked at a
 * record long ago: also where nobody comes to the desk, or there is none any more.
 */
export const eraseOverLinks = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.deleteFrom('private_link').where('expires_at', '<=', before(exchangedMs)).execute()
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', before(0)).execute()
  await db.deleteFrom('desk_session').where('expires_at', '<=', before(0)).execute()
  await db.deleteFrom('presence').where('seen_at', '<=', before(presenceMs)).execute()
}
