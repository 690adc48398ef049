import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../../tests/support/test-app'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

const forms = [
  {
    path: '/api/event-registrations',
    table: 'EventRegistration',
    saveFailed: 'Failed to save registration. Please try again.',
    fill: fillRegistration,
    failed: 'Failed to send registration email. Please try again.',
    id: /^EVT-000123$/,
  },
  {
    path: '/api/delegate-passes',
    table: 'DelegatePass',
    saveFailed: 'Failed to save delegate pass. Please try again.',
    fill: fillDelegatePass,
    failed: 'Failed to send registration email. Please try again.',
    id: /^DP-\d{6}$/,
  },
  {
    path: '/api/accommodations',
    table: 'Accommodation',
    saveFailed: 'Failed to save accommodation. Please try again.',
    fill: fillAccommodation,
    failed: 'Failed to send accommodation request. Please try again.',
    id: undefined,
  },
]

for (const behaviour of ['refuse', 'reject', 'hang'] as const)
  test.each(forms)(
    `when the mail engine does "${behaviour}", $path saves the record, says so, and the next try finishes it`,
    async ({ path, table, fill, failed, id }) => {
      const body = await fill(festival)
      const headers = keyHeader()
      festival.mailer.behaviour = behaviour
      const refused = await festival.post(path, body, headers)
      expect(refused.status).toBe(502)
      const problem = await refused.json()
      expect(problem).toMatchObject({ code: 'email-failed', detail: failed })
      if (id) expect(problem.registration_id).toMatch(id)
      expect(await countRows(festival)).toEqual({ [table]: 1, submission: 1, message: 1 })

      if (behaviour === 'hang') {
        festival.mailer.letGo()
        const state = async () => (await festival.db.selectFrom('message').select('state').execute())[0]?.state
        await expect.poll(state).toBe('queued')
      }
      festival.mailer.behaviour = 'send'
      const answer = await festival.post(path, body, headers)
      expect(answer.status).toBe(201)
      if (id) expect((await answer.json()).registration_id).toBe(problem.registration_id)
      expect(await countRows(festival)).toEqual({ [table]: 1, submission: 1, message: 1 })
      expect(festival.mailer.sent).toHaveLength(1)
    },
  )

test('a registrant whose e-mail hangs waits no longer than the configuration says', async () => {
  festival.mailer.behaviour = 'hang'
  const body = await fillRegistration(festival)
  const start = performance.now()
  await festival.post('/api/event-registrations', body)
  expect(performance.now() - start).toBeLessThan(2_500)
})

test.each(forms)(
  'when its table is gone, $path says that saving failed, and sends nothing',
  async ({ path, table, fill, saveFailed }) => {
    const body = await fill(festival)
    await festival.db.schema.dropTable(table).execute()
    const answer = await festival.post(path, body)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: saveFailed })
    expect(festival.mailer.sent).toEqual([])
    const keys = await festival.db.selectFrom('submission').selectAll().execute()
    expect(keys).toEqual([])
  },
)

test('nothing personal is logged, whether all goes well or not', async () => {
  const body = await fillRegistration(festival)
  await festival.post('/api/event-registrations', body)
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/event-registrations', body)
  await festival.post('/api/event-registrations?email=asha@college.test', { ...body, email: 'x' })
  await festival.db.schema.dropTable('EventRegistration').execute()
  await festival.post('/api/event-registrations', body)
  await festival.request(new URL(String(body.payment_screenshot_url)).pathname)
  const log = festival.logged.join('')
  expect(log).toContain('"path":"/api/event-registrations"')
  for (const secret of ['asha', 'Asha', 'Bala', 'college.test', '0123456789', 'Test Medical', '.png'])
    expect(log).not.toContain(secret)
})
