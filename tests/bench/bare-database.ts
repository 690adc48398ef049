import { sql } from 'kysely'
import { Client } from 'pg'
import type { Store } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import { openSqlite } from '../../server/db/sqlite-driver'
import { withTables } from '../trials/harness'
import { takeTasks } from '../trials/tasks'
import { uploadUrl } from './load'

/** Copies a server's rows into another store of the same engine. The uploads already exist. */
export interface CopyTask {
  from: Store
  to: Store
  seconds: number
}

type Statement = [text: string, values: (string | number | null)[]]

const writeInsert = (table: string, row: object): Statement => {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map((_, index) => `$${index + 1}`).join(', ')
  return [`insert into "${table}" (${columns}) values (${places})`, Object.values(row)]
}

/** Each transaction has three inserts and attaches an upload, like a registration. */
const readTransactions = (store: Store): Promise<Statement[][]> =>
  withTables(store, async (db) => {
    const ordered = db.selectFrom('EventRegistration').selectAll().orderBy('registration_time')
    const entries = await ordered.limit(10_000).execute()
    const keys = await db.selectFrom('idempotency_key').selectAll().execute()
    const messages = await db.selectFrom('message').selectAll().execute()
    const keyByEntry = new Map(keys.map((row) => [row.entry_id, row]))
    const messageByEntry = new Map(messages.map((row) => [row.entry_id, row]))
    const markReferenced = 'update upload set referenced_at = $1 where secure_url = $2'
    return entries.map((entry) => [
      writeInsert('idempotency_key', keyByEntry.get(entry.id) ?? {}),
      [markReferenced, [entry.registration_time, entry.payment_screenshot_url]],
      writeInsert('EventRegistration', entry),
      writeInsert('message', messageByEntry.get(entry.id) ?? {}),
    ])
  })

/**
 * Uses a single connection and prepared statements, and flushes at every commit.
 * @returns transactions per second
 */
const copyTo = async (
  store: Store,
  transactions: readonly Statement[][],
  seconds: number,
): Promise<number> => {
  const { run, close } =
    store.engine === 'sqlite' ? openFile(store.file) : await openPostgres(store.url)
  const start = performance.now()
  let done = 0
  for (const statements of transactions) {
    await run('BEGIN', [])
    for (const [text, values] of statements) {
      await run(text, values)
    }
    await run('COMMIT', [])
    done += 1
    if (performance.now() - start > seconds * 1_000) {
      break
    }
  }
  const perSecond = (done / (performance.now() - start)) * 1_000
  await close()
  return perSecond
}

const openFile = (file: string) => {
  const database = openSqlite(file)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()
  const run = (text: string, values: Statement[1]) => {
    const statement = prepared.get(text) ?? database.prepare(text.replace(/\$\d+/g, '?'))
    prepared.set(text, statement)
    statement.run(...values)
  }
  return { run, close: () => database.close() }
}

const openPostgres = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: Statement[1]) =>
    client.query(values.length > 0 ? { name: text.slice(0, 60), text, values } : text)
  return { run, close: () => client.end() }
}

/** Runs in a separate process, with one transaction per registration. */
export const main = (): Promise<void> =>
  takeTasks(async ({ from, to, seconds }: CopyTask) =>
    copyTo(to, await readTransactions(from), seconds),
  )

export const fillUploads = async (db: Db, count: number): Promise<void> => {
  const [start = '', end = ''] = uploadUrl(0).split('0')
  const numbers = `with recursive counted(i) as (select 0 union all select i + 1 from counted where i < ${count - 1})`
  await sql
    .raw(`
      insert into upload (public_id, secure_url, preset, format, bytes, created_at) ${numbers}
      select 'bench-' || i, '${start}' || i || '${end}', 'payment', 'png', 400000, '${new Date().toISOString()}' from counted`)
    .execute(db)
}
