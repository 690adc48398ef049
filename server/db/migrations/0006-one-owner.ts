import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Each fact once: where an upload lies, which key made a record, and what an e-mail said that has gone out. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('upload')
    .addColumn('location', 'text', (column) => column.notNull().defaultTo('file-store'))
    .execute()
  // Until now that was told by the address.
  await sql`
    update upload set location = 'image-host' where secure_url not like '%/files/' || public_id || '.' || format
  `.execute(db)
  for (const table of ['EventRegistration', 'DelegatePass', 'Accommodation']) await dropSubmissionKey(db, table)
  await sql`update message set payload = '' where state = 'sent'`.execute(db)
}

const isOnPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

/** SQLite drops no column that is unique, so there the table is made anew, by its own definition without that column. */
const dropSubmissionKey = async (db: Kysely<unknown>, table: string): Promise<void> => {
  if (isOnPostgres(db)) {
    await db.schema.alterTable(table).dropColumn('submission_key').execute()
    return
  }
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null order by type = 'index'
  `.execute(db)
  const [definition, ...indexes] = rows.map((row) => row.sql)
  const kept = definition?.replace(/, "submission_key" text unique/i, '')
  if (kept === undefined || kept === definition) throw new Error(`The table ${table} has no submission_key to drop`)
  const columns = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where name <> 'submission_key' order by cid
  `.execute(db)
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  await db.schema.alterTable(table).renameTo('before').execute()
  await sql.raw(kept).execute(db)
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from before`.execute(db)
  await db.schema.dropTable('before').execute()
  for (const index of indexes) await sql.raw(index).execute(db)
}
