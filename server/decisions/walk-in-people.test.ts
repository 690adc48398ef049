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
    'the e-mail in capitals',
    { email: 'ASHA@college.test', members: [{ name: 'Zoya', phone: '9000000001', year: '1st' }] },
  ],
  [
    'the phone with its country',
    { email: 'z@college.test', members: [{ name: 'Zoya', phone: '+910123456789', year: '1st' }] },
  ],
])(
  'who is there already by %s is named first, and entered all the same where that is said (14.163)',
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

test('another event, a pass, or one that was rejected is nothing to ask about (14.163)', async () => {
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

test('who is verified at once gets one mail: verified, paid in cash (14.164)', async () => {
  const entered = await (await enter({ ...registration, verify: randomUUID() })).json()
  expect(entered).toMatchObject({
    confirmation: 'queued',
    decided: { state: 'verified', source: 'cash' },
  })
  expect(await mails(0)).toEqual([])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  const text = (await mail?.renderBodies())?.text
  expect(text).toContain('You paid ₹600 in cash.')
  expect(text).not.toContain('We still have to check')
})

test('where the verification is taken back, the confirmation goes (14.164)', async () => {
  const id = randomUUID()
  await enter({ ...registration, verify: id })
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
  expect((await mails()).map(({ kind }) => kind)).toEqual(['registration'])
})
