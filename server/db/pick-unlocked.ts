import { sql } from 'kysely'
import { isPostgres } from './is-postgres'
import type { DbOrTransaction, Tables } from './schema'

/**
 * The proposed number, or the first after it up to the last, that no unfinished transaction is about to take: with many
 * at once, each would otherwise wait for the commit of the one before. On SQLite one change at a time sees the table, so
 * the proposal stands. The column's constraint still decides. "offset 0" keeps the locks out of the look for free
 * numbers: they would be tried in any order. Asked whether one exists, PostgreSQL would rather read a large table whole.
 */
export const pickUnlocked = async <Table extends keyof Tables & string>(
  db: DbOrTransaction,
  table: Table,
  column: keyof Tables[Table] & string,
  proposed: number,
  last: number,
): Promise<number> => {
  if (!isPostgres(db)) return proposed
  const { rows } = await sql<{ pick: number }>`
    select pick from (
      select pick from generate_series(${proposed}::int, ${last}::int) as pick
      where (select 1 from ${sql.table(table)} where ${sql.ref(column)} = pick) is null
      order by pick
      offset 0
    ) as free
    where pg_try_advisory_xact_lock(hashtext(${table}), pick)
    limit 1
  `.execute(db)
  return rows[0]?.pick ?? proposed
}
