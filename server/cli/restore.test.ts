import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { asNobody, chownToNobody } from '../../tests/support/as-nobody'
import { fillRegistration } from '../../tests/support/filled-forms'
import { makeFolder } from '../../tests/support/make-folder'
import { createDeskApp, signIn } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'
import { writeHeartbeat } from '../db/heartbeat'
import { openDiskStore } from '../uploads/open-file-store'
import { restoreBackup, restoreCommand } from './restore'
import { takeBackup } from './take-backup'

test('gives restored files to the owner of the data folder when root restores (12.12)', async () => {
  const festival = await createTestApp()
  const home = await makeFolder()
  chmodSync(home, 0o755)
  const dataDir = join(home, 'data')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await festival.post('/api/event-registrations', await fillRegistration(festival))
    const folder = join(home, 'backup')
    await takeBackup({
      db: festival.db,
      files: festival.files.store,
      clock: () => festival.now,
      folder,
    })
    mkdirSync(dataDir, { mode: 0o700 })
    await chownToNobody(dataDir)
    vi.stubEnv('DATA_DIR', dataDir)
    await restoreCommand(['--from', folder])
    const { uid } = statSync(dataDir)
    const written = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(written).toEqual(
      expect.arrayContaining(['cerebra.sqlite', 'cerebra.sqlite-lock', 'files']),
    )
    const foreignFiles = written.filter((name) => statSync(join(dataDir, name)).uid !== uid)
    expect(foreignFiles).toEqual([])
    const [proof = ''] = readdirSync(join(dataDir, 'files')).filter((name) => name.endsWith('.png'))
    expect(statSync(join(dataDir, 'files', proof)).mode & 0o777).toBe(0o600)
    expect(
      (await asNobody(() => openDiskStore(join(dataDir, 'files')).read(proof)))?.length,
    ).toBeGreaterThan(0)
  } finally {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await festival.close()
  }
})

test('a restore begins a new epoch with the backup’s state version (16.45)', async () => {
  const festival = await createDeskApp()
  try {
    const deps = { db: festival.db, files: festival.files.store, clock: () => festival.now }
    const read = async (): Promise<{ epoch: string; version: number }> => {
      await festival.state.load()
      return (await festival.request('/api/state')).json()
    }
    const close = async (event: string) => {
      const changes = [{ field: 'status', seen: null, value: 'closed' }]
      const admin = await signIn(festival, 'admin')
      expect(
        (
          await admin.send('PUT', `/api/desk/festival/subject?event=${event}`, {
            id: randomUUID(),
            changes,
          })
        ).status,
      ).toBe(200)
    }
    await writeHeartbeat(festival.db)
    await close('SeniorQuiz')
    const first = await read()
    await writeHeartbeat(festival.db)
    expect(await read()).toEqual(first)
    expect(first).toMatchObject({ epoch: expect.stringMatching(/^\d{4}-.*Z$/), version: 1 })
    const folder = join(await makeFolder(), 'backup')
    await takeBackup({ ...deps, folder })
    await close('JuniorQuiz')
    // The test clock is years behind the clock of the table store.
    await restoreBackup({ ...deps, folder, force: true })
    const other = await createTestApp({ beside: festival })
    await other.state.load()
    const restored: { epoch: string; version: number } = await (
      await other.request('/api/state')
    ).json()
    await other.close()
    expect(restored.version).toBe(1)
    expect(restored.epoch > first.epoch).toBe(true)
  } finally {
    await festival.close()
  }
})
