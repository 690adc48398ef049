import { sql } from 'kysely'
import type { Db, DbOrTransaction } from '../db/schema'

/** An e-mail that is to go by an allowance. Times are in milliseconds. */
export interface AllowanceUse {
  key: string
  /** Between two, once the burst is used up. */
  gapMs: number
  /** What a burst may use up ahead of time. */
  windowMs: number
  now: number
  /** The allowance is used no further than this. */
  latest: number
}

/**
 * Spends of an allowance and gives the e-mail's turn, which may be past; undefined when that would come too late, and then
 * nothing of it is used. An allowance is the time until which it is used up, and each e-mail moves that on by a gap; it
 * may go a window before its own place in that row (the generic cell rate algorithm). One statement decides, so whoever
 * asks at the same moment, in this process or another, gets other turns.
 */
export const spendAllowance = async (db: DbOrTransaction, use: AllowanceUse): Promise<number | undefined> => {
  const { key, gapMs, windowMs, now, latest } = use
  // Used up for longer than can be: the clock was set back since.
  const begin = sql<number>`
    case when mail_allowance.used_until between ${now} and ${latest} then mail_allowance.used_until else ${now} end
  `
  const row = await db
    .insertInto('mail_allowance')
    .values({ key, used_until: now + gapMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ used_until: sql<number>`${begin} + ${gapMs}` })
        .where(sql<boolean>`${begin} + ${gapMs} <= ${latest}`),
    )
    .returning('used_until')
    .executeTakeFirst()
  return row && row.used_until - windowMs
}

/** Erases the allowances that nothing is used of any more: they count like none. */
export const eraseUnusedAllowances = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('mail_allowance').where('used_until', '<', now).execute()
}
