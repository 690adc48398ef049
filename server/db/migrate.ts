import { type Migration, Migrator } from 'kysely'
import { makeTables } from './make-tables'
import type { Db } from './schema'

/**
 * What the tables have been through, as every version notes it. Tables that lack any of these are made anew as `schema.ts` has
 * them, with all that they hold (`make-tables.ts`): who changes a table adds a name here, and says in `earlier-tables.ts` what
 * new columns hold of earlier rows. No name ever goes, for a table store that has one that is not here is a newer version's.
 */
export const migrationNames: readonly string[] = [
  '0001-first-tables',
  '0002-shared-limits',
  '0003-mail-bounds',
  '0004-unclaimed-uploads',
  '0005-heartbeat',
  '0006-one-owner',
  '0007-payment-references',
  '0008-desk',
  '0009-statements',
  '0010-import-content',
  '0011-dropped-imports',
  '0012-one-mail-queue',
  '0013-private-files',
  '0014-flag-groups',
  '0015-money',
  '0016-corrections',
  '0017-computed-matches',
  '0019-no-presence',
  '0020-figures',
  '0020-notes',
  '0022-messages',
  '0023-cash-and-organisers',
  '0024-later',
]

/** Only the newest does anything: the others stand for what it does at once. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  migrationNames.map((name) => [name, { up: name === migrationNames.at(-1) ? makeTables : async () => {} }]),
)

/**
 * Brings the tables up to date. Several processes may start at once: a lock in the database lets
 * one of them migrate, and the others wait (behaviour 12.21).
 * @throws Error when a migration fails; nothing of it stays.
 */
export const migrate = async (db: Db): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The tables could not be brought up to date', { cause: error })
}
