import { sql } from 'kysely'
import type { Db } from '../db/schema'

/** So many e-mails that are to go by one allowance. Times are in milliseconds. */
export interface AllowanceUse {
  key: string
  count: number
  /** Between two, once the burst is used up. */
  gapMs: number
  /** What a burst may use up ahead of time. */
  windowMs: number
  now: number
  /** The allowance is used no further than this. */
  latest: number
}

/**
 * Spends of an allowance and gives the turns of its e-mails, the earliest first, those in the past included; undefined when they would come too late, and
 * then nothing of it is used. An allowance is the time until which it is used up, and each e-mail moves that on by a gap; it
 * may go a window before its own place in that row (the generic cell rate algorithm). One statement decides, so whoever
 * asks at the same moment, in this process or another, gets other turns.
 */
export const spendAllowance = async (db: Db, use: AllowanceUse): Promise<number[] | undefined> => {
  const { key, count, gapMs, windowMs, now, latest } = use
  const wanted = count * gapMs
  // Used up for longer than can be: the clock was set back since.
  const begin = sql<number>`
    case when mail_allowance.used_until between ${now} and ${latest} then mail_allowance.used_until else ${now} end
  `
  const row = await db
    .insertInto('mail_allowance')
    .values({ key, used_until: now + wanted })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ used_until: sql<number>`${begin} + ${wanted}` })
        .where(sql<boolean>`${begin} + ${wanted} <= ${latest}`),
    )
    .returning('used_until')
    .executeTakeFirst()
  if (!row) return undefined
  return Array.from({ length: count }, (_, index) => row.used_until - (count - 1 - index) * gapMs - windowMs)
}

/** Erases the allowances that nothing is used of any more: they count like none. */
export const eraseUnusedAllowances = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('mail_allowance').where('used_until', '<', now).execute()
}
