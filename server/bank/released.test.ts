import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Refunds } from '../../festival/contract/bank'
import { decideWithin } from '../../tests/support/corrections'
import { decideOn, readOnly, readQueue } from '../../tests/support/entries'
import { sendRefund } from '../../tests/support/refunds'
import {
  bank,
  countKinds,
  findMatch,
  getOnlyMatch,
  listMatches,
  makeFile,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'
import type { TestApp } from '../../tests/support/test-app'
import { isPostgres } from '../db/engines'
import { transact } from '../db/transact'
import { reverseAllocations } from './allocate'

startBank()

test('does not verify an entry with a payment that was refunded in the meantime (15.53)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bank.importStatement(makeFile(paid.slice(0, 1)))
  await bank.settleTicked()
  const rejected = await (
    await decideOn(bank.ravi, await readOnly(bank.ravi), {
      decision: 'reject',
      reasons: [{ key: 'name-wrong' }],
    })
  ).json()
  const { id: entryId } = await readOnly(bank.ravi)
  const back = { id: randomUUID(), entryId, amount: 50_000 }
  expect((await sendRefund(bank.ravi, back)).status).toBe(200)
  expect((await bank.undo(rejected.id)).status).toBe(409)
  expect(await bank.readStates()).toEqual(['rejected null'])

  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  expect(listMatches(await bank.preview())).toEqual([])
  expect(await bank.db.selectFrom('allocated_row').select('row_id').execute()).toHaveLength(1)
  const [row] = await bank.db.selectFrom('bank_row').select('id').execute()
  const { version } = await readOnly(bank.ravi)
  const falseItem = { expected: [{ id: entryId, version }], rows: [row?.id], reason: 'paid' }
  expect((await bank.settle([falseItem])).skipped).toMatchObject([{ why: 'allocated' }])
  expect(await bank.readStates()).toEqual(['submitted null'])

  await bank.importStatement(makeFile(paid))
  const again = getOnlyMatch(await bank.preview())
  const accepted = { difference: 50_000, reason: 'the first was given back' }
  expect((await bank.settle([makeItem(again, accepted)])).settled).toHaveLength(1)
  expect(await bank.readStates()).toEqual(['verified bank'])
  const { refunds }: Refunds = await bank.read('refunds')
  expect(refunds).toEqual([])
})

/**
 * On PostgreSQL, keeps the decision's transaction open until `other` waits for the lock or ends.
 */
const decideConcurrently = async <Answer>(
  festival: TestApp,
  entryId: string,
  decision: 'reopen',
  other: () => Promise<Answer>,
): Promise<Answer> => {
  let others: Promise<Answer> | undefined
  await transact(festival.db, async (transaction) => {
    expect((await decideWithin(festival, transaction, entryId, { decision })).is).toBe('taken')
    if (!isPostgres(transaction)) {
      return
    }
    let isDone = false
    others = other().finally(() => {
      isDone = true
    })
    const countWaiting = async () => {
      const { rows } =
        await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
          transaction,
        )
      return rows.length
    }
    while (!isDone && (await countWaiting()) === 0) {}
  })
  return others ?? other()
}

test('releases a shared payment when both entries are reopened concurrently (15.54)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'for two', 100_000)])
  await bank.settle([makeItem(getOnlyMatch(await bank.preview()), { hasSeenFlags: true })])
  const [one, other] = await readQueue(bank.ravi)
  if (!one || !other) {
    throw new Error('There are not two verified entries')
  }
  const answer = await decideConcurrently(bank.festival, one.id, 'reopen', () =>
    decideOn(bank.ravi, other, { decision: 'reopen' }),
  )
  expect(answer.status).toBe(200)
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toEqual([])
  expect(getOnlyMatch(await bank.preview()).kind).toBe('for-several')
})

test('does not add a payment to an entry that is being reopened (15.54)', async () => {
  await bank.expectPayment('K7Q4M2')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bank.importStatement(makeFile(paid.slice(0, 1)))
  await bank.settleTicked()
  await bank.importStatement(makeFile(paid))
  const item = makeItem(findMatch(await bank.preview(), 'twice'))
  const { id } = await readOnly(bank.ravi)
  const answer = await decideConcurrently(bank.festival, id, 'reopen', () => bank.settle([item]))
  expect([answer.settled, answer.skipped[0]?.why]).toEqual([[], 'stale'])
  expect(await bank.readStates()).toEqual(['submitted null'])
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toEqual([])
})

