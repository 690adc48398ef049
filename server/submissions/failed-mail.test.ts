import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

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
    id: /^ACC-\d{6}$/,
  },
]

/** Past the pause before a form that is sent again has its e-mail tried again. */
const passAMinute = () => {
  festival.now = new Date(festival.now.getTime() + 60_000)
}

test.each(forms)(
  'when the mail engine refuses, $path saves the record, says so, and a try after the pause finishes it',
  async ({ path, table, fill, failed, id }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    festival.mailer.behaviour = 'refuse'
    const refused = await festival.post(path, body, headers)
    expect(refused.status).toBe(502)
    const problem = await refused.json()
    expect(problem).toMatchObject({ code: 'email-failed', detail: failed })
    expect(problem.registration_id).toMatch(id)
    expect(await countRows(festival)).toEqual({ [table]: 1, submission: 1, message: 1 })

    festival.mailer.behaviour = 'send'
    const again = await festival.post(path, body, headers)
    expect(await again.json()).toEqual(problem)
    passAMinute()
    const answer = await festival.post(path, body, headers)
    expect(answer.status).toBe(201)
    const receipt = await answer.json()
    expect(receipt.confirmation).toBe('sent')
    expect(receipt.registration_id ?? receipt.request_id).toBe(problem.registration_id)
    expect(await countRows(festival)).toEqual({ [table]: 1, submission: 1, message: 1 })
    expect(festival.mailer.sent).toHaveLength(1)
  },
)

test.each(forms)(
  'when the mail server refuses the address for good, $path says so each time, with the id, and tries it once a minute',
  async ({ path, fill, failed, id }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    festival.mailer.behaviour = 'reject'
    for (let time = 0; time < 6; time += 1) {
      const answer = await festival.post(path, body, headers)
      expect(answer.status).toBe(502)
      const problem = await answer.json()
      expect(problem).toMatchObject({ code: 'email-failed', detail: failed })
      expect(problem.registration_id).toMatch(id)
      if (time % 2 === 1) passAMinute()
    }
    expect(festival.mailer.begun).toHaveLength(3)
  },
)

test.each(forms)(
  'when the e-mail only takes its time, $path answers 201 with the id and says that it follows; later that it was sent',
  async ({ path, table, fill, id }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    festival.mailer.takesMs = 1_300
    const first = await festival.post(path, body, headers)
    expect(first.status).toBe(201)
    const receipt = await first.json()
    expect(receipt.confirmation).toBe('queued')
    expect(receipt.registration_id ?? receipt.request_id).toMatch(id)
    await expect.poll(() => festival.mailer.sent.length).toBe(1)
    const second = await festival.post(path, body, headers)
    expect(await second.json()).toEqual({ ...receipt, confirmation: 'sent' })
    expect(await countRows(festival)).toEqual({ [table]: 1, submission: 1, message: 1 })
    expect(festival.mailer.sent).toHaveLength(1)
  },
)

test('an e-mail that waits for its turn behind our own rate is success, and follows', async () => {
  const paced = await createTestApp({ env: { MAIL_PER_SECOND: '1' } })
  const bodies = await Promise.all(
    Array.from({ length: 4 }, (_, n) => fillRegistration(paced, { email: `a${n}@b.test` })),
  )
  const answers = await Promise.all(bodies.map((body) => paced.post('/api/event-registrations', body, keyHeader())))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const told = await Promise.all(answers.map(async (answer) => (await answer.json()).confirmation))
  expect(told.filter((confirmation) => confirmation === 'queued').length).toBeGreaterThanOrEqual(2)
  await paced.close()
})

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
