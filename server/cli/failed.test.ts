import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { createDeskApp, signIn } from '../../tests/support/organisers'
import { saveAudit } from '../db/audit'
import { openDatabase } from '../db/open-database'
import type { Db } from '../db/schema'
import { backupCommand } from './backup'
import { doctorCommand } from './doctor'
import { failedCommand } from './failed'

let folder: string
let db: Db
let printed: string[]
beforeEach(async () => {
  folder = await makeFolder()
  db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  const settings = {
    DATA_DIR: folder,
    ORGANISERS: 'asha@organisers.test=admin,ravi@college.test=verifier',
  }
  for (const [name, value] of Object.entries(settings)) {
    vi.stubEnv(name, value)
  }
  printed = []
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => printed.push(line))
  }
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
  await db.destroy()
})

test('e-mails the admins about a failed systemd unit at most once a day (12.56)', async () => {
  await failedCommand(['cerebra-backup'])
  await failedCommand(['cerebra-backup'])
  const messages = await db
    .selectFrom('message')
    .select(['recipient', 'payload', 'state'])
    .execute()
  expect(messages.map(({ recipient, state }) => [recipient, state])).toEqual([
    ['asha@organisers.test', 'queued'],
  ])
  expect(messages[0]?.payload).toContain('journalctl -u cerebra-backup -n 20 to see why')
})

test('names the command that shows why a container’s backup failed (20.27)', async () => {
  await failedCommand(['The backup', 'docker compose logs backup'])
  const message = await db.selectFrom('message').select('payload').executeTakeFirstOrThrow()
  expect(message.payload).toContain('The backup failed on the server.')
  expect(message.payload).toContain('run docker compose logs backup to see why, and fix the cause.')
})

test('shows usage without an npm script, because people do not run this command', async () => {
  await failedCommand([])
  expect(printed).toEqual(['Name a unit.\nUsage: cerebra failed UNIT [COMMAND]'])
})

test('logs backups in the audit log, and shows the latest in doctor (12.56, 20.33)', async () => {
  await doctorCommand([])
  expect(printed.join('\n')).toMatch(
    /^look {2}backup {3}no backup has been taken since these tables were created or restored$/m,
  )
  await backupCommand(['--to', join(folder, 'backup')])
  await doctorCommand([])
  expect(printed.join('\n')).toMatch(/^good {2}backup {3}the newest is less than an hour old$/m)
  await doctorCommand([], () => new Date(Date.now() + 50 * 3_600_000))
  expect(printed.join('\n')).toMatch(/^look {2}backup {3}the newest is (?:49|50) hours old$/m)
})

test('shows on the desk’s overview when the last backup was taken (12.56)', async () => {
  const festival = await createDeskApp()
  const desk = await signIn(festival)
  const read = async () => (await (await desk.get('/api/desk/overview')).json()).backup
  expect(await read()).toBeUndefined()
  for (const at of ['2025-09-29T22:00:00.000Z', '2025-09-30T22:00:00.000Z']) {
    await saveAudit(festival.db, { at: new Date(at), actor: 'command line', action: 'backed-up' })
  }
  expect(await read()).toBe('2025-09-30T22:00:00.000Z')
  await festival.close()
})
