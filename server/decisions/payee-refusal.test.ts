import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { details as asked, pickAnswers } from '../../festival/forms/details'
import { delegatePassBody, registrationBody } from '../../tests/support/bodies'
import { decideOn, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'

startSignedDesk()

const note = 'Pay again to evil@ybl'

test.each([
  { decision: 'verify' },
  { decision: 'ask-correction', reasons: [{ key: 'proof-unreadable' }] },
  { decision: 'reject' },
  { decision: 'withdraw' },
])('refuses a UPI ID in the note of a decision: $decision (14.205)', async (verdict) => {
  await submit(festival)
  const row = await readOnly(ravi)
  const answer = await ravi.send('POST', '/api/desk/decisions', {
    ...verdict,
    id: randomUUID(),
    entryId: row.id,
    version: row.version,
    note,
  })
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: 'note' }]])
  expect((await decideOn(ravi, row, verdict)).status).toBe(200)
})

test('refuses a UPI ID in the note of a bulk decision (14.205)', async () => {
  await submit(festival)
  const { id, version } = await readOnly(ravi)
  const selection = { by: 'rows', rows: [{ id, version }] }
  const body = { id: randomUUID(), selection, decision: 'reject', note }
  expect((await ravi.send('POST', '/api/desk/decisions/many', body)).status).toBe(422)
})

test('refuses a UPI ID in corrected details (14.205)', async () => {
  await submit(festival)
  const { id, version } = await readOnly(ravi)
  const [leader] = registrationBody.members
  const kept = { email: 'asha@college.test', ...pickAnswers(asked.registration, registrationBody) }
  const correct = (name: string) =>
    ravi.send('POST', `/api/desk/entries/${id}/details`, {
      id: randomUUID(),
      version,
      details: { ...kept, members: [{ ...leader, name }] },
    })
  const answer = await correct('Pay evil@ybl')
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: 'members' }]])
  expect((await correct('Asha Right')).status).toBe(200)
})

test('refuses a UPI ID in the walk-in form (14.205)', async () => {
  const enter = (name: string) =>
    ravi.send(
      'POST',
      '/api/desk/walk-ins',
      { kind: 'delegate-pass', paid: 'cash', form: { ...delegatePassBody, name } },
      { 'Idempotency-Key': randomUUID() },
    )
  const answer = await enter('Pay evil@ybl')
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: 'name' }]])
  expect((await enter('Asha Test')).status).toBe(201)
})
