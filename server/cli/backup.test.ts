import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePng } from '../../tests/support/files'
import { fillDelegatePass } from '../../tests/support/filled-forms'
import { makeFolder } from '../../tests/support/make-folder'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import type { FileStore } from '../uploads/file-store'
import { backupName, removeOldBackups, requireOutsideFiles } from './backup'
import { manifestFile } from './backup-format'
import { takeBackup } from './take-backup'

let festival: TestApp
let home: string
beforeEach(async () => {
  festival = await createTestApp()
  home = await makeFolder()
})
afterEach(async () => {
  await festival.close()
})

const plentyOfSpace = async () => 1e12
const backUpAt = (
  time: string,
  readFreeBytesIn = plentyOfSpace,
  files: Pick<FileStore, 'read' | 'list'> = festival.files.store,
) =>
  takeBackup({
    db: festival.db,
    files,
    readFreeBytesIn,
    clock: () => new Date(time),
    folder: join(home, backupName(new Date(time))),
  })
const nameAt = (time: string) => `cerebra-${time.replace(/[-:]/g, '')}`
const buyPass = async () => {
  const payment_screenshot_url = await festival.upload('payment', makePng({ bytes: 50_000 }))
  await festival.post(
    '/api/delegate-passes',
    await fillDelegatePass(festival, { payment_screenshot_url }),
  )
}
test('aborts a backup if a stored file is missing, and leaves no files behind', async () => {
  await buyPass()
  const [name = ''] = await festival.files.names()
  await festival.files.store.remove(name)
  await expect(backUpAt('2025-10-08T01:00:00Z')).rejects.toThrow(/has a row but no file/)
  expect(await readdir(home)).toEqual([])
})

test('refuses a backup without enough space, and says how much it needs and how much is free', async () => {
  await buyPass()
  await expect(backUpAt('2025-10-08T00:00:00Z', async () => 200_000_000)).rejects.toThrow(
    /no room.*needs 1 MB.*256 MB.*200 MB is free/,
  )
  expect(await readdir(home)).toEqual([])
})

test('removes an incomplete backup when the disk is full, and reports the failure', async () => {
  await buyPass()
  const read = () =>
    Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const files = { read, list: festival.files.store.list }
  await expect(backUpAt('2025-10-08T00:00:00Z', plentyOfSpace, files)).rejects.toThrow(
    /is full\. This backup was discarded/,
  )
  expect(await readdir(home)).toEqual([])
})

test('removes backup folders without a manifest after one day (12.40)', async () => {
  for (const [name, time] of [
    ['cerebra-20251001T000000Z', new Date('2025-10-01T00:00:00Z')],
    ['cerebra-20251008T000000Z', new Date()],
    ['my-notes', new Date('2025-10-01T00:00:00Z')],
  ] as const) {
    await mkdir(join(home, name))
    await utimes(join(home, name), time, time)
  }
  await removeOldBackups(home, 14)
  expect((await readdir(home)).sort()).toEqual(['cerebra-20251008T000000Z', 'my-notes'])
})

const pretendBackup = async (time: string, rows: number, name = nameAt(time)): Promise<string> => {
  const tables = { EventRegistration: { rows, bytes: 0, sha256: '' } }
  await mkdir(join(home, name))
  await writeFile(
    join(home, name, manifestFile),
    JSON.stringify({ format: 1, takenAt: time, migrations: [], tables, files: [], gone: [] }),
  )
  return name
}

test('empty backups never replace backups with rows', async () => {
  const good = [
    await pretendBackup('2025-10-01T22:00:00Z', 40),
    await pretendBackup('2025-10-02T22:00:00Z', 41),
  ]
  const older = await pretendBackup('2025-09-30T22:00:00Z', 39)
  const empty: string[] = []
  for (let day = 3; day < 8; day += 1) {
    empty.push(await pretendBackup(`2025-10-0${day}T22:00:00Z`, 0))
  }
  expect((await removeOldBackups(home, 2)).sort()).toEqual([older, ...empty.slice(0, 3)].sort())
  expect((await readdir(home)).sort()).toEqual([...good, ...empty.slice(3)].sort())
})

test('keeps unreadable backups and does not count them towards the limit', async () => {
  const good = await pretendBackup('2025-10-01T22:00:00Z', 40)
  const damaged = await pretendBackup('2025-10-02T22:00:00Z', 41)
  await writeFile(join(home, damaged, manifestFile), '{}')
  expect(await removeOldBackups(home, 1)).toEqual([])
  expect((await readdir(home)).sort()).toEqual([good, damaged])
})

test('refuses to back up empty tables if there are uploaded files', async () => {
  await festival.files.store.write(`${'a'.repeat(32)}.png`, Buffer.from('x'))
  await expect(backUpAt('2025-10-08T00:00:00Z')).rejects.toThrow(
    /database is empty, but there are uploaded files/,
  )
  expect(await readdir(home)).toEqual([])
})

test('completes only one of three backups that start in the same second (12.53)', async () => {
  await buyPass()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => backUpAt('2025-10-08T00:00:00Z')))
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason)] : [],
  )
  expect(refused).toHaveLength(2)
  for (const words of refused) {
    expect(words).toMatch(/already exists.*run the command again/)
  }
  expect(await readdir(home)).toEqual([nameAt('2025-10-08T00:00:00Z')])
  expect(await removeOldBackups(home, 1)).toEqual([])
})

test('deletes old backups with other names as well (12.41)', async () => {
  await pretendBackup('2025-10-01T22:00:00Z', 40, 'move')
  await pretendBackup('2025-10-01T21:00:00Z', 40)
  const newest = await pretendBackup('2025-10-02T22:00:00Z', 41, 'before-the-opening')
  expect(await removeOldBackups(home, 2)).toEqual([nameAt('2025-10-01T21:00:00Z')])
  expect(await removeOldBackups(home, 1)).toEqual(['move'])
  expect(await readdir(home)).toEqual([newest])
})

test('refuses to write a backup into the folder of uploads', () => {
  const place = { dataDir: '/srv/data', files: { engine: 'disk' as const } }
  for (const folder of ['/srv/data/files', '/srv/data/files/x', '/srv/data/files/..x']) {
    expect(() => requireOutsideFiles(place, folder)).toThrow(
      `${folder} is inside the folder of uploaded files`,
    )
  }
  for (const folder of ['/srv/data/files-old', '/srv/data', '/srv/backups/files']) {
    requireOutsideFiles(place, folder)
  }
})

test('keeps all backups from the newest day and one from each of 13 earlier days', async () => {
  const add = (time: string) => pretendBackup(time, 1)
  const nightly: string[] = []
  for (let day = 10; day < 27; day += 1) {
    nightly.push(await add(`2025-09-${day}T22:00:00Z`))
  }
  const replaced = await add('2025-09-20T23:00:00Z')
  const hourly: string[] = []
  for (let hour = 0; hour < 18; hour += 1) {
    hourly.push(await add(`2025-10-08T${String(hour).padStart(2, '0')}:00:00Z`))
  }
  const halfDone = 'cerebra-20250101T000000Z'
  await mkdir(join(home, halfDone))
  await removeOldBackups(home, 14)
  const kept = nightly.filter((name) => name !== nameAt('2025-09-20T22:00:00Z')).slice(-12)
  expect((await readdir(home)).sort()).toEqual([halfDone, ...kept, replaced, ...hourly].sort())
})