test('refuses a decision as stale if a payment was added after the organiser loaded the entry (15.54)', async () => {
  await bank.expectPayment('K7Q4M2')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bank.importStatement(makeFile(paid.slice(0, 1)))
  await bank.settleTicked()
  await bank.importStatement(makeFile(paid))
  const seen = await readOnly(bank.ravi)
  const { settled } = await bank.settle([makeItem(findMatch(await bank.preview(), 'twice'))])
  expect(settled).toMatchObject([{ decision: null, version: seen.version + 1 }])
  const late = await decideOn(bank.ravi, seen, { decision: 'reopen' })
  expect([late.status, (await late.json()).code]).toEqual([409, 'stale'])
})

test('returns the original undo deadline to a repeated request (14.12, 15.25)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const press = randomUUID()
  const many = randomUUID()
  const items = [makeItem(findMatch(await bank.preview(), 'reference'))]
  const { id, version } = await readOnly(bank.ravi, '?state=submitted&bank=not-received')
  const verdict = { decision: 'reject', selection: { by: 'rows', rows: [{ id, version }] } }
  const send = async (): Promise<{ undoUntil: string }[]> => [
    await bank.settle(items, press),
    await (
      await bank.ravi.send('POST', '/api/desk/decisions/many', { id: many, ...verdict })
    ).json(),
  ]
  const first = await send()
  bank.festival.now = new Date(bank.festival.now.getTime() + 120_000)
  const again = await send()
  expect(again.map(({ undoUntil }) => undoUntil)).toEqual(first.map(({ undoUntil }) => undoUntil))
  for (const one of [press, many]) {
    expect((await bank.undo(one)).status).toBe(409)
  }
})

test('undoing one of two decisions that share a payment undoes both (15.25)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'for two', 100_000)])
  const both = async () =>
    bank.settle([makeItem(getOnlyMatch(await bank.preview()), { hasSeenFlags: true })])
  const { settled } = await both()
  const undone = await bank.ravi.send('POST', `/api/desk/decisions/${settled[0]?.decision}/undo`)
  const { entries, tooLate } = await undone.json()
  expect([entries.length, tooLate]).toEqual([2, []])
  expect(await bank.readStates()).toEqual(Array(2).fill('submitted null'))
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toEqual([])

  const again = await both()
  const [one, other] = again.settled
  const withdrawn = {
    entryId: other?.entryId,
    version: other?.version,
    reasons: [],
    note: '',
  }
  const withdraw = { id: randomUUID(), decision: 'withdraw', source: 'picture', ...withdrawn }
  expect((await bank.ravi.send('POST', '/api/desk/decisions', withdraw)).status).toBe(200)
  expect((await bank.ravi.send('POST', `/api/desk/decisions/${one?.decision}/undo`)).status).toBe(
    409,
  )
  expect(await bank.readStates()).toEqual(['verified bank', 'withdrawn null'])
})

test('keeps a shared payment allocated to one entry when the other is reopened (15.25)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'for two', 100_000)])
  const { expected, rows } = makeItem(getOnlyMatch(await bank.preview()))
  await bank.settle([{ expected, rows, hasSeenFlags: true }])
  await decideOn(bank.ravi, (await readQueue(bank.ravi))[0] ?? { id: '', version: 0 }, {
    decision: 'reopen',
  })
  const { id, version } = await readOnly(bank.ravi, '?state=submitted')
  const falseItem = { expected: [{ id, version }], rows, reason: 'paid', hasSeenFlags: true }
  expect((await bank.settle([falseItem])).skipped).toMatchObject([{ why: 'allocated' }])
})

test('undoing a decision releases its payment, even if a verified entry shares it (15.25, 15.71)', async () => {
  for (const reference of ['K7Q4M2', '3BCDFG']) {
    await bank.expectPayment(reference)
  }
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  await bank.settle([makeItem(findMatch(await bank.preview(), 'reference'))])
  await bank.importStatement([
    pays('527400000001', 'K7Q4M2'),
    pays('527400000002', 'rent', 100_000),
  ])
  const unknown = findMatch(await bank.preview(), 'unknown')
  const expected = (await readQueue(bank.ravi)).map(({ id, version }) => ({ id, version }))
  const rows = unknown.rows.map(({ id }) => id)
  const { settled } = await bank.settle([{ expected, rows, reason: 'showed the app at the desk' }])
  expect(settled.map(({ decision }) => decision === null).sort()).toEqual([false, true])
  const decision = settled.find((entry) => entry.decision)?.decision
  expect((await bank.undo(decision ?? '')).status).toBe(200)
  expect(countKinds(await bank.preview())).toEqual({ unknown: 1, 'not-received': 1 })
})

