import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideNow, expectHeld, hand, readCash, register, takeCash } from '../../tests/support/cash'
import { organisers } from '../../tests/support/organisers'
import { bank, makeFile, pays, startBank } from '../../tests/support/statements/at-the-desk'
import { readQueue, readRecord } from '../../tests/support/submissions'

startBank()

const { verifier, admin } = organisers

const refund = (id: string, submission: string, amount: number, more: object = {}) =>
  bank.ravi.send('POST', '/api/desk/refunds', { id, submission, amount, note: 'UPI', ...more })
const undoRefund = (id: string) => bank.ravi.send('POST', `/api/desk/refunds/${id}/take-back`)
const importFile = (id: string) =>
  bank.asha.send('POST', '/api/desk/bank/imports', { id, ...makeFile([pays('527400000009', 'ZZZZ99')]) })

/** An entry that paid ₹300 in cash and was rejected. */
const rejectPaid = async (email: string): Promise<string> => {
  const { submission } = await takeCash(bank.ravi, email)
  expect((await decideNow(bank.ravi, submission, { decision: 'reject' })).status).toBe(200)
  return submission
}

/** Rejected entries with a bank payment of ₹500 each. */
const rejectWithPayments = async (): Promise<string[]> => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  const ids = (await readQueue(bank.ravi)).map(({ id }) => id)
  for (const id of ids) await decideNow(bank.ravi, id, { decision: 'reject' })
  await bank.bring([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')])
  return ids
}
const countHeldPayments = async () => (await bank.db.selectFrom('bank_spending').selectAll().execute()).length

test('an id in capital letters is the same id: one refund never opens the payment of another (15.152)', async () => {
  const [first = '', second = ''] = await rejectWithPayments()
  const id = randomUUID()
  expect((await refund(id, first, 50_000)).status).toBe(200)
  expect((await refund(id.toUpperCase(), second, 50_000)).status).toBe(409)
  const other = randomUUID()
  expect((await refund(other, second, 50_000)).status).toBe(200)

  // An earlier version stored ids in capital letters.
  const upper = id.toUpperCase()
  const [{ row_id } = { row_id: '' }] = await bank.db
    .selectFrom('bank_match')
    .select('row_id')
    .where('record_id', '=', second)
    .execute()
  const spending_id = `${upper}.${row_id}`
  await bank.db.updateTable('bank_refund').set({ id: upper }).where('id', '=', other).execute()
  await bank.db.updateTable('bank_match').set({ spending_id }).where('record_id', '=', second).execute()
  await bank.db.updateTable('bank_spending').set({ spending_id }).where('row_id', '=', row_id).execute()
  expect((await undoRefund(id)).status).toBe(200)
  expect(await countHeldPayments()).toBe(1)
  expect((await undoRefund(upper)).status).toBe(200)
  expect(await countHeldPayments()).toBe(0)
})
