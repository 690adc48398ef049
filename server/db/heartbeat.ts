import { sql, type Updateable } from 'kysely'
import { databaseTime } from './engines'
import type { Db, DbOrTransaction, HeartbeatRow } from './schema'

const onlyRow = 1
const emptyRow = { id: onlyRow, beats: 1, clock_at: null, proofs_go_at: null, proofs_going: null }

export const readHeartbeat = (db: DbOrTransaction): Promise<HeartbeatRow | undefined> =>
  db.selectFrom('heartbeat').selectAll().where('id', '=', onlyRow).executeTakeFirst()

/**
 * The first write starts an epoch.
 * @throws Error when the table store accepts no writes
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
        // The number only has to change, and must fit into an integer of PostgreSQL.
        beats: sql<number>`(heartbeat.beats + 1) % 1000000`,
        epoch: sql<string>`coalesce(heartbeat.epoch, excluded.epoch)`,
        ...changes,
      }),
    )
    .execute()
}

/** Call this in the transaction that replaces all rows. */
export const beginEpoch = async (db: DbOrTransaction, now: Date): Promise<void> => {
  const earlier = Date.parse((await readHeartbeat(db))?.epoch ?? '')
  // The epoch increases even if the clock was set back.
  const ms = Number.isNaN(earlier) ? now.getTime() : Math.max(now.getTime(), earlier + 1)
  const epoch = new Date(ms).toISOString()
  await db
    .insertInto('heartbeat')
    .values({ ...emptyRow, epoch })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ epoch }))
    .execute()
}
