import type { Kysely } from 'kysely'

/** Nobody is told any more who else looks at a record. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropTable('presence').execute()
}
