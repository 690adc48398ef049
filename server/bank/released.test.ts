import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Refunds } from '../../festival/desk/refunds'
import { decideWithin } from '../../tests/support/corrections'
import {
  allOf,
  bring,
  claimPass,
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
