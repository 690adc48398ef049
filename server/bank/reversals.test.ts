import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  bring,
  claimPass,
  countKinds,
  fileOf,
  itemOf,
  matchOf,
  onlyOf,
  pays,
  preview,
  settle,
  settleTicked,
} from '../../tests/support/statements/at-the-desk'
import { test } from '../../tests/support/statements/desk-test'
import { decideOn, readOnly, readQueue } from '../../tests/support/submissions'

test('a reversal in a later file takes the match back and flags the verified record (15.24)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bring(asha, fileOf([paid]))
  await settleTicked(ravi)
  const back = { ...pays('527400000001', 'K7Q4M2', -50_000), narration: 'UPI/REV/527400000001/ASHA/HDFC' }
  const id = randomUUID()
  const brought = await bring(asha, fileOf([paid, back]), id)
  expect(brought).toMatchObject({ known: 1, takenBack: [{ amount: 50_000 }] })
  expect(await bring(asha, fileOf([paid, back]), id)).toEqual(brought)
  const row = await readOnly(ravi)
  expect([row.state, row.ground, row.flags]).toEqual(['verified', 'picture', ['payment-reversed']])
  const { rows } = onlyOf(await preview(ravi))
  const lie = { expected: [{ id: row.id, version: row.version }], rows: rows.map(({ id: one }) => one), reason: 'paid' }
  expect((await settle(ravi, [lie])).skipped).toMatchObject([{ why: 'reversed' }])
  const { flagList } = await (await ravi.get(`/api/desk/submissions/${row.id}`)).json()
  expect(flagList[0].detail).toBe('The bank took ₹500.00 of 2025-10-01 back.')
  expect((await (await ravi.get('/api/desk/audit?action=payment-reversed')).json()).entries).toHaveLength(1)
})

test('a part that the bank took back flags its verified record, which the list finds; nobody is matched by the rest (15.10, 15.24)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  await claimPass(festival, '3BCDFG', '527400000002')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')] as const
  await bring(asha, fileOf(paid.slice(0, 1)))
  await settleTicked(ravi)
  const partOf = (number: string, amount: number) => ({
    ...pays(number, '', -amount),
    narration: `UPI/REV/${number}/ASHA/HDFC`,
  })
  const later = fileOf([...paid, partOf('527400000001', 20_000), partOf('527400000002', 100)])
  expect(await bring(asha, later)).toMatchObject({ takenBack: [] })
  expect((await standing()).sort()).toEqual(['submitted null', 'verified bank'])
  const flagged = await readQueue(ravi, '?flag=payment-reversed')
  expect(flagged.map(({ state, flags }) => `${state} ${flags}`).sort()).toEqual([
    'submitted payment-reversed',
    'verified payment-reversed',
  ])
  const verified = await readOnly(ravi, '?flag=payment-reversed&state=verified')
  const { flagList } = await (await ravi.get(`/api/desk/submissions/${verified.id}`)).json()
  expect(flagList[0].detail).toBe('The bank took a part of ₹500.00 of 2025-10-01 back.')

  const shown = await preview(ravi)
  expect(countKinds(shown)).toEqual({ 'part-reversed': 1, 'partly-reversed': 1 })
  const perhaps = matchOf(shown, 'partly-reversed')
  expect([perhaps.isTicked, perhaps.settling]).toEqual([false, 'reason'])
  expect((await settle(ravi, [itemOf(perhaps, { hasSeenFlags: true })])).skipped).toMatchObject([{ why: 'reason' }])
  const accepted = { reason: 'the rupee was the bank’s fee' }
  expect((await settle(ravi, [itemOf(perhaps, accepted)])).settled).toHaveLength(1)
  expect(await readQueue(ravi, '?flag=payment-reversed&ground=bank')).toHaveLength(2)
})

test('what a reversal took back meanwhile verifies nobody again by an undo (15.24)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bring(asha, fileOf([paid]))
  await settleTicked(ravi)
  const reopened = await (await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })).json()
  const back = { ...pays('527400000001', 'K7Q4M2', -50_000), narration: 'UPI/REV/527400000001/ASHA/HDFC' }
  await bring(asha, fileOf([paid, back]))
  const answer = await ravi.send('POST', `/api/desk/decisions/${reopened.id}/undo`)
  expect(answer.status).toBe(409)
  expect(await standing()).toEqual(['submitted null'])
})
