import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { inspect } from 'node:util'
import { type Config, loadConfig, readJournalStream } from '../config/config'
import { explainSqliteFault } from '../db/explain-store-fault'
import { requireOurVersion, requireUsable } from '../db/inspect-tables'
import { openDatabase, openDatabaseAsItIs } from '../db/open-database'
import type { Db } from '../db/schema'
import { acquireTableLock } from '../db/table-lock'
import { explainFault, isToJournal, OperatorError, withPriority } from '../system/operator-error'
import { keepFolderToOwner } from '../system/owner-only'
import type { FileStore } from '../uploads/file-store'
import { createFileStore } from '../uploads/open-file-store'
import { explainBucketFault } from '../uploads/s3-store'

export const formatUsage = (name: string, options: string): string =>
  `cerebra ${name} ${options}\n(without a service: npm run ${name} -- with the same options; in a container: node dist/server/cli.js ${name})`

export const runCommand = async (usage: string, command: () => Promise<void>): Promise<void> => {
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    // Codes for unknown options and missing values.
    const isWrongOption =
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    const sentence = isWrongOption
      ? `${error.message}\nUsage: ${usage}`
      : (explainFault(error) ?? explainStoreFault(error))
    console.error(withPriority(3, sentence ?? inspect(error), isToJournal(readJournalStream())))
  }
}

const explainStoreFault = (error: unknown): string | undefined => {
  const { store, files } = loadConfig()
  const bucketFault = files.engine === 's3' ? explainBucketFault(error, files) : undefined
  return (
    bucketFault ?? (store.engine === 'sqlite' ? explainSqliteFault(error, store.file) : undefined)
  )
}

export interface Installation {
  db: Db
  files: FileStore
  close: () => Promise<void>
}

/**
 * Opens the installation while a server may be running.
 * @throws OperatorError when the tables have a different version or do not exist, because creating
 * tables would hide a wrong DATA_DIR
 */
export const openInstallation = async (config: Config): Promise<Installation> => {
  const { store } = config
  if (store.engine === 'sqlite' && !existsSync(store.file)) {
    throw new OperatorError(
      `There is no database at ${store.file}. Check that DATA_DIR and DATABASE_URL are the same as the server’s.`,
    )
  }
  await requireOurVersion(store)
  return toInstallation(config, await openDatabaseAsItIs(store))
}

/**
 * Prevents servers from starting until the installation is closed.
 * @throws OperatorError when a server is running, or the tables are newer or another program's
 */
export const openForRestore = async (config: Config): Promise<Installation> => {
  const { store } = config
  keepFolderToOwner(store.engine === 'sqlite' ? dirname(store.file) : config.dataDir)
  const lock = await acquireTableLock(store, 'alone')
  if (!lock) {
    throw new OperatorError(
      'The server is using this database. Stop the server first; nothing was changed.',
    )
  }
  try {
    await requireUsable(store, 'Restore with the command')
    const { close, ...parts } = toInstallation(config, await openDatabase(store))
    return {
      ...parts,
      close: async () => {
        await close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

export const withInstallation = async (
  work: (installation: Installation, config: Config) => Promise<void>,
) => {
  const config = loadConfig()
  const installation = await openInstallation(config)
  await work(installation, config).finally(installation.close)
}

const toInstallation = (config: Config, db: Db): Installation => {
  const files = createFileStore(config)
  return {
    db,
    files,
    close: async () => {
      files.close()
      await db.destroy()
    },
  }
}
