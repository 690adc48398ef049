import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabaseAsItIs, type Store } from '../../server/db/open-database'
import { emptyStore } from './test-store'

const readStatements = async (file: string): Promise<string[]> =>
  (await readFile(join(import.meta.dirname, 'tables-27495fd', file), 'utf8')).trim().split('\n')

/** Creates the tables of 27495fd, the last commit of 0.1.0. */
const fill = async (store: Store, isKept: (insert: string) => boolean): Promise<void> => {
  await emptyStore(store)
  const db = await openDatabaseAsItIs(store)
  const inserts = (await readStatements('rows.sql')).filter(isKept)
  for (const statement of [...(await readStatements(`${store.engine}.sql`)), ...inserts]) {
    await sql.raw(statement).execute(db)
  }
  await db.destroy()
}

export const makeTables27495fd = (store: Store): Promise<void> =>
  fill(store, (insert) => insert.startsWith('insert into "kysely_'))

/**
 * Adds three passes, a registration, a room, three bank payments, two matches (one settled), sent
 * and pending e-mails, and a proof with its OCR result.
 */
export const makeFilledTables27495fd = (store: Store): Promise<void> => fill(store, () => true)
