import { existsSync } from 'node:fs'
import type { Config } from '../config'
import { openDatabase } from '../db/open-database'
import type { Db } from '../db/schema'
import { createFileStore } from '../uploads/create-file-store'
import type { FileStore } from '../uploads/file-store'
import { OperationError } from './operation-error'

/** What a command works on: the tables and files of the installation that the environment names. */
export interface Installation {
  db: Db
  files: FileStore
  close: () => Promise<void>
}

/**
 * Opens the tables and files beside a server that may be running.
 * @throws OperationError when there is no database and `isNew` doesn't allow for one: an empty one would hide a wrong DATA_DIR
 */
export const openInstallation = async (config: Config, isNew = false): Promise<Installation> => {
  const { store } = config
  if (store.engine === 'sqlite' && !isNew && !existsSync(store.file))
    throw new OperationError(
      `There is no database at ${store.file}. Are DATA_DIR and DATABASE_URL those of the server?`,
    )
  const db = await openDatabase(store)
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
