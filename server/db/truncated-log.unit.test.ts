import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { readHeartbeat, writeHeartbeat } from './heartbeat'
import { openDatabase } from './open-database'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})

const storeAt = (name: string) => ({ engine: 'sqlite' as const, file: join(folder, name) })

test('the main file contains every row after a clean stop', async () => {
  const store = storeAt('cerebra.sqlite')
  const db = await openDatabase(store)
  await writeHeartbeat(db)
  await db.destroy()
  expect((await stat(`${store.file}-wal`).catch(() => ({ size: 0 }))).size).toBe(0)
  const alone = storeAt('copy.sqlite')
  await copyFile(store.file, alone.file)
  const copy = await openDatabase(alone)
  expect(await readHeartbeat(copy)).toMatchObject({ beats: 1 })
  await copy.destroy()
})

test('stopping neither waits for an open snapshot nor invalidates it', async () => {
  const store = storeAt('cerebra.sqlite')
  const db = await openDatabase(store)
  const beside = await openDatabase(store)
  await writeHeartbeat(db)
  const reading = beside
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  await reading.execute(async (snapshot) => {
    const read = () => snapshot.selectFrom('heartbeat').select('beats').executeTakeFirst()
    expect(await read()).toEqual({ beats: 1 })
    await writeHeartbeat(db)
    await db.destroy()
    expect(await read()).toEqual({ beats: 1 })
  })
  expect(await readHeartbeat(beside)).toMatchObject({ beats: 2 })
  await beside.destroy()
})
