import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nameStore } from '../db/inspect-tables'
import type { Store } from '../db/open-database'
import type { FileStore } from './file-store'
import type { FilesConfig } from './open-file-store'
import { containsUploads } from './upload-rows'

export interface DataLocations {
  dataDir: string
  store: Store
  files: FilesConfig
  acceptEmptyStore: boolean
}

/**
 * Includes the write-ahead log of a missing or empty database, because SQLite deletes the log when
 * it opens an empty file of that name.
 */
const listOtherDatabases = ({ dataDir, store }: DataLocations): string[] => {
  if (!existsSync(dataDir)) {
    return []
  }
  const readSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const ownFiles: string[] = []
  if (store.engine === 'sqlite') {
    ownFiles.push(store.file)
    if (readSize(store.file) > 0) {
      ownFiles.push(`${store.file}-wal`)
    }
  }
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:sqlite3?|db)(?:-wal)?$/.test(entry.name))
    .map(({ name }) => join(dataDir, name))
    .filter((path) => !ownFiles.includes(path) && readSize(path) > 0)
}

const describeFiles = ({ dataDir, files }: DataLocations): string =>
  files.engine === 's3'
    ? `the bucket ${files.bucket} under ${files.prefix}`
    : join(dataDir, 'files')

/**
 * Returns the reason for refusing empty tables, or undefined if there are no files and no other
 * database.
 */
export const explainEmptyTables = async (
  locations: DataLocations,
  openFiles: () => FileStore,
): Promise<string | undefined> => {
  if (locations.acceptEmptyStore) {
    return undefined
  }
  const others = listOtherDatabases(locations)
  const files = openFiles()
  try {
    if (await containsUploads(files.list())) {
      others.push(`uploaded files in ${describeFiles(locations)}`)
    }
  } finally {
    files.close()
  }
  if (others.length === 0) {
    return undefined
  }
  return [
    `The database ${nameStore(locations.store)} is empty or missing, but other parts of an installation exist: ${others.join(', ')}.`,
    'The server does not start, because these parts may belong to another database.',
    'Point DATA_DIR and DATABASE_URL at the correct database,',
    'or restore a backup (docs/operations.md, “Restoring”).',
    'If the database should be empty, start once with ACCEPT_EMPTY_STORE=yes.',
  ].join(' ')
}
