import { createRequire } from 'node:module'
import type { DatabaseSyncInstance, DatabaseSyncOptions } from '@photostructure/sqlite'
import { OperatorError } from '../system/operator-error'

export type SqliteDatabase = DatabaseSyncInstance
export type { StatementSyncInstance as SqliteStatement } from '@photostructure/sqlite'

interface Driver {
  DatabaseSync: new (file: string, options: DatabaseSyncOptions) => SqliteDatabase
}

const load = createRequire(import.meta.url)

/** Before Node 24.15, `node:sqlite` is experimental or missing. */
export const hasBuiltInSqlite = (nodeVersion: string): boolean => {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 15)
}

/** Both drivers have the same interface. The package is optional. */
const loadDriver = (): Driver => {
  const { node } = process.versions
  if (hasBuiltInSqlite(node)) {
    return load('node:sqlite')
  }
  try {
    return load('@photostructure/sqlite')
  } catch (cause) {
    throw new OperatorError(
      `Node ${node} needs an optional package for SQLite, which is not installed. Use Node 24.15 or newer, or install the package: npm ci --omit=dev --include=optional`,
      { cause },
    )
  }
}

/**
 * Loads the driver on first use, because PostgreSQL does not need it.
 * @throws OperatorError when no driver is installed
 */
export const openSqlite = (file: string, options: DatabaseSyncOptions = {}): SqliteDatabase =>
  new (loadDriver().DatabaseSync)(file, options)
