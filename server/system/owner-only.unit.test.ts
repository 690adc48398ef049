import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { openDatabase } from '../db/open-database'
import { keepFolderToOwner } from './owner-only'

let home: string
let mask: number
beforeEach(async () => {
  home = await makeFolder()
  mask = process.umask(0o022)
})
afterEach(async () => {
  process.umask(mask)
  vi.restoreAllMocks()
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const databaseModes = (file: string) => [file, `${file}-wal`, `${file}-shm`].map(modeOf)

test('creates the database and its folder for the owner only, regardless of umask', async () => {
  const file = join(home, 'data', 'cerebra.sqlite')
  const db = await openDatabase({ engine: 'sqlite', file })
  expect([modeOf(join(home, 'data')), ...databaseModes(file)]).toEqual(['700', '600', '600', '600'])
  await db.destroy()
})

test('removes permissions that an earlier version left to other users', async () => {
  const folder = join(home, 'data')
  mkdirSync(folder, { mode: 0o755 })
  const file = join(folder, 'cerebra.sqlite')
  const before = await openDatabase({ engine: 'sqlite', file })
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    chmodSync(path, 0o644)
  }
  const db = await openDatabase({ engine: 'sqlite', file })
  expect(databaseModes(file)).toEqual(['600', '600', '600'])
  keepFolderToOwner(folder)
  expect(modeOf(folder)).toBe('700')
  await db.destroy()
  await before.destroy()
})

test('does not change shared folders', () => {
  const shared = join(home, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  keepFolderToOwner(shared)
  const working = join(home, 'working')
  mkdirSync(join(working, 'below'), { recursive: true })
  vi.spyOn(process, 'cwd').mockReturnValue(join(working, 'below'))
  keepFolderToOwner(working)
  expect([modeOf(shared), modeOf(working)]).toEqual(['777', '755'])
})

test('every program sets the umask first', () => {
  for (const entry of ['server/app/main.ts', 'server/cli/main.ts']) {
    expect(readFileSync(entry, 'utf8')).toMatch(
      /const main = async \(.*\) => \{\n {2}process\.umask\(ownerOnlyMask\)/,
    )
  }
})
