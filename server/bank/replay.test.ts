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
} from '../../tests/support/statements/at-the-desk'
import { test } from '../../tests/support/statements/desk-test'
import { readOnly, readQueue } from '../../tests/support/submissions'
import { transact } from '../db/transact'
import { reverseAllocations } from './allocate'

test('a press that is sent again after its minute names its own moment, in which undo is refused (14.12, 15.25)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await claimPass(festival, '3BCDFG')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const [press, many] = [randomUUID(), randomUUID()]
  const items = [itemOf(matchOf(await preview(ravi), 'reference'))]
  const { id, version } = await readOnly(ravi, '?state=submitted&bank=not-received')
  const verdict = { decision: 'reject', selection: { by: 'rows', rows: [{ id, version }] } }
  const send = async (): Promise<{ undoUntil: string }[]> => [
    await settle(ravi, items, press),
    await (await ravi.send('POST', '/api/desk/decisions/many', { id: many, ...verdict })).json(),
  ]
  const first = await send()
  festival.now = new Date(festival.now.getTime() + 120_000)
  const again = await send()
  expect(again.map(({ undoUntil }) => undoUntil)).toEqual(first.map(({ undoUntil }) => undoUntil))
  for (const one of [press, many]) expect((await ravi.send('POST', `/api/desk/decisions/${one}/undo`)).status).toBe(409)
})

test('one payment for two is taken back whole, by the decision about either: no half of it stays with the other (15.25)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  await claimPass(festival, '3BCDFG', '527400000001')
  await bring(asha, fileOf([pays('527400000001', 'for two', 100_000)]))
  const both = async () => settle(ravi, [itemOf(onlyOf(await preview(ravi)), { hasSeenFlags: true })])
  const { settled } = await both()
  const undone = await ravi.send('POST', `/api/desk/decisions/${settled[0]?.decision}/undo`)
  const { submissions, tooLate } = await undone.json()
  expect([submissions.length, tooLate]).toEqual([2, []])
  expect(await standing()).toEqual(Array(2).fill('submitted null'))
  expect(await festival.db.selectFrom('bank_spending').selectAll().execute()).toEqual([])

  // Where the other was decided anew since, none of it is taken back.
  const again = await both()
  const [one, other] = again.settled
  const withdrawn = { submission: other?.submission, version: other?.version, reasons: [], note: '' }
  const withdraw = { id: randomUUID(), decision: 'withdraw', ground: 'picture', ...withdrawn }
  expect((await ravi.send('POST', '/api/desk/decisions', withdraw)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/decisions/${one?.decision}/undo`)).status).toBe(409)
  expect((await standing()).sort()).toEqual(['verified bank', 'withdrawn null'])
})

test('a payment added to one and for another is open again when the other’s decision is taken back (15.25, 15.71)', async ({
  festival,
  ravi,
  asha,
}) => {
  for (const reference of ['K7Q4M2', '3BCDFG']) await claimPass(festival, reference)
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  await settle(ravi, [itemOf(matchOf(await preview(ravi), 'reference'))])
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2'), pays('527400000002', 'rent', 100_000)]))
  const unknown = matchOf(await preview(ravi), 'unknown')
  const expected = (await readQueue(ravi)).map(({ id, version }) => ({ id, version }))
  const rows = unknown.rows.map(({ id }) => id)
  const { settled } = await settle(ravi, [{ expected, rows, reason: 'showed the app at the desk' }])
  expect(settled.map(({ decision }) => decision === null).sort()).toEqual([false, true])
  const decision = settled.find((one) => one.decision)?.decision
  expect((await ravi.send('POST', `/api/desk/decisions/${decision}/undo`)).status).toBe(200)
  expect(countKinds(await preview(ravi))).toEqual({ unknown: 1, 'not-received': 1 })
})

test('a file that takes very many payments back at once is read (15.24)', async ({ festival }) => {
  const ids = Array.from({ length: 70_000 }, (_none, index) => `row-${index}`)
  const taken = await transact(festival.db, (transaction) => reverseAllocations(transaction, ids, randomUUID()))
  expect([...taken]).toEqual([])
})
