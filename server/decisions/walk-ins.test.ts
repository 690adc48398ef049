import { expect, test } from 'vitest'
import { accommodationBody, delegatePassBody, registrationBody } from '../../tests/support/bodies'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { organisers } from '../../tests/support/organisers'
import { readExpectedEntries } from '../bank/expected'

startSignedDesk()

const [leader] = registrationBody.members
const registration = { ...registrationBody, event: 'OnlineQuiz', members: [leader] }
const key = { 'Idempotency-Key': '9b1c6f0e-2f57-4d0c-8f0a-6d2a4b8e1c77' }
const enter = (body: object) => ravi.send('POST', '/api/desk/walk-ins', body, key)

test('enters a cash walk-in once, without a screenshot and even for a closed event (14.23)', async () => {
  const answers = [
    await enter({ kind: 'registration', paid: 'cash', form: registration }),
    await enter({ kind: 'registration', paid: 'cash', form: registration }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    registration_id: expect.stringMatching(/^EVT-\d{6}$/),
    name: 'Asha Test',
    eventName: expect.stringContaining('Online Quiz'),
    amount: 300,
    confirmation: 'sent',
  })
  const row = await readOnly(ravi)
  expect(row).toMatchObject({ id: first.entryId, event: 'OnlineQuiz', state: 'submitted' })
  const entry = await readEntry(ravi, row.id)
  expect(entry.proofs).toEqual([])
  expect(entry.cash).toEqual({ amount: 300, by: organisers.verifier })
  expect(
    await festival.db.selectFrom('EventRegistration').select('payment_screenshot_url').execute(),
  ).toEqual([{ payment_screenshot_url: '' }])
  expect(
    entry.timeline.map(({ what, by }: { what: string; by: string | null }) => [what, by]),
  ).toContainEqual(['entered', organisers.verifier])
  const [mail] = festival.mailer.sent.filter(({ to }) => to === 'asha@college.test')
  expect((await mail?.renderBodies())?.text).toContain(
    'Screenshot: none, ₹300 paid in cash at the help desk',
  )
})

test('checks the form of a walk-in who buys a pass, and gives them a Delegate Pass ID (14.23)', async () => {
  const form = { ...delegatePassBody, utr: '412345678901' }
  const wrong = await enter({ kind: 'delegate-pass', paid: 'upi', form: { ...form, phone: '12' } })
  expect([wrong.status, (await wrong.json()).errors[0].path]).toEqual([422, 'phone'])
  const right = await enter({ kind: 'delegate-pass', paid: 'upi', form })
  expect(await right.json()).toMatchObject({
    delegate_id: expect.stringMatching(/^\d{12}$/),
    amount: 700,
  })
})

test('counts and filters entries verified by cash separately (14.94)', async () => {
  const { entryId } = await (
    await enter({ kind: 'registration', paid: 'cash', form: registration })
  ).json()
  const { source } = await (
    await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  ).json()
  expect(source).toBe('cash')
  expect((await (await ravi.get('/api/desk/counts')).json()).source).toEqual({ cash: 1 })
  expect(await readQueue(ravi, '?source=picture')).toEqual([])
  expect(await readQueue(ravi, '?source=cash')).toMatchObject([{ id: entryId, source: 'cash' }])
  expect(
    await festival.db.selectFrom('review').select(['cash_amount', 'cash_by']).execute(),
  ).toEqual([{ cash_amount: 30_000, cash_by: organisers.verifier }])
})

test('verifies by picture instead of cash if no organiser has taken cash (14.94)', async () => {
  await submit(festival)
  const answer = await decideOn(ravi, await readOnly(ravi), { decision: 'verify', source: 'cash' })
  expect((await answer.json()).source).toBe('picture')
})

test('enters a room paid in cash, but requires a transaction ID for one paid by UPI (14.23, 14.95)', async () => {
  const { transaction_id: _none, ...room } = accommodationBody
  const refused = await enter({ kind: 'accommodation', paid: 'upi', form: room })
  expect([
    refused.status,
    (await refused.json()).errors.map(({ path }: { path: string }) => path),
  ]).toEqual([422, ['transaction_id']])
  const { entryId, amount } = await (
    await enter({ kind: 'accommodation', paid: 'cash', form: room })
  ).json()
  expect(amount).toBe(50)
  expect(
    await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirst(),
  ).toMatchObject({
    transaction_id: '',
    payment_proof_url: '',
    id_proof_url: '',
  })
  await festival.db
    .updateTable('Accommodation')
    .set({ amount: 40 })
    .where('id', '=', entryId)
    .execute()
  expect(await readEntry(ravi, entryId)).toMatchObject({
    amount: 40,
    cash: { amount: 50 },
  })
  const { id } = await submitRoom()
  expect((await readExpectedEntries(festival.db, [id])).get(id)?.due).toBe(3_500)
})

/** A participant's room, which cost 35 rupees when the form was sent. */
const submitRoom = async () => {
  const { request_id } = await submit(festival, 'accommodation')
  await festival.db
    .updateTable('Accommodation')
    .set({ amount: 35 })
    .where('request_id', '=', `${request_id}`)
    .execute()
  return festival.db
    .selectFrom('Accommodation')
    .select('id')
    .where('request_id', '=', `${request_id}`)
    .executeTakeFirstOrThrow()
}

test('refuses the same key for another way of paying (14.23)', async () => {
  expect((await enter({ kind: 'registration', paid: 'upi', form: registration })).status).toBe(201)
  const other = await enter({ kind: 'registration', paid: 'cash', form: registration })
  expect([other.status, (await other.json()).code]).toEqual([422, 'key-reused'])
})
