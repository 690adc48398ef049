import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { delegatePassBody, registrationBody } from '../../tests/support/bodies'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'

startSignedDesk()

const enter = (body: object) =>
  ravi.send(
    'POST',
    '/api/desk/walk-ins',
    { paid: 'cash', ...body },
    { 'Idempotency-Key': randomUUID() },
  )
const registration = { kind: 'registration', form: registrationBody }
const mails = async (seconds = 61) => {
  festival.passSeconds(seconds)
  while (await festival.outbox.deliverDue()) {}
  return festival.mailer.sent.filter(({ to }) => to === 'asha@college.test')
}

test.each([
  [
    'e-mail address in capitals',
    { email: 'ASHA@college.test', members: [{ name: 'Zoya', phone: '9000000001', year: '1st' }] },
  ],
  [
    'phone with a country code',
    { email: 'z@college.test', members: [{ name: 'Zoya', phone: '+910123456789', year: '1st' }] },
  ],
])(
  'warns about an entry with the same %s, but enters the walk-in on request (14.163)',
  async (_by, change) => {
    const { registration_id } = await submit(festival)
    const form = { ...registrationBody, ...change }
    const asked = await enter({ ...registration, form })
    expect([asked.status, await asked.json()]).toMatchObject([
      409,
      {
        ...{ code: 'illegal', registration_id },
        detail: `Asha Test is registered for Senior Quiz ‘Peristalympics’: ${registration_id}, waiting.`,
      },
    ])
    expect(await readQueue(ravi)).toHaveLength(1)
    expect((await enter({ ...registration, form, anyway: true })).status).toBe(201)
    expect(await readQueue(ravi)).toHaveLength(2)
  },
)

test('warns about an entry whose own e-mail address has capitals (14.163)', async () => {
  await submit(festival, 'registration', { email: 'ASHA@college.test' })
  const members = [{ name: 'Zoya', phone: '9000000001', year: '1st' }]
  const form = { ...registrationBody, email: 'asha@college.test', members }
  expect((await enter({ ...registration, form })).status).toBe(409)
})

test('warns about a second pass, but not about another kind or event, or a rejected entry (14.163)', async () => {
  await submit(festival)
  expect(
    (await enter({ ...registration, form: { ...registrationBody, event: 'AxonAlley' } })).status,
  ).toBe(201)
  expect((await enter({ kind: 'delegate-pass', form: delegatePassBody })).status).toBe(201)
  expect(
    (await enter({ kind: 'delegate-pass', form: { ...delegatePassBody, tier: 'novus' } })).status,
  ).toBe(409)
  await decideOn(ravi, await readOnly(ravi, '?event=SeniorQuiz'), { decision: 'reject' })
  expect((await enter(registration)).status).toBe(201)
})

test('sends a single e-mail if a walk-in is verified immediately (14.164)', async () => {
  const entered = await (await enter({ ...registration, verify: randomUUID() })).json()
  expect(entered).toMatchObject({
    confirmation: 'queued',
    decided: { state: 'verified', source: 'cash' },
  })
  expect(await mails(0)).toEqual([])
  expect(festival.logged.join('')).not.toContain('an e-mail is delayed')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  const text = (await mail?.renderBodies())?.text
  expect(text).toContain('You paid ₹600 in cash.')
  expect(text).not.toContain('We are checking your payment')
})

test('sends the confirmation if the verification of a walk-in is undone (14.164)', async () => {
  const id = randomUUID()
  await enter({ ...registration, verify: id })
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
  expect((await mails()).map(({ kind }) => kind)).toEqual(['registration'])
})
