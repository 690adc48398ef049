import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  decideNow,
  expectHeld,
  handOver,
  readCash,
  register,
  takeCash,
} from '../../tests/support/cash'
import { readEntry, readQueue } from '../../tests/support/entries'
import { organisers } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, makeFile, pays, startBank } from '../../tests/support/statements/bank-desk'

startBank()

const { verifier, admin } = organisers

const refund = (id: string, entryId: string, amount: number, more: object = {}) =>
  sendRefund(bank.ravi, { id, entryId, amount, note: 'UPI', ...more })
const undoRefund = (id: string) => bank.ravi.send('POST', `/api/desk/refunds/${id}/undo`)
const importFile = (id: string) =>
  bank.asha.send('POST', '/api/desk/bank/imports', {
    id,
    ...makeFile([pays('527400000009', 'ZZZZ99')]),
  })

const rejectPaid = async (email: string): Promise<string> => {
  const { entryId } = await takeCash(bank.ravi, email)
  expect((await decideNow(bank.ravi, entryId, { decision: 'reject' })).status).toBe(200)
  return entryId
}

const rejectWithPayments = async (): Promise<string[]> => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  const ids = (await readQueue(bank.ravi)).map(({ id }) => id)
  for (const id of ids) {
    await decideNow(bank.ravi, id, { decision: 'reject' })
  }
  await bank.importStatement([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')])
  return ids
}
const countHeldPayments = async () =>
  (await bank.db.selectFrom('allocated_row').selectAll().execute()).length

test('refuses a refund with the id of a cash line, and keeps the cash line (15.151)', async () => {
  const { ravi } = bank
  const owed = await rejectPaid('owed@college.test')
  const walkIn = (await takeCash(ravi, 'walk@college.test')).entryId
  const decision = randomUUID()
  await decideNow(ravi, await register(), {
    id: decision,
    decision: 'verify',
    source: 'cash',
    cash: 50_000,
  })
  const handover = randomUUID()
  expect((await handOver(ravi, admin, 10_000, { id: handover })).status).toBe(200)
  for (const id of [walkIn, decision, handover]) {
    expect((await refund(id, owed, 1)).status).toBe(422)
    expect((await refund(id.toUpperCase(), owed, 1)).status).toBe(422)
    expect((await undoRefund(id)).status).toBe(404)
  }
  await expectHeld([
    [verifier, 100_000],
    [admin, 10_000],
  ])
})

test('undoing a refund does not remove a cash line with the same id (15.151)', async () => {
  const { entryId } = await takeCash(bank.ravi, 'walk@college.test')
  const row = {
    id: entryId,
    entry_id: entryId,
    actor: verifier,
    at: bank.festival.now.toISOString(),
    amount: 1,
  }
  await bank.db
    .insertInto('refund')
    .values({ ...row, kind: 'returned', note: '' })
    .execute()
  expect((await undoRefund(entryId)).status).toBe(200)
  await expectHeld([[verifier, 30_000]])
})

test('refuses a handover, bank file or refund with an id that is already in use (15.151)', async () => {
  const { ravi } = bank
  const owed = await rejectPaid('owed@college.test')
  const used = randomUUID()
  expect((await refund(used, owed, 10_000)).status).toBe(200)
  const decision = randomUUID()
  await decideNow(ravi, await register(), { id: decision, decision: 'reject' })
  const file = randomUUID()
  expect((await importFile(file)).status).toBe(201)
  for (const id of [used, decision, file]) {
    expect((await handOver(ravi, admin, 100, { id })).status).toBe(422)
  }
  for (const id of [used, decision, owed]) {
    expect((await importFile(id)).status).toBe(422)
  }
  for (const id of [decision, file]) {
    expect((await refund(id, owed, 100)).status).toBe(422)
  }
  expect((await readCash(ravi)).moves.filter(({ kind }) => kind === 'handover')).toEqual([])
})

test('refuses a decision with an id that a cash line, refund or file already has (14.252)', async () => {
  const { ravi } = bank
  const other = (await takeCash(ravi, 'other@college.test')).entryId
  const own = (await takeCash(ravi, 'own@college.test')).entryId
  const owed = await rejectPaid('owed@college.test')
  const refunded = randomUUID()
  expect((await refund(refunded, owed, 10_000)).status).toBe(200)
  const file = randomUUID()
  expect((await importFile(file)).status).toBe(201)
  const unpaid = await register()
  for (const id of [other, refunded, file]) {
    expect((await decideNow(ravi, own, { id, decision: 'verify' })).status).toBe(422)
    const paid = await decideNow(ravi, unpaid, {
      id,
      decision: 'verify',
      source: 'cash',
      cash: 50_000,
    })
    expect([paid.status, (await paid.json()).detail]).toEqual([
      422,
      'This request was already used for something else. Reload the page and decide again.',
    ])
    expect((await bank.undo(id)).status).toBe(404)
  }
  expect(await readEntry(ravi, own)).toMatchObject({ state: 'submitted', cash: { amount: 300 } })
  await expectHeld([[verifier, 90_000]])
})

test('ignores the case of refund ids (15.152)', async () => {
  const [first = '', second = ''] = await rejectWithPayments()
  const id = randomUUID()
  expect((await refund(id, first, 50_000)).status).toBe(200)
  expect((await refund(id.toUpperCase(), second, 50_000)).status).toBe(409)
  const other = randomUUID()
  expect((await refund(other, second, 50_000)).status).toBe(200)

  // An earlier version stored ids in upper case.
  const upper = id.toUpperCase()
  const [{ row_id } = { row_id: '' }] = await bank.db
    .selectFrom('allocation')
    .select('row_id')
    .where('entry_id', '=', second)
    .execute()
  const command_id = `${upper}.${row_id}`
  await bank.db.updateTable('refund').set({ id: upper }).where('id', '=', other).execute()
  await bank.db
    .updateTable('allocation')
    .set({ command_id })
    .where('entry_id', '=', second)
    .execute()
  await bank.db
    .updateTable('allocated_row')
    .set({ command_id })
    .where('row_id', '=', row_id)
    .execute()
  expect((await undoRefund(id)).status).toBe(200)
  expect(await countHeldPayments()).toBe(1)
  expect((await undoRefund(upper)).status).toBe(200)
  expect(await countHeldPayments()).toBe(0)
})
