import { sql, type Updateable } from 'kysely'
import { databaseTime } from './engines'
import type { Db, DbOrTransaction, HeartbeatRow } from './schema'

const onlyRow = 1
const emptyRow = { id: onlyRow, beats: 1, clock_at: null, proofs_go_at: null, proofs_going: null }

/** The row of the servers that work with these tables; undefined before the first one has started. */
export const readHeartbeat = (db: DbOrTransaction): Promise<HeartbeatRow | undefined> =>
  db.selectFrom('heartbeat').selectAll().where('id', '=', onlyRow).executeTakeFirst()

/**
 * Writes to the row and resolves once that is on the disk (behaviour 12.33). The first write begins an epoch.
 * @throws Error when the table store takes no writes
 */
export const writeHeartbeat = async (
  db: Db,
  changes: Updateable<Omit<HeartbeatRow, 'id' | 'beats' | 'epoch'>> = {},
): Promise<void> => {
  await db
    .insertInto('heartbeat')
    .values({ ...emptyRow, epoch: databaseTime(db), ...changes })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        // PostgreSQL's integers end at two thousand million; the count only has to change.
        beats: sql<number>`(heartbeat.beats + 1) % 1000000`,
        epoch: sql<string>`coalesce(heartbeat.epoch, excluded.epoch)`,
        ...changes,
      }),
    )
    .execute()
}

/** Begins a later epoch, as part of the transaction that replaces all rows. */
export const beginEpoch = async (db: DbOrTransaction, now: Date): Promise<void> => {
  const earlier = Date.parse((await readHeartbeat(db))?.epoch ?? '')
  // The epoch is later even if the clock was set back.
  const ms = Number.isNaN(earlier) ? now.getTime() : Math.max(now.getTime(), earlier + 1)
  const epoch = new Date(ms).toISOString()
  await db
    .insertInto('heartbeat')
    .values({ ...emptyRow, epoch })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ epoch }))
    .execute()
}