test('allocates a payment again when the reopening of its entry is undone (15.25)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  await bank.settleTicked()
  const reopened = await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  expect((await bank.undo((await reopened.json()).id)).status).toBe(200)
  expect(await bank.readStates()).toEqual(['verified bank'])
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toHaveLength(1)
  expect(listMatches(await bank.preview())).toEqual([])
})

test('accepts a file with tens of thousands of reversals (15.24)', async () => {
  const ids = Array.from({ length: 70_000 }, (_none, index) => `row-${index}`)
  const taken = await transact(bank.db, (transaction) =>
    reverseAllocations(transaction, ids, randomUUID()),
  )
  expect([...taken]).toEqual([])
})

test('undoes a match and flags the entry after a reversal in a later file (15.24)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bank.importStatement([paid])
  await bank.settleTicked()
  const back = {
    ...pays('527400000001', 'K7Q4M2', -50_000),
    narration: 'UPI/REV/527400000001/ASHA/HDFC',
  }
  const id = randomUUID()
  const brought = await bank.importStatement([paid, back], id)
  expect(brought).toMatchObject({ known: 1, reversedAllocations: [{ amount: 50_000 }] })
  expect(await bank.importStatement([paid, back], id)).toEqual(brought)
  const row = await readOnly(bank.ravi)
  expect([row.state, row.source, row.flags]).toEqual(['verified', 'picture', ['payment-reversed']])
  const { rows } = getOnlyMatch(await bank.preview())
  const falseItem = {
    expected: [{ id: row.id, version: row.version }],
    rows: rows.map(({ id: one }) => one),
    reason: 'paid',
  }
  expect((await bank.settle([falseItem])).skipped).toMatchObject([{ why: 'reversed' }])
  const { flagList } = await bank.read(`entries/${row.id}`)
  expect(flagList[0].detail).toBe('The bank reversed ₹500 paid on Wed 1 Oct.')
  expect((await bank.read('audit?action=payment-reversed')).lines).toHaveLength(1)
})

test('flags an entry after a partial reversal, and does not match the rest (15.10, 15.24)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.expectPayment('3BCDFG', '527400000002')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')] as const
  await bank.importStatement(makeFile(paid.slice(0, 1)))
  await bank.settleTicked()
  const partOf = (number: string, amount: number) => ({
    ...pays(number, '', -amount),
    narration: `UPI/REV/${number}/ASHA/HDFC`,
  })
  const later = makeFile([...paid, partOf('527400000001', 20_000), partOf('527400000002', 100)])
  expect(await bank.importStatement(later)).toMatchObject({ reversedAllocations: [] })
  expect(await bank.readStates()).toEqual(['submitted null', 'verified bank'])
  const flagged = await readQueue(bank.ravi, '?flag=payment-reversed')
  expect(flagged.map(({ state, flags }) => `${state} ${flags}`).sort()).toEqual([
    'submitted payment-reversed',
    'verified payment-reversed',
  ])
  const verified = await readOnly(bank.ravi, '?flag=payment-reversed&state=verified')
  const { flagList } = await bank.read(`entries/${verified.id}`)
  expect(flagList[0].detail).toBe('The bank reversed part of ₹500 paid on Wed 1 Oct.')

  const shown = await bank.preview()
  expect(countKinds(shown)).toEqual({ 'reversed-in-part': 1, 'partly-reversed': 1 })
  const doubtfulMatch = findMatch(shown, 'partly-reversed')
  expect([doubtfulMatch.isTicked, doubtfulMatch.settling]).toEqual([false, 'reason'])
  expect(
    (await bank.settle([makeItem(doubtfulMatch, { hasSeenFlags: true })])).skipped,
  ).toMatchObject([{ why: 'reason' }])
  const accepted = { reason: 'the rupee was the bank’s fee' }
  expect((await bank.settle([makeItem(doubtfulMatch, accepted)])).settled).toHaveLength(1)
  expect(await readQueue(bank.ravi, '?flag=payment-reversed&source=bank')).toHaveLength(2)
})

test('does not restore a payment on undo if the bank has reversed it (15.24)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  await bank.importStatement([paid])
  await bank.settleTicked()
  const reopened = await (
    await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  ).json()
  const back = {
    ...pays('527400000001', 'K7Q4M2', -50_000),
    narration: 'UPI/REV/527400000001/ASHA/HDFC',
  }
  await bank.importStatement([paid, back])
  const answer = await bank.undo(reopened.id)
  expect(answer.status).toBe(409)
  expect(await bank.readStates()).toEqual(['submitted null'])
})
