import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Refunds } from '../../festival/contract/bank'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { type Desk, readNewestEmail, signIn } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'

startSignedDesk()

let asha: Desk
beforeEach(async () => {
  asha = await signIn(festival, 'admin')
})

const setStatus = async (value: string | null, seen: string | null) => {
  const changes = [{ field: 'status', seen, value }]
  const path = '/api/desk/festival/subject?event=SeniorQuiz'
  expect((await asha.send('PUT', path, { id: randomUUID(), changes })).status).toBe(200)
}
/** Registers a team, and returns the secret of its private link. */
const register = async (changes: object = {}) => {
  const { registration_id = '' } = await submit(festival, 'registration', { ...changes })
  const secret = await askForSecret(festival, registration_id)
  festival.passSeconds(60)
  return secret
}
const open = async (secret: string) =>
  (await festival.post('/api/my-submission/open', { secret })).json()
const give = (secret: string, upiId: string) =>
  festival.post('/api/my-submission/refund-upi-id', { secret, upiId })
const verifyAll = async () => {
  for (const row of await readQueue(ravi, '?state=submitted')) {
    await decideOn(ravi, row, { decision: 'verify' })
  }
}
const readRefunds = async (): Promise<Refunds> => (await ravi.get('/api/desk/refunds')).json()

test('asks for the UPI ID while a refund is due, and shows it with the refund (15.164)', async () => {
  const secret = await register()
  await verifyAll()
  expect((await open(secret)).refund).toBeUndefined()
  expect((await give(secret, 'asha@okaxis')).status).toBe(409)

  await setStatus('cancelled', null)
  const refund = { amount: 60_000, upiId: '' }
  expect((await open(secret)).refund).toEqual(refund)
  expect((await readRefunds()).refunds).toMatchObject([{ upiId: '', sameUpiId: 0 }])
  const answer = await give(secret, ' Asha.Test-1@OkAxis ')
  expect([answer.status, (await answer.json()).refund]).toEqual([
    200,
    { ...refund, upiId: 'asha.test-1@okaxis' },
  ])
  expect((await give(secret, 'asha@ybl')).status).toBe(200)
  const { refunds } = await readRefunds()
  expect(refunds).toMatchObject([{ upiId: 'asha@ybl', sameUpiId: 0 }])
  const [{ entryId, amount } = { entryId: '', amount: 0 }] = refunds
  const body = { id: randomUUID(), entryId, amount, note: 'UPI' }
  expect((await sendRefund(asha, body)).status).toBe(200)
  expect((await open(secret)).refund).toBeUndefined()
  const late = await give(secret, 'eve@ybl')
  expect([late.status, (await late.json()).detail]).toEqual([
    409,
    expect.stringContaining('No refund is due, or it has already been sent.'),
  ])
})

test('exports the UPI ID of each refund that is due (15.170)', async () => {
  const secret = await register()
  await verifyAll()
  await setStatus('cancelled', null)
  await give(secret, 'asha@ybl')
  const file = await (await asha.get('/api/desk/refunds/file')).text()
  expect(file).toContain(',Phone,UPI ID,How or why,')
  expect(file).toMatch(/\r\nStill to refund,600,EVT-\d+,.*,asha@ybl,/)
})

test.each([
  'asha',
  '9876543210',
  'asha@college.test',
  'asha @ybl',
  'a@ybl',
  'asha@',
  '@ybl',
  '=cmd@ybl',
  `${'a'.repeat(98)}@ybl`,
])('refuses %s as a UPI ID, and says what to enter (15.165)', async (upiId) => {
  const secret = await register()
  await verifyAll()
  await setStatus('cancelled', null)
  const answer = await give(secret, upiId)
  expect(answer.status).toBe(422)
  expect((await answer.json()).errors).toEqual([
    { path: 'upiId', message: expect.stringMatching(/^(Enter a UPI ID such as|A UPI ID may)/) },
  ])
  expect((await open(secret)).refund.upiId).toBe('')
})

test('counts the other entries that gave the same UPI ID (15.166)', async () => {
  const first = await register()
  const { registration_id = '' } = await submit(festival, 'registration', {
    email: 'bela@college.test',
    members: [{ name: 'Bela Test', phone: '9876543210', year: 'Intern' }],
  })
  const second = await askForSecret(festival, registration_id, 'bela@college.test')
  await verifyAll()
  await setStatus('cancelled', null)
  await give(first, 'asha@ybl')
  await give(second, 'ASHA@YBL')
  const { refunds } = await readRefunds()
  expect(refunds).toMatchObject([
    { upiId: 'asha@ybl', sameUpiId: 1 },
    { upiId: 'asha@ybl', sameUpiId: 1 },
  ])
})

test('accepts the UPI ID only with a valid private link, and limits the calls (15.167)', async () => {
  const secret = await register()
  await verifyAll()
  await setStatus('cancelled', null)
  const stranger = await give('A'.repeat(43), 'eve@ybl')
  expect([stranger.status, (await stranger.json()).code]).toEqual([401, 'link-spent'])
  const statuses: number[] = []
  for (let call = 0; call < 31; call += 1) {
    statuses.push((await give(secret, `asha${call}@ybl`)).status)
  }
  expect([statuses[29], statuses[30]]).toEqual([200, 429])
  expect(await festival.db.selectFrom('refund_upi_id').selectAll().execute()).toHaveLength(1)
})

test('does not ask for the UPI ID if no e-mail promised a refund (15.164)', async () => {
  const secret = await register()
  await festival.db.updateTable('review').set({ cash_amount: 60_000 }).execute()
  const reject = async (money?: string) => {
    await decideOn(ravi, await readOnly(ravi), { decision: 'reject', money })
    const { refund } = await open(secret)
    await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
    return refund
  }
  expect(await reject()).toBeUndefined()
  expect(await reject('keep')).toBeUndefined()
  expect(await reject('give-back')).toEqual({ amount: 60_000, upiId: '' })
})

test('explains in e-mails that promise a refund where to enter the UPI ID (15.168)', async () => {
  await register()
  const advice = 'Please give us the UPI ID for the refund on your private page.'
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject', money: 'give-back' })
  festival.passSeconds(61)
  const mail = await readNewestEmail(festival, 'asha@college.test', 'decision')
  expect(mail).toContain(advice)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject', money: 'keep' })
  festival.passSeconds(61)
  expect(await readNewestEmail(festival, 'asha@college.test', 'decision')).not.toContain(advice)
})
