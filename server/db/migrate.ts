import { type Migration, Migrator } from 'kysely'
import * as firstTables from './migrations/0001-first-tables'
import * as sharedLimits from './migrations/0002-shared-limits'
import * as mailBounds from './migrations/0003-mail-bounds'
import * as unclaimedUploads from './migrations/0004-unclaimed-uploads'
import * as heartbeat from './migrations/0005-heartbeat'
import * as oneOwner from './migrations/0006-one-owner'
import * as paymentReferences from './migrations/0007-payment-references'
import * as desk from './migrations/0008-desk'
import * as statements from './migrations/0009-statements'
import * as importContent from './migrations/0010-import-content'
import * as droppedImports from './migrations/0011-dropped-imports'
import * as oneMailQueue from './migrations/0012-one-mail-queue'
import * as privateFiles from './migrations/0013-private-files'
import * as flagGroups from './migrations/0014-flag-groups'
import * as money from './migrations/0015-money'
import * as corrections from './migrations/0016-corrections'
import * as computedMatches from './migrations/0017-computed-matches'
import * as noPresence from './migrations/0019-no-presence'
import type { Db } from './schema'

/** Every migration by its name; they run in the order of their names, each once. None is ever edited after a release. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-shared-limits': sharedLimits,
  '0003-mail-bounds': mailBounds,
  '0004-unclaimed-uploads': unclaimedUploads,
  '0005-heartbeat': heartbeat,
  '0006-one-owner': oneOwner,
  '0007-payment-references': paymentReferences,
  '0008-desk': desk,
  '0009-statements': statements,
  '0010-import-content': importContent,
  '0011-dropped-imports': droppedImports,
  '0012-one-mail-queue': oneMailQueue,
  '0013-private-files': privateFiles,
  '0014-flag-groups': flagGroups,
  '0015-money': money,
  '0016-corrections': corrections,
  '0017-computed-matches': computedMatches,
  '0019-no-presence': noPresence,
}

/** What up-to-date tables have been through, in this order. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort()

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
