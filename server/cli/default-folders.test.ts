import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asNobody } from '../../tests/support/as-nobody'
import { makeFolder } from '../../tests/support/make-folder'
import { openDatabase } from '../db/open-database'
import { backupCommand } from './backup'
import { manifestFile, readManifest } from './backup-format'
import { exportCommand } from './export'
import { restoreCommand } from './restore'

let dataDir: string
beforeEach(async () => {
  dataDir = join(await makeFolder(), 'data')
  await mkdir(dataDir)
  const db = await openDatabase({ engine: 'sqlite', file: join(dataDir, 'cerebra.sqlite') })
  await db.destroy()
  vi.stubEnv('DATA_DIR', dataDir)
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('writes backups into the data folder by default, wherever the command runs (20.30)', async () => {
  await backupCommand([])
  expect(process.exitCode).toBeUndefined()
  expect(await readdir(join(dataDir, 'backups'))).toEqual([expect.stringMatching(/^cerebra-.*Z$/)])
})

test('writes exports into the data folder by default, wherever the command runs (20.30)', async () => {
  await exportCommand(['--table', 'review'])
  expect(process.exitCode).toBeUndefined()
  expect(await readdir(join(dataDir, 'exports'))).toEqual([expect.stringMatching(/^review-.*csv$/)])
})

test('says that this user may not read the manifest of a backup (20.32)', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, manifestFile), '{}')
  await chmod(folder, 0o755)
  await chmod(join(folder, manifestFile), 0o000)
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  await asNobody(() => restoreCommand(['--from', folder, '--verify-only']))
  expect(printed).toHaveBeenCalledWith(
    `${join(folder, manifestFile)}: this user has no access; make the server’s user its owner (chown), or choose another place (EACCES).`,
  )
})

test('says that a folder without a manifest is not a complete backup (20.32)', async () => {
  const folder = await makeFolder()
  await expect(readManifest(folder)).rejects.toThrow(
    `${folder} is not a complete backup: its manifest.json is missing or damaged.`,
  )
})
