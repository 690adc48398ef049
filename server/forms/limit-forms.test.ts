import { expect, test } from 'vitest'
import { festival, startDesk } from '../../tests/support/festival'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'
import { signIn } from '../../tests/support/organisers'

startDesk()

const registrations = '/api/event-registrations'

/** Sends simultaneous registrations from one mailbox, each with a different spelling. */
const sendForms = async (count: number) => {
  const body = await fillRegistration(festival)
  const send = (n: number) =>
    festival.post(registrations, { ...body, email: `ASHA+${n}@college.test` }, keyHeader())
  return Promise.all(Array.from({ length: count }, (_, n) => send(n)))
}

test('accepts at most 50 of 100 simultaneous entries from one mailbox, in any spelling (7.51)', async () => {
  const statuses = (await sendForms(100)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  expect(await countRows(festival)).toEqual({
    EventRegistration: 50,
    idempotency_key: 50,
    message: 50,
  })
})

test('counts corrected addresses like new forms, but does not limit walk-ins (7.44, 7.51)', async () => {
  const ravi = await signIn(festival)
  await sendForms(50)
  festival.mailer.behaviour = 'reject'
  const body = { ...(await fillRegistration(festival)), email: 'asah@college.test' }
  const key = keyHeader()
  expect((await festival.post(registrations, body, key)).status).toBe(201)
  const refused = await festival.post(registrations, { ...body, email: 'asha@college.test' }, key)
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'too-many-forms'])
  expect(
    (await festival.post(registrations, { ...body, email: 'bala@college.test' }, key)).status,
  ).toBe(201)

  const { payment_screenshot_url: _, ...form } = await fillDelegatePass(festival)
  const enter = (email: string, header: Record<string, string>) =>
    ravi.send(
      'POST',
      '/api/desk/walk-ins',
      { kind: 'delegate-pass', paid: 'cash', form: { ...form, email } },
      header,
    )
  const ofDesk = keyHeader()
  expect((await enter('asah@college.test', ofDesk)).status).toBe(201)
  expect((await enter('asha@college.test', ofDesk)).status).toBe(201)
})

test('limits all forms from one mailbox to 50 in 24 hours, except repeats and walk-ins (7.51)', async () => {
  const first = { body: await fillRegistration(festival), key: keyHeader() }
  expect((await festival.post(registrations, first.body, first.key)).status).toBe(201)
  expect(
    (await festival.post('/api/delegate-passes', await fillDelegatePass(festival))).status,
  ).toBe(201)
  festival.passSeconds(3_600)
  expect(
    (await festival.post('/api/accommodations', await fillAccommodation(festival))).status,
  ).toBe(201)
  await sendForms(47)

  for (const [path, body] of [
    [registrations, first.body],
    ['/api/delegate-passes', await fillDelegatePass(festival)],
    ['/api/accommodations', await fillAccommodation(festival)],
  ] as const) {
    const refused = await festival.post(path, body)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(23 * 3_600)])
    const { code, detail } = await refused.json()
    expect(code).toBe('too-many-forms')
    expect(detail).toMatch(/^50 forms with this e-mail address .* call the help desk, \+91/)
  }
  expect((await festival.post(registrations, first.body, first.key)).status).toBe(201)
  const other = { ...first.body, email: 'bala@college.test' }
  expect((await festival.post(registrations, other)).status).toBe(201)
  const ravi = await signIn(festival)
  const { payment_screenshot_url: _, ...form } = await fillDelegatePass(festival)
  const walkIn = { kind: 'delegate-pass', paid: 'cash', anyway: true, form }
  expect((await ravi.send('POST', '/api/desk/walk-ins', walkIn, keyHeader())).status).toBe(201)

  // The first two forms are a day old.
  festival.passSeconds(23 * 3_600)
  expect((await festival.post(registrations, first.body)).status).toBe(201)
})
