import type { Kysely, SelectQueryBuilder } from 'kysely'
import { isPostgres } from './is-postgres'
import type { Tables } from './schema'

/**
 * Locks what a query selects and passes over what others have locked. On SQLite nothing is added: there one change at a
 * time sees the table.
 */
export const skipLocked =
  (db: Kysely<Tables>) =>
  <From extends keyof Tables, Columns>(query: SelectQueryBuilder<Tables, From, Columns>) =>
    isPostgres(db) ? query.forUpdate().skipLocked() : query
