import { type Kysely, PostgresAdapter } from 'kysely'

/** Which of the two engines answers these queries. */
export const isPostgres = <Any>(db: Kysely<Any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
