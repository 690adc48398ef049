import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config'
import { openDatabase, openDatabaseAsItIs } from '../db/open-database'
import { requireOurVersion, requireUsable } from '../db/require-tables'
import type { Db } from '../db/schema'
import { takeTableLock } from '../db/table-lock'
import { OperatorError } from '../system/operator-error'
import { keepFolderToOwner } from '../system/owner-only'
import type { FileStore } from '../uploads/file-store'
import { createFileStore } from '../uploads/open-file-store'

/** What a command works on: the tables and files of the installation that the environment names. */
export interface Installation {
  db: Db
  files: FileStore
  close: () => Promise<void>
}

/**
 * Opens the tables and files beside a server that may be running. The tables stay as they are: those of another version
 * are refused, not changed under that server (behaviour 12.37).
 * @throws OperatorError when there is no database, for an empty one would hide a wrong DATA_DIR; or one of another version
 */
export const openInstallation = async (config: Config): Promise<Installation> => {
  const { store } = config
  if (store.engine === 'sqlite' && !existsSync(store.file))
    throw new OperatorError(`There is no database at ${store.file}. Are DATA_DIR and DATABASE_URL those of the server?`)
  await requireOurVersion(store)
  return toInstallation(config, await openDatabaseAsItIs(store))
}

/**
 * Opens an installation to be filled, made where it is not there yet; no server may run or start meanwhile (behaviour
 * 12.38).
 * @throws OperatorError beside a running server, and where the tables are a newer version's or another program's
 */
export const openToReplace = async (config: Config): Promise<Installation> => {
  const { store } = config
  keepFolderToOwner(store.engine === 'sqlite' ? dirname(store.file) : config.dataDir)
  const lock = await takeTableLock(store, 'alone')
  if (!lock)
    throw new OperatorError(
      'The server is running on these tables. Stop it first (systemctl stop cerebra); nothing was changed.',
    )
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
