import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { privacy } from '#edition/privacy'
import type { PeopleList } from '../../festival/contract/lists'
import { readEntry, readQueue, submit } from '../../tests/support/entries'
import { forms } from '../../tests/support/filled-forms'
import { type Desk, signIn } from '../../tests/support/organisers'
import type { TestApp } from '../../tests/support/test-app'
import { exportTable } from '../cli/export'
import { forgetPerson } from '../cli/forget-person'

let createDeskApp: () => Promise<TestApp>
let festival: TestApp
let ravi: Desk
beforeAll(async () => {
  vi.resetModules()
  // The tests' edition, except that its forms ask for the age.
  vi.doMock('#edition/privacy', () => ({ privacy: { ...privacy, askAge: true } }))
  const loaded = await import('../../tests/support/organisers')
  createDeskApp = loaded.createDeskApp
})
afterAll(() => {
  vi.doUnmock('#edition/privacy')
  // Other test files share the module cache.
  vi.resetModules()
})
beforeEach(async () => {
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(() => festival.close())

const minor = { is: 'minor', name: 'Mira Test', phone: '9876543210' }
const written = 'Under 18. Parent: Mira Test, 9876543210'

test.each(forms)('requires the age in the form $path (5.139)', async ({ path, fill }) => {
  const refused = await festival.post(path, await fill(festival))
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [{ path: 'age.is', message: 'Say whether you are 18 or older.' }],
  ])
  expect((await festival.post(path, await fill(festival, { age: { is: 'adult' } }))).status).toBe(
    201,
  )
})

test('shows and exports the age and the parent, and `forget` erases both (14.244)', async () => {
  await submit(festival, 'registration', { age: minor })
  await submit(festival, 'delegate-pass', { age: minor })
  await submit(festival, 'accommodation', { age: minor })
  for (const { id } of await readQueue(ravi)) {
    expect((await readEntry(ravi, id)).facts).toContainEqual({ label: 'Age', value: written })
  }
  const { columns, rows }: PeopleList = await (
    await ravi.get('/api/desk/lists?event=SeniorQuiz')
  ).json()
  const place = columns.findIndex(({ head }) => head === 'Age')
  expect(rows.map(({ cells }) => cells[place])).toEqual([written, null])
  const readExports = async () => {
    const pieces: unknown[] = []
    for (const { table } of forms) {
      await exportTable(festival.db, table, async (piece) => void pieces.push(piece))
    }
    return pieces.join('').split('Mira Test').length - 1
  }
  expect(await readExports()).toBe(3)
  await forgetPerson({
    db: festival.db,
    files: festival.files.store,
    clock: () => festival.now,
    mailFolder: join(festival.config.dataDir, 'mail'),
    person: { email: 'asha@college.test' },
  })
  expect(await readExports()).toBe(0)
})
