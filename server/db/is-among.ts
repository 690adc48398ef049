import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './engines'
import type { DbOrTransaction } from './schema'

/** Whether a column is one of these: one value to the table store, however many there are. */
export const isAmong = (db: DbOrTransaction, column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`${sql.ref(column)} in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
