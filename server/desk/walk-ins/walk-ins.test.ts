import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeskApp, type Desk, organisers, signIn } from '../../../tests/support/organisers'
import { readOnly } from '../../../tests/support/submissions'
import type { TestApp } from '../../../tests/support/test-app'

let festival: TestApp
let ravi: Desk
beforeEach(async () => {
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(() => festival.close())

const registration = {
  event: 'OnlineQuiz',
  members: [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }],
  email: 'asha@college.test',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
  coupon: '',
}
const key = { 'Idempotency-Key': '9b1c6f0e-2f57-4d0c-8f0a-6d2a4b8e1c77' }
const enter = (body: object) => ravi.send('POST', '/api/desk/walk-ins', body, key)

test('a walk-in pays cash: the same service, checks and confirmation, also for an event that is closed (14.23)', async () => {
  const answers = [
    await enter({ kind: 'registration', paid: 'cash', form: registration }),
    await enter({ kind: 'registration', paid: 'cash', form: registration }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    registration_id: expect.stringMatching(/^EVT-\d{6}$/),
    amount: 300,
    confirmation: 'sent',
  })
  const row = await readOnly(ravi)
  expect(row).toMatchObject({ id: first.submission, event: 'OnlineQuiz', state: 'submitted' })
  const record = await (await ravi.get(`/api/desk/submissions/${row.id}`)).json()
  expect(record.proofs).toEqual([])
  expect(record.timeline.map(({ what, by }: { what: string; by: string | null }) => [what, by])).toContainEqual([
    'entered',
    organisers.verifier,
  ])
  const [mail] = festival.mailer.sent.filter(({ to }) => to === 'asha@college.test')
  expect((await mail?.renderBodies())?.text).toContain('Screenshot: Paid in cash at the desk')
})

test('a walk-in’s pass has a Delegate Pass ID; what a visitor’s form refuses is refused here (14.23)', async () => {
  const form = {
    name: 'Asha Test',
    email: 'asha@college.test',
    phone: '0123456789',
    institution: 'Test Medical College',
    tier: 'magnus',
    utr: '412345678901',
  }
  const wrong = await enter({ kind: 'delegate-pass', paid: 'upi', form: { ...form, phone: '12' } })
  expect([wrong.status, (await wrong.json()).errors[0].path]).toEqual([422, 'phone'])
  const right = await enter({ kind: 'delegate-pass', paid: 'upi', form })
  expect(await right.json()).toMatchObject({ delegate_id: expect.stringMatching(/^\d{12}$/), amount: 700 })
})
