import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { hasBuiltInSqlite } from './sqlite-driver'
import { acquireSharedLock, acquireTableLock } from './table-lock'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})

const startServer = async () => {
  let isAlone = false
  const lock = await acquireSharedLock(
    { engine: 'sqlite', file: join(folder, 'cerebra.sqlite') },
    async () => {
      isAlone = true
    },
  )
  return { isAlone, stop: async () => lock?.release() }
}

test('runs onExclusive only for the first server on a file', async () => {
  const first = await startServer()
  const second = await startServer()
  await first.stop()
  const third = await startServer()
  expect([first, second, third].map(({ isAlone }) => isAlone)).toEqual([true, false, false])
  await second.stop()
  await third.stop()
  const fourth = await startServer()
  expect(fourth.isAlone).toBe(true)
  await fourth.stop()
})

const lockHolder = `
  import(process.argv[2]).then(({ DatabaseSync }) => {
    globalThis.held = new DatabaseSync(process.argv[1])
    held.exec('BEGIN; SELECT name FROM sqlite_schema')
    console.log('held')
    setInterval(() => {}, 1000)
  })`

test('a killed server releases its lock', async () => {
  const store = { engine: 'sqlite' as const, file: join(folder, 'cerebra.sqlite') }
  const driver = hasBuiltInSqlite(process.versions.node) ? 'node:sqlite' : '@photostructure/sqlite'
  const server = spawn(process.execPath, ['-e', lockHolder, `${store.file}-lock`, driver], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  expect(await acquireTableLock(store, 'alone')).toBeUndefined()
  const beside = await startServer()
  expect(beside.isAlone).toBe(false)
  await beside.stop()
  server.kill('SIGKILL')
  await once(server, 'exit')
  const lock = await acquireTableLock(store, 'alone')
  expect(lock).toBeDefined()
  await lock?.release()
  const after = await startServer()
  expect(after.isAlone).toBe(true)
  await after.stop()
})
