import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { countKinds, fileOf, itemOf, matchOf, onlyOf, pays } from '../../tests/support/statements/at-the-desk'
import { test } from '../../tests/support/statements/desk-test'
import { decideOn, readOnly, readQueue } from '../../tests/support/submissions'

test('a reversal in a later file takes the match back and flags the verified record (15.24)', async ({ bank }) => {
  await bank.claim('K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bank.bring([paid])
  await bank.settleTicked()
  const back = { ...pays('527400000001', 'K7Q4M2', -50_000), narration: 'UPI/REV/527400000001/ASHA/HDFC' }
  const id = randomUUID()
  const brought = await bank.bring([paid, back], id)
  expect(brought).toMatchObject({ known: 1, takenBack: [{ amount: 50_000 }] })
  expect(await bank.bring([paid, back], id)).toEqual(brought)
  const row = await readOnly(bank.ravi)
  expect([row.state, row.ground, row.flags]).toEqual(['verified', 'picture', ['payment-reversed']])
  const { rows } = onlyOf(await bank.preview())
  const lie = { expected: [{ id: row.id, version: row.version }], rows: rows.map(({ id: one }) => one), reason: 'paid' }
  expect((await bank.settle([lie])).skipped).toMatchObject([{ why: 'reversed' }])
  const { flagList } = await bank.read(`submissions/${row.id}`)
  expect(flagList[0].detail).toBe('The bank took ₹500.00 of 2025-10-01 back.')
  expect((await bank.read('audit?action=payment-reversed')).entries).toHaveLength(1)
})

test('a part that the bank took back flags its verified record, which the list finds; nobody is matched by the rest (15.10, 15.24)', async ({
  bank,
}) => {
  await bank.claim('K7Q4M2', '527400000001')
  await bank.claim('3BCDFG', '527400000002')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')] as const
  await bank.bring(fileOf(paid.slice(0, 1)))
  await bank.settleTicked()
  const partOf = (number: string, amount: number) => ({
    ...pays(number, '', -amount),
    narration: `UPI/REV/${number}/ASHA/HDFC`,
  })
  const later = fileOf([...paid, partOf('527400000001', 20_000), partOf('527400000002', 100)])
  expect(await bank.bring(later)).toMatchObject({ takenBack: [] })
  expect(await bank.standing()).toEqual(['submitted null', 'verified bank'])
  const flagged = await readQueue(bank.ravi, '?flag=payment-reversed')
  expect(flagged.map(({ state, flags }) => `${state} ${flags}`).sort()).toEqual([
    'submitted payment-reversed',
    'verified payment-reversed',
  ])
  const verified = await readOnly(bank.ravi, '?flag=payment-reversed&state=verified')
  const { flagList } = await bank.read(`submissions/${verified.id}`)
  expect(flagList[0].detail).toBe('The bank took a part of ₹500.00 of 2025-10-01 back.')

  const shown = await bank.preview()
  expect(countKinds(shown)).toEqual({ 'part-reversed': 1, 'partly-reversed': 1 })
  const perhaps = matchOf(shown, 'partly-reversed')
  expect([perhaps.isTicked, perhaps.settling]).toEqual([false, 'reason'])
  expect((await bank.settle([itemOf(perhaps, { hasSeenFlags: true })])).skipped).toMatchObject([{ why: 'reason' }])
  const accepted = { reason: 'the rupee was the bank’s fee' }
  expect((await bank.settle([itemOf(perhaps, accepted)])).settled).toHaveLength(1)
  expect(await readQueue(bank.ravi, '?flag=payment-reversed&ground=bank')).toHaveLength(2)
})

test('what a reversal took back meanwhile verifies nobody again by an undo (15.24)', async ({ bank }) => {
  await bank.claim('K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bank.bring([paid])
  await bank.settleTicked()
  const reopened = await (await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })).json()
  const back = { ...pays('527400000001', 'K7Q4M2', -50_000), narration: 'UPI/REV/527400000001/ASHA/HDFC' }
  await bank.bring([paid, back])
  const answer = await bank.undo(reopened.id)
  expect(answer.status).toBe(409)
  expect(await bank.standing()).toEqual(['submitted null'])
})
