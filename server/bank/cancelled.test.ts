import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Refunds } from '../../festival/contract/bank'
import type { Overview } from '../../festival/contract/overview'
import { decideOn, readEntry, readQueue, submit } from '../../tests/support/entries'
import { signIn } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, pays, startBank } from '../../tests/support/statements/bank-desk'

startBank()

/** The fee of a team in the Senior Quiz, in paise. */
const due = 60_000

const setStatus = async (value: string | null, seen: string | null) => {
  const admin = await signIn(bank.festival, 'admin')
  const path = '/api/desk/festival/subject?event=SeniorQuiz'
  expect(
    (
      await admin.send('PUT', path, {
        id: randomUUID(),
        changes: [{ field: 'status', seen, value }],
      })
    ).status,
  ).toBe(200)
}
const readRefunds = async (): Promise<Refunds> => (await bank.ravi.get('/api/desk/refunds')).json()
const readOverview = async (): Promise<Overview> =>
  (await bank.ravi.get('/api/desk/overview')).json()
const readBack = async () => (await readOverview()).back

test('lists entries for a cancelled event as due for a refund (16.24)', async () => {
  for (const [payment_reference, name] of Object.entries({
    K7Q4M2: 'Asha',
    '3BCDFG': 'Bala',
    '9HJKMN': 'Chitra',
  })) {
    const members = [{ name, phone: `98765432${name.length}0`, year: 'Final year' }]
    await submit(bank.festival, 'registration', {
      payment_reference,
      members,
      email: `${name}@college.test`,
    })
  }
  await bank.importStatement([pays('527400000001', 'K7Q4M2', due)])
  await bank.settleTicked()
  const rows = await readQueue(bank.ravi)
  const atTheBank = rows.find(({ source }) => source === 'bank')
  const byPicture = rows.find(({ state }) => state === 'submitted')
  if (!atTheBank || !byPicture) {
    throw new Error('There is no verified or no pending entry')
  }
  await decideOn(bank.ravi, byPicture, { decision: 'verify' })
  expect((await readRefunds()).refunds).toEqual([])

  await setStatus('cancelled', null)
  const { refunds, sums } = await readRefunds()
  expect(
    refunds.map(({ entryId, why, amount, isUnseen }) => [entryId, why, amount, isUnseen]),
  ).toEqual(
    expect.arrayContaining([
      [atTheBank.id, 'cancelled', due, false],
      [byPicture.id, 'cancelled', due, true],
    ]),
  )
  expect(refunds).toHaveLength(2)
  expect(await readBack()).toEqual({ count: 2, sum: sums.due })
  const refund = { id: randomUUID(), entryId: byPicture.id, amount: due, note: 'UPI' }
  expect((await sendRefund(bank.asha, refund)).status).toBe(200)
  expect(await readBack()).toEqual({ count: 1, sum: due })

  const { db, now, state } = bank.festival
  const newer = {
    version: 9,
    json: '{"seats":1}',
    changes: '[]',
    organiser: '',
    at: now.toISOString(),
  }
  await db.insertInto('festival_state').values(newer).execute()
  await state.load()
  expect((await readRefunds()).refunds).toHaveLength(1)

  await setStatus(null, 'cancelled')
  expect(await readEntry(bank.ravi, byPicture.id)).toMatchObject({
    state: 'verified',
    flags: ['given-back'],
  })
  expect(await readRefunds()).toMatchObject({
    refunds: [],
    recorded: [{ entryId: byPicture.id, amount: due }],
  })
  expect(await readBack()).toEqual({ count: 0, sum: 0 })
})

test('leaves a cancelled event out of amounts due and head counts until it is reinstated (14.110, 16.24)', async () => {
  await submit(bank.festival, 'registration', {
    event: 'SeniorQuiz',
    members: [{ name: 'Asha', phone: '9876543210', year: 'Final year' }],
  })
  await submit(bank.festival, 'delegate-pass', {
    name: 'Bala',
    phone: '9876543211',
    email: 'bala@college.test',
  })
  const read = async () => {
    const { all, rows, days, heads } = await readOverview()
    const quiz = rows.find(({ filter }) => filter.event === 'SeniorQuiz')
    return [
      all.accepted.sum,
      all.open.sum,
      quiz?.accepted.sum,
      quiz?.accepted.count,
      days[0]?.accepted.sum,
      heads,
    ]
  }
  const before = await read()
  const [sum = 0, , own = 0] = before
  await setStatus('cancelled', null)
  expect(await read()).toEqual([sum - own, sum - own, 0, 1, sum - own, 1])
  await setStatus(null, 'cancelled')
  expect(await read()).toEqual(before)
})

const verifyThenCancel = async (): Promise<string> => {
  await submit(bank.festival, 'registration', { email: 'asha@college.test' })
  const [row] = await readQueue(bank.ravi)
  if (!row) {
    throw new Error('There is no entry')
  }
  await decideOn(bank.ravi, row, { decision: 'verify' })
  await setStatus('cancelled', null)
  return row.id
}

test('does not verify a fully refunded entry by picture after its event is reinstated (15.156)', async () => {
  const entryId = await verifyThenCancel()
  const { refunds } = await readRefunds()
  const amount = refunds[0]?.amount ?? 0
  expect(refunds).toMatchObject([{ entryId, isUnseen: true }])
  const refund = { id: randomUUID(), entryId, amount, note: 'UPI' }
  expect((await sendRefund(bank.asha, refund)).status).toBe(200)
  await setStatus(null, 'cancelled')
  expect(
    (await decideOn(bank.ravi, await readEntry(bank.ravi, entryId), { decision: 'reopen' })).status,
  ).toBe(200)
  const verify = await decideOn(bank.ravi, await readEntry(bank.ravi, entryId), {
    decision: 'verify',
  })
  expect([verify.status, (await verify.json()).detail]).toEqual([
    409,
    'This payment was refunded. Collect it again before you verify the entry.',
  ])
  expect((await bank.asha.send('POST', `/api/desk/refunds/${refund.id}/undo`)).status).toBe(200)
  expect(
    (await decideOn(bank.ravi, await readEntry(bank.ravi, entryId), { decision: 'verify' })).status,
  ).toBe(200)
})

test('lets only admins record money as not refunded if the bank never showed it (15.157)', async () => {
  const entryId = await verifyThenCancel()
  const amount = (await readRefunds()).refunds[0]?.amount ?? 0
  const kept = { id: randomUUID(), entryId, amount, outcome: 'kept', note: 'agreed' }
  expect((await sendRefund(bank.ravi, kept)).status).toBe(403)
  expect((await sendRefund(bank.asha, kept)).status).toBe(200)
})
