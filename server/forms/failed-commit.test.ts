import { afterEach, expect, test, vi } from 'vitest'
import { breakCommits } from '../../tests/support/broken-commits'
import { festival, startFestival } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'

startFestival({ env: { LIMIT_ENTRIES: '2', TRUST_PROXY: '1' } })
afterEach(() => vi.restoreAllMocks())

const campus = '198.51.100.7'
const send = async (form: object) => {
  const answer = await festival.post('/api/event-registrations', form, {
    'X-Forwarded-For': campus,
  })
  return answer.status
}

test('does not count forms whose commit failed towards the network’s limit (13.5)', async () => {
  const forms = [await fillRegistration(festival), await fillRegistration(festival)]
  const sendAll = () => Promise.all(forms.map(send))
  const { attachedBytes } = festival.rateLimits
  const readBytes = async () => (await attachedBytes.get(campus))?.consumedPoints ?? 0
  const repairCommits = await breakCommits('EventRegistration')
  expect(await sendAll()).toEqual([503, 503])
  expect(await sendAll()).toEqual([503, 503])
  await repairCommits()
  expect(await readBytes()).toBe(0)
  expect(await sendAll()).toEqual([201, 201])
  expect(await readBytes()).toBeGreaterThan(0)
})
