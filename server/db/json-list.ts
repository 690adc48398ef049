import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './is-postgres'
import type { DbOrTransaction } from './schema'

/** Whether a column's text stands in a JSON list of texts, which is one parameter however long it is. */
export const isInJsonList = (db: DbOrTransaction, column: string, json: string): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any (array(select json_array_elements_text(cast(${json} as json))))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${json}))`
