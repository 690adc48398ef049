import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Refunds } from '../../festival/desk/bank'
import { decideWithin } from '../../tests/support/corrections'
import {
  allOf,
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
import type { TestApp } from '../../tests/support/test-app'
import { isPostgres } from '../db/engines'
import { transact } from '../db/transact'
import { reverseAllocations } from './allocate'

test('a payment of which money was given back verifies nobody again, reopened or taken back (15.53)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bring(asha, fileOf(paid.slice(0, 1)))
  await settleTicked(ravi)
  const rejected = await (
    await decideOn(ravi, await readOnly(ravi), { decision: 'reject', reasons: [{ key: 'name-wrong' }] })
  ).json()
  const { id: submission } = await readOnly(ravi)
  const back = { id: randomUUID(), submission, amount: 50_000 }
  expect((await ravi.send('POST', '/api/desk/refunds', back)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/decisions/${rejected.id}/undo`)).status).toBe(409)
  expect(await standing()).toEqual(['rejected null'])

  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  expect(allOf(await preview(ravi))).toEqual([])
  expect(await festival.db.selectFrom('bank_spending').select('row_id').execute()).toHaveLength(1)
  const [row] = await festival.db.selectFrom('bank_row').select('id').execute()
  const { version } = await readOnly(ravi)
  const lie = { expected: [{ id: submission, version }], rows: [row?.id], reason: 'paid' }
  expect((await settle(ravi, [lie])).skipped).toMatchObject([{ why: 'allocated' }])
  expect(await standing()).toEqual(['submitted null'])

  // A second payment counts in full: the one that went back is neither owed nor kept.
  await bring(asha, fileOf(paid))
  const again = onlyOf(await preview(ravi))
  const accepted = { difference: 50_000, reason: 'the first was given back' }
  expect((await settle(ravi, [itemOf(again, accepted)])).settled).toHaveLength(1)
  expect(await standing()).toEqual(['verified bank'])
  const { refunds }: Refunds = await (await ravi.get('/api/desk/refunds')).json()
  expect(refunds).toEqual([])
})

/** Takes a decision in a transaction that stays open until the other one waits for it, or is done (PostgreSQL). */
const decideBeside = async <Answer>(
  festival: TestApp,
  recordId: string,
  decision: 'reopen',
  other: () => Promise<Answer>,
): Promise<Answer> => {
  let others: Promise<Answer> | undefined
  await transact(festival.db, async (transaction) => {
    expect((await decideWithin(festival, transaction, recordId, { decision })).is).toBe('taken')
    if (!isPostgres(transaction)) return
    let isDone = false
    others = other().finally(() => {
      isDone = true
    })
    const countWaiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
        transaction,
      )
      return rows.length
    }
    while (!isDone && (await countWaiting()) === 0);
  })
  return others ?? other()
}

test('two people who reopen two friends at once free their one payment, which is then spent on nobody (15.54)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  await claimPass(festival, '3BCDFG', '527400000001')
  await bring(asha, fileOf([pays('527400000001', 'for two', 100_000)]))
  await settle(ravi, [itemOf(onlyOf(await preview(ravi)), { hasSeenFlags: true })])
  const [one, other] = await readQueue(ravi)
  if (!one || !other) throw new Error('nobody is verified')
  const answer = await decideBeside(festival, one.id, 'reopen', () => decideOn(ravi, other, { decision: 'reopen' }))
  expect(answer.status).toBe(200)
  expect(await festival.db.selectFrom('bank_spending').selectAll().execute()).toEqual([])
  expect(onlyOf(await preview(ravi)).kind).toBe('for-several')
})

test('a payment that is added while its record is put back among the waiting is spent on nobody (15.54)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bring(asha, fileOf(paid.slice(0, 1)))
  await settleTicked(ravi)
  await bring(asha, fileOf(paid))
  const item = itemOf(matchOf(await preview(ravi), 'twice'))
  const { id } = await readOnly(ravi)
  const answer = await decideBeside(festival, id, 'reopen', () => settle(ravi, [item]))
  expect([answer.settled, answer.skipped[0]?.why]).toEqual([[], 'stale'])
  expect(await standing()).toEqual(['submitted null'])
  expect(await festival.db.selectFrom('bank_spending').selectAll().execute()).toEqual([])
})

test('a payment that is added counts as a change: who saw the record before decides nothing (15.54)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bring(asha, fileOf(paid.slice(0, 1)))
  await settleTicked(ravi)
  await bring(asha, fileOf(paid))
  const seen = await readOnly(ravi)
  const { settled } = await settle(ravi, [itemOf(matchOf(await preview(ravi), 'twice'))])
  expect(settled).toMatchObject([{ decision: null, version: seen.version + 1 }])
  const late = await decideOn(ravi, seen, { decision: 'reopen' })
  expect([late.status, (await late.json()).code]).toEqual([409, 'stale'])
})

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
