import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { breakCommits } from '../../tests/support/broken-commits'
import { festival, startDesk } from '../../tests/support/festival'
import { signIn } from '../../tests/support/organisers'

startDesk()
afterEach(() => vi.restoreAllMocks())

const readState = async () => (await festival.request('/api/state')).json()

test('neither serves nor lists a save whose commit fails', async () => {
  const admin = await signIn(festival, 'admin')
  const save = (event: string) =>
    admin.send('PUT', `/api/desk/festival/subject?event=${event}`, {
      id: randomUUID(),
      changes: [{ field: 'status', seen: null, value: 'closed' }],
    })
  const repairCommits = await breakCommits('festival_state')
  const answers = await Promise.all([save('SeniorQuiz'), save('JuniorQuiz')])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  await repairCommits()

  await festival.state.poll()
  expect(await readState()).toMatchObject({ version: 0, state: { subjects: {} } })
  const saved = await save('Vivantia')
  expect(saved.status).toBe(200)
  expect(await saved.json()).toMatchObject({
    version: 1,
    saves: [{ version: 1, changes: [{ event: 'Vivantia' }] }],
  })
  expect((await readState()).state.subjects).toEqual({ Vivantia: { status: 'closed' } })
  const { lines } = await (await admin.get('/api/desk/audit?action=festival-changed')).json()
  expect(lines).toHaveLength(1)
})
