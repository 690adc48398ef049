import type { Kysely } from 'kysely'

/** What an import brought, as a hash, so that another file under its id is told from the same one; null: kept before this. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('bank_import').addColumn('content', 'text').execute()
}
