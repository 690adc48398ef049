import { sql } from 'kysely'
import { dayAt, dayMs } from '../../festival/content/slot'
import { readHeartbeat, writeHeartbeat } from '../db/heartbeat'
import type { Db } from '../db/schema'

/** If the clock has advanced further than this, the site needs ACCEPT_CLOCK. */
const farAheadMs = 30 * dayMs
const farBehindMs = dayMs

/**
 * Whether the clock may be used to delete data. If not, `newest` is the time it was compared with.
 */
export type ClockVerdict = { isPlausible: true } | { isPlausible: false; newest: string }

const findNewestTime = async (db: Db): Promise<string | undefined> => {
  const times = await sql<{ time: string | null }>`
    select max(registration_time) as time from ${sql.table('EventRegistration')}
    union all select max(purchase_time) from ${sql.table('DelegatePass')}
    union all select max(booking_time) from ${sql.table('Accommodation')}
    union all select max(created_at) from upload
    union all select max(created_at) from message
  `.execute(db)
  const sorted = times.rows.map(({ time }) => time ?? '').sort()
  return sorted.at(-1) || undefined
}

/** ACCEPT_CLOCK is valid on the named day and the day after, in India. */
const isAccepted = (now: Date, acceptedDay: string | undefined): boolean =>
  acceptedDay !== undefined &&
  [now.getTime(), now.getTime() - dayMs].some((moment) => dayAt(moment) === acceptedDay)

/**
 * A wrong clock would delete data that must be kept. Therefore the clock is compared with the last
 * accepted time, which a wrong clock cannot change, or with the newest row if no time has been
 * accepted.
 * @param acceptedDay ACCEPT_CLOCK: `YYYY-MM-DD` in India
 */
export const checkClock = async (
  db: Db,
  now: Date,
  acceptedDay?: string,
): Promise<ClockVerdict> => {
  const verdict = await assessClock(db, now, acceptedDay)
  const lastAcceptedAt = (await readHeartbeat(db))?.clock_at
  const isLater = !lastAcceptedAt || now.toISOString() > lastAcceptedAt
  if (verdict.isPlausible && (isLater || isAccepted(now, acceptedDay))) {
    await writeHeartbeat(db, { clock_at: now.toISOString() })
  }
  return verdict
}

export const assessClock = async (
  db: Db,
  now: Date,
  acceptedDay?: string,
): Promise<ClockVerdict> => {
  const newest =
    (await readHeartbeat(db))?.clock_at ?? (await findNewestTime(db)) ?? now.toISOString()
  const ahead = now.getTime() - Date.parse(newest)
  const isFar = ahead > farAheadMs || ahead < -farBehindMs
  if (isFar && !isAccepted(now, acceptedDay)) {
    return { isPlausible: false, newest }
  }
  return { isPlausible: true }
}
