import { sql, type Updateable } from 'kysely'
import type { Db, HeartbeatRow } from './schema'

const onlyRow = 1

/** The row of the servers that work with these tables; undefined before the first one has started. */
export const readHeartbeat = (db: Db): Promise<HeartbeatRow | undefined> =>
  db.selectFrom('heartbeat').selectAll().where('id', '=', onlyRow).executeTakeFirst()

/**
 * Writes to the row and resolves once that is on the disk (behaviour 12.33).
 * @throws Error when the table store takes no writes
 */
export const beat = async (db: Db, changes: Updateable<Omit<HeartbeatRow, 'id' | 'beats'>> = {}): Promise<void> => {
  await db
    .insertInto('heartbeat')
    .values({ id: onlyRow, beats: 1, clock_at: null, proofs_go_at: null, proofs_going: null, ...changes })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        // PostgreSQL's integers end at two thousand million; the count only has to change.
        beats: sql<number>`(heartbeat.beats + 1) % 1000000`,
        ...changes,
      }),
    )
    .execute()
}
