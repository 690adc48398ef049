import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Overview } from '../../festival/contract/overview'
import { decideOn, readOnly } from '../../tests/support/entries'
import {
  bank,
  findMatch,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

test('counts and lists verified entries that paid ₹50 too little (14.110)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('K7Q4N3')
  await bank.importStatement([
    pays('527400000001', 'K7Q4M2', 45_000),
    pays('527400000002', 'K7Q4N3', 50_000),
  ])
  await bank.settleTicked()
  await bank.settle([
    makeItem(findMatch(await bank.preview(), 'wrong-amount'), { reason: 'the fee of last week' }),
  ])

  const { short, received, unsettled }: Overview = await bank.read('overview')
  expect({ short, received, unsettled }).toEqual({
    short: { count: 1, sum: 5_000 },
    received: { count: 2, sum: 95_000 },
    unsettled: { count: 0, sum: 0 },
  })
  await decideOn(bank.ravi, await readOnly(bank.ravi, '?short=accepted'), { decision: 'reopen' })
  expect(await bank.read('overview')).toMatchObject({
    short: { count: 0, sum: 0 },
    unsettled: { count: 1, sum: 45_000 },
  })
})

test('does not count a fee that was refunded after the event was cancelled (14.110)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2', 50_000)])
  await bank.settleTicked()
  const { refunds } = await bank.read('refunds')
  expect(refunds).toEqual([])
  const { id: entryId } = await readOnly(bank.ravi)
  await bank.db
    .insertInto('refund')
    .values({
      id: randomUUID(),
      entry_id: entryId,
      kind: 'returned',
      amount: 50_000,
      note: 'UPI',
      actor: 'asha@college.test',
      at: '2025-10-10T09:00:00.000Z',
    })
    .execute()
  expect(await bank.read('overview')).toMatchObject({ short: { count: 0, sum: 0 } })
})
