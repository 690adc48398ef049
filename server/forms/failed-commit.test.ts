import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { breakCommits } from '../../tests/support/broken-commits'
import { festival, startFestival } from '../../tests/support/festival'
import { countRows, fillRegistration, keyHeader } from '../../tests/support/filled-forms'

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

test('asks to send a form again if its key was deleted since the first request (7.10)', async () => {
  const body = await fillRegistration(festival)
  await sql`
    create trigger ignore_keys before insert on idempotency_key begin select raise(ignore); end
  `.execute(festival.db)
  const refused = await festival.post('/api/event-registrations', body, keyHeader())
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await refused.json()).code).toBe('unavailable')
  expect(await countRows(festival)).toEqual({})
  await sql`drop trigger ignore_keys`.execute(festival.db)
})
