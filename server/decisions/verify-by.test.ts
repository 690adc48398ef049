import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideNow, enter, form, takeCash } from '../../tests/support/cash'
import { readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { organisers, signIn } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import {
  bank,
  getOnlyMatch,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

const readDetail = async (answer: Response) => [answer.status, (await answer.json()).detail]
const readFault = async (answer: Response) => [answer.status, (await answer.json()).errors?.[0]]
const verifyMany = async (rows: readonly { id: string; version: number }[]) => {
  const selection = { by: 'rows', rows: rows.map(({ id, version }) => ({ id, version })) }
  const press = { id: randomUUID(), decision: 'verify', selection }
  return (await bank.ravi.send('POST', '/api/desk/decisions/many', press)).json()
}
const setStatus = async (value: string | null, seen: string | null) => {
  const path = '/api/desk/festival/subject?event=SeniorQuiz'
  const save = { id: randomUUID(), changes: [{ field: 'status', seen, value }] }
  expect((await bank.asha.send('PUT', path, save)).status).toBe(200)
}
const submitTeam = (name: string, payment_reference = 'K7Q4M2') =>
  submit(bank.festival, 'registration', {
    payment_reference,
    members: [{ name, phone: '9876543210', year: 'Final year' }],
    email: `${name}@college.test`,
  })

test('verifies by bank or cash, but not by picture, while the event is cancelled (16.25)', async () => {
  const { ravi, festival } = bank
  await submitTeam('Asha')
  const row = await readOnly(ravi)
  await ravi.get(
    `/api/desk/entries/${row.id}/proofs/${(await readEntry(ravi, row.id)).proofs[0]?.id}`,
  )
  const byPicture = randomUUID()
  expect((await decideNow(ravi, row.id, { id: byPicture, decision: 'verify' })).status).toBe(200)
  const rejection = randomUUID()
  expect((await decideNow(ravi, row.id, { id: rejection, decision: 'reject' })).status).toBe(200)
  await setStatus('cancelled', null)
  expect((await bank.undo(rejection)).status).toBe(200)
  expect(await bank.readStates()).toEqual(['verified picture'])

  expect((await decideNow(ravi, row.id, { decision: 'reopen' })).status).toBe(200)
  const cancelled =
    'The event is cancelled. Its entries can be verified only with a bank payment or cash.'
  expect(await readDetail(await decideNow(ravi, row.id, { decision: 'verify' }))).toEqual([
    409,
    cancelled,
  ])
  expect(await verifyMany(await readQueue(ravi))).toMatchObject({
    decided: [],
    skipped: [{ why: 'cancelled' }],
  })
  const preview = {
    selection: { by: 'filter', filter: { state: 'submitted' }, seenAt: '2025-01-01T00:00:00.000Z' },
  }
  const looked = await ravi.send('POST', '/api/desk/decisions/preview', {
    ...preview,
    decision: 'verify',
  })
  expect(await looked.json()).toMatchObject({ willDecide: 0, skipped: [{ why: 'cancelled' }] })

  await bank.importStatement([pays('527400000001', 'K7Q4M2', 60_000)])
  const item = makeItem(getOnlyMatch(await bank.preview()))
  expect((await bank.settle([item])).settled).toHaveLength(1)
  expect(await bank.readStates()).toEqual(['verified bank'])
  await submitTeam('Bala', '3BCDFG')
  const second = (await readQueue(ravi)).find(({ name }) => name === 'Bala')?.id ?? ''
  const pay = { decision: 'verify', source: 'cash', cash: 60_000 }
  expect((await decideNow(ravi, second, pay)).status).toBe(200)

  await setStatus(null, 'cancelled')
  await decideNow(ravi, row.id, { decision: 'reopen' })
  festival.passSeconds(1)
  expect((await decideNow(ravi, row.id, { decision: 'verify' })).status).toBe(200)
})

test('lets only admins record a refund of money that the bank never showed (16.26)', async () => {
  const { ravi, asha } = bank
  await submitTeam('Asha')
  const { id: entryId } = await readOnly(ravi)
  await decideNow(ravi, entryId, { decision: 'verify' })
  await setStatus('cancelled', null)
  const refund = { entryId, amount: 60_000, note: 'UPI' }
  const send = (desk: typeof ravi, more: object = {}) =>
    sendRefund(desk, { id: randomUUID(), ...refund, ...more })
  expect(await readDetail(await send(ravi))).toEqual([
    403,
    'No bank statement shows this payment. Ask an admin to record the refund.',
  ])
  expect((await send(asha, { outcome: 'kept', amount: 10_000 })).status).toBe(200)
  expect((await send(asha, { amount: 50_000 })).status).toBe(200)
})

test('verifies by picture only if there is one or nothing is due (14.173)', async () => {
  const { ravi, festival } = bank
  const noPicture =
    'There is no picture of the payment. Verify this entry with a bank payment or cash.'
  const { entryId } = await takeCash(ravi, 'cash@college.test')
  expect((await ravi.send('POST', `/api/desk/cash/${entryId}/undo`)).status).toBe(200)
  expect(await readDetail(await decideNow(ravi, entryId, { decision: 'verify' }))).toEqual([
    409,
    noPicture,
  ])
  const paidByUpi = await (
    await enter(ravi, { paid: 'upi', form: { ...form, utr: '527400000001' } })
  ).json()
  expect(
    await readDetail(await decideNow(ravi, paidByUpi.entryId, { decision: 'verify' })),
  ).toEqual([409, noPicture])
  const many = await verifyMany(await readQueue(ravi))
  expect(many.decided).toEqual([])
  expect(many.skipped.map(({ why }: { why: string }) => why)).toEqual(['no-picture', 'no-picture'])
  // A pass covers the entry.
  await festival.db
    .updateTable('EventRegistration')
    .set({ amount: null })
    .where('id', '=', entryId)
    .execute()
  await festival.db
    .updateTable('review')
    .set({ due: null })
    .where('entry_id', '=', entryId)
    .execute()
  expect((await decideNow(ravi, entryId, { decision: 'verify' })).status).toBe(200)
})

test('asks for confirmation of cash above the fee, and for a reason for cash below it (14.174)', async () => {
  const { ravi } = bank
  await submitTeam('Asha')
  const { id } = await readOnly(ravi)
  const pay = { decision: 'verify', source: 'cash' }
  const above = {
    path: 'cash',
    message: 'This is more than the fee. Check the amount and confirm it.',
  }
  const below = {
    path: 'reason',
    message: 'Less than the fee was paid. Say why you accept the payment.',
  }
  const send = (more: object) => decideNow(ravi, id, { ...pay, ...more })
  expect(await readFault(await send({ cash: 600_000 }))).toEqual([422, above])
  expect(await readFault(await send({ cash: 600_000, difference: 540_001 }))).toEqual([422, above])
  expect(await readFault(await send({ cash: 30_000 }))).toEqual([422, below])
  expect(await readFault(await send({ cash: 30_000, difference: -30_000 }))).toEqual([422, below])
  expect(
    await readFault(await send({ cash: 30_000, difference: -20_000, reason: 'half now' })),
  ).toEqual([422, below])
  expect((await send({ cash: 30_000, difference: -30_000, reason: 'x' })).status).toBe(422)
  expect((await decideNow(ravi, id, { decision: 'verify', difference: 1 })).status).toBe(422)
  expect((await readEntry(ravi, id)).cash).toBeNull()

  const press = randomUUID()
  expect(
    (await send({ id: press, cash: 30_000, difference: -30_000, reason: 'half now' })).status,
  ).toBe(200)
  const { timeline } = await readEntry(ravi, id)
  expect(timeline.find(({ what }) => what === 'decided')).toMatchObject({
    by: organisers.verifier,
    reason: 'half now',
  })
  await decideNow(ravi, id, { decision: 'reopen' })
  bank.festival.passSeconds(1)
  // The rest is paid later, so no difference remains.
  expect(await readFault(await send({}))).toEqual([422, below])
  expect(await verifyMany(await readQueue(ravi))).toMatchObject({
    decided: [],
    skipped: [{ why: 'flagged' }],
  })
  expect((await send({ cash: 30_000 })).status).toBe(200)
  const vani = await signIn(bank.festival, 'viewer')
  const { lines } = await (await vani.get('/api/desk/audit?action=decided')).json()
  const paid = lines.map(({ detail }: { detail: { paise?: number } }) => detail.paise)
  expect(paid.filter(Boolean)).toEqual([30_000, 30_000])
})

test('requires a reason to verify an entry with cash that was partly refunded (14.174)', async () => {
  const { ravi } = bank
  const { entryId } = await takeCash(ravi, 'part@college.test')
  await decideNow(ravi, entryId, { decision: 'reject' })
  const refund = { id: randomUUID(), entryId, amount: 10_000, note: 'cash', isCash: true }
  expect((await sendRefund(ravi, refund)).status).toBe(200)
  await decideNow(ravi, entryId, { decision: 'reopen' })
  expect((await decideNow(ravi, entryId, { decision: 'verify' })).status).toBe(422)
  await ravi.get('/api/desk/overview')
  expect(await verifyMany(await readQueue(ravi))).toMatchObject({
    decided: [],
    skipped: [{ why: 'short' }],
  })
  const accepted = { difference: -10_000, reason: 'agreed with the head' }
  const pay = { decision: 'verify', source: 'cash', ...accepted }
  expect((await decideNow(ravi, entryId, pay)).status).toBe(200)
  expect((await bank.read('overview')).short).toEqual({ count: 1, sum: 10_000 })
})

test('undoes withdrawals, except those marked as a mistake (14.175)', async () => {
  const { ravi } = bank
  await submitTeam('Asha')
  const row = await readOnly(ravi)
  const id = randomUUID()
  const typed = { id, decision: 'withdraw', note: 'It was entered by mistake.' }
  expect((await decideNow(ravi, row.id, typed)).status).toBe(200)
  expect((await bank.undo(id)).status).toBe(200)
  const { entryId } = await takeCash(ravi, 'one@college.test')
  const mistake = randomUUID()
  await decideNow(ravi, entryId, { id: mistake, decision: 'withdraw', isMistake: true })
  expect((await bank.undo(mistake)).status).toBe(409)
})
