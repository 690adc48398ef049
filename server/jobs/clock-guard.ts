import { sql } from 'kysely'
import { dayAt, dayMs } from '../../festival/content/slot'
import { readHeartbeat, writeHeartbeat } from '../db/heartbeat'
import type { Db } from '../db/schema'

/** A site that was off for longer asks its operator. */
const farAheadMs = 30 * dayMs
const farBehindMs = dayMs

/** Whether what goes by the clock may be deleted, and if not, from which time it is far. */
export type ClockVerdict = { isPlausible: true } | { isPlausible: false; newest: string }

/** The newest time that any record, upload or message states; undefined while there is none. */
const findNewestTime = async (db: Db): Promise<string | undefined> => {
  const times = await sql<{ time: string | null }>`
    select max(registration_time) as time from ${sql.table('EventRegistration')}
    union all select max(purchase_time) from ${sql.table('DelegatePass')}
    union all select max(booking_time) from ${sql.table('Accommodation')}
    union all select max(created_at) from upload
    union all select max(created_at) from message
  `.execute(db)
  return (
    times.rows
      .map(({ time }) => time ?? '')
      .sort()
      .at(-1) || undefined
  )
}

/** The operator's word counts on its day and the day after, in India. */
const isAccepted = (now: Date, acceptedDay: string | undefined): boolean =>
  acceptedDay !== undefined &&
  [now.getTime(), now.getTime() - dayMs].some((moment) => dayAt(moment) === acceptedDay)

/**
 * A clock that is more than 30 days ahead of the newest time that these tables know, or more than a day behind it, is not
 * believed: one start with it would otherwise delete what lies years before its time (behaviour 6.33). What it is held
 * against is the time at which it was believed last, which a wrong clock cannot move; before there is one, the newest
 * record's. A clock that is believed moves it on.
 * @param acceptedDay the operator's word that it is this day, `YYYY-MM-DD` in India
 */
export const checkClock = async (
  db: Db,
  now: Date,
  acceptedDay?: string,
): Promise<ClockVerdict> => {
  const verdict = await assessClock(db, now, acceptedDay)
  const lastAcceptedAt = (await readHeartbeat(db))?.clock_at
  if (
    verdict.isPlausible &&
    (!lastAcceptedAt || now.toISOString() > lastAcceptedAt || isAccepted(now, acceptedDay))
  ) {
    await writeHeartbeat(db, { clock_at: now.toISOString() })
  }
  return verdict
}

/** The same, without moving anything on. */
export const assessClock = async (
  db: Db,
  now: Date,
  acceptedDay?: string,
): Promise<ClockVerdict> => {
  const newest =
    (await readHeartbeat(db))?.clock_at ?? (await findNewestTime(db)) ?? now.toISOString()
  const ahead = now.getTime() - Date.parse(newest)
  const isFar = ahead > farAheadMs || ahead < -farBehindMs
  return isFar && !isAccepted(now, acceptedDay)
    ? { isPlausible: false, newest }
    : { isPlausible: true }
}
