import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { Pool } from 'pg'
import type { Store } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import { withTables } from '../trials/harness'
import { takeTasks } from '../trials/tasks'
import { uploadUrl } from './load'

/** Inserts what a server wrote into another store of the same engine, which has the uploads already. */
export interface Copying {
  from: Store
  to: Store
  /** Of the store; SQLite has one. */
  connections: number
  seconds: number
}

type Statement = [text: string, values: (string | number | null)[]]

const insertOf = (table: string, row: object): Statement => {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return [
    `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  ]
}

const mostRecords = 10_000

/** The statements of each registration: its three rows, and the claim of its upload. */
const readTransactions = (store: Store): Promise<Statement[][]> =>
  withTables(store, async (db) => {
    const records = await db
      .selectFrom('EventRegistration')
      .selectAll()
      .orderBy('registration_time')
      .limit(mostRecords)
      .execute()
    const submissions = await db.selectFrom('submission').selectAll().execute()
    const messages = await db.selectFrom('message').selectAll().execute()
    const submissionOf = new Map(submissions.map((row) => [row.record_id, row]))
    const messageOf = new Map(messages.map((row) => [row.record_id, row]))
    return records.map((record) => [
      insertOf('submission', submissionOf.get(record.id) ?? {}),
      [
        'update upload set referenced_at = $1 where secure_url = $2',
        [record.registration_time, record.payment_screenshot_url],
      ],
      insertOf('EventRegistration', record),
      insertOf('message', messageOf.get(record.id) ?? {}),
    ])
  })

/** One after the other on one connection, prepared once, flushed at every commit. */
const copyToSqlite = (file: string, transactions: readonly Statement[][], seconds: number): number => {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  const texts = (transactions[0] ?? []).map(([text]) => database.prepare(text.replace(/\$\d+/g, '?')))
  const [begin, commit] = ['BEGIN IMMEDIATE', 'COMMIT'].map((text) => database.prepare(text))
  const start = performance.now()
  let done = 0
  for (const statements of transactions) {
    begin?.run()
    for (const [index, [, values]] of statements.entries()) texts[index]?.run(...values)
    commit?.run()
    done += 1
    if (performance.now() - start > seconds * 1_000) break
  }
  const perSecond = (done / (performance.now() - start)) * 1_000
  database.close()
  return perSecond
}

const copyToPostgres = async (url: string, transactions: readonly Statement[][], { connections, seconds }: Copying) => {
  const pool = new Pool({ connectionString: url, max: connections })
  let next = 0
  let done = 0
  const start = performance.now()
  const work = async () => {
    const client = await pool.connect()
    while (performance.now() - start < seconds * 1_000) {
      const statements = transactions[next++]
      if (!statements) break
      await client.query('BEGIN')
      for (const [index, [text, values]] of statements.entries())
        await client.query({ name: String(index), text, values })
      await client.query('COMMIT')
      done += 1
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, work))
  const perSecond = (done / (performance.now() - start)) * 1_000
  await pool.end()
  return perSecond
}

/** The bare database, in a process of its own: each registration's rows in a transaction of their own. */
export const main = (): Promise<void> =>
  takeTasks(async (copying: Copying): Promise<number> => {
    const transactions = await readTransactions(copying.from)
    const { to, seconds } = copying
    return to.engine === 'sqlite'
      ? copyToSqlite(to.file, transactions, seconds)
      : copyToPostgres(to.url, transactions, copying)
  })

/** Uploads that nobody has referred to yet, for registrations of the numbers from `first` on. */
export const fillUploads = async (db: Db, first: number, count: number): Promise<void> => {
  const [start = '', end = ''] = uploadUrl(0).split('0')
  const numbers = `with recursive counted(i) as (select ${first} union all select i + 1 from counted where i < ${first + count - 1})`
  await sql
    .raw(`
      insert into upload (public_id, secure_url, preset, format, bytes, created_at) ${numbers}
      select 'bench-' || i, '${start}' || i || '${end}', 'payment', 'png', 400000, '${new Date().toISOString()}' from counted`)
    .execute(db)
}
