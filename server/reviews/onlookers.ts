import type { Onlookers } from '../../festival/desk/record'
import type { Db, DbOrTransaction } from '../db/schema'

/** Who was not heard of for so long has gone, in milliseconds. */
const goneMs = 30_000

const goneBy = (now: Date) => new Date(now.getTime() - goneMs).toISOString()

/** Who else looks at a record. */
export const listOnlookers = async (
  db: DbOrTransaction,
  recordId: string,
  self: string,
  now: Date,
): Promise<Onlookers['others']> => {
  const rows = await db
    .selectFrom('presence')
    .select(['actor', 'since'])
    .where('record_id', '=', recordId)
    .where('actor', '<>', self)
    .where('seen_at', '>', goneBy(now))
    .orderBy('since')
    .execute()
  return rows.map(({ actor, since }) => ({ email: actor, since }))
}

/** Notes that somebody looks at a record, and forgets whoever has gone. */
export const noteOnlooker = async (db: Db, recordId: string, actor: string, now: Date): Promise<void> => {
  const seen_at = now.toISOString()
  await db.deleteFrom('presence').where('seen_at', '<=', goneBy(now)).execute()
  await db
    .insertInto('presence')
    .values({ record_id: recordId, actor, since: seen_at, seen_at })
    .onConflict((conflict) => conflict.columns(['record_id', 'actor']).doUpdateSet({ seen_at }))
    .execute()
}

export const dropOnlooker = async (db: Db, recordId: string, actor: string): Promise<void> => {
  await db.deleteFrom('presence').where('record_id', '=', recordId).where('actor', '=', actor).execute()
}
