import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideNow, handOver, readCash, register, takeCash } from '../../tests/support/cash'
import { organisers } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, makeFile, pays, startBank } from '../../tests/support/statements/bank-desk'
import { isPostgres } from '../db/engines'

startBank()

const { verifier, admin } = organisers

const mostWhole = Number.MAX_SAFE_INTEGER

test('refuses implausible amounts in every call that accepts an amount (14.172)', async () => {
  const { ravi, asha } = bank
  const entryId = await register()
  const { version } = (await bank.read(`entries/${entryId}`)) as { version: number }
  for (const amount of [10_000_001, mostWhole]) {
    const pay = { decision: 'verify', source: 'cash', cash: amount, difference: amount - 50_000 }
    expect((await decideNow(ravi, entryId, pay)).status, `cash ${amount}`).toBe(422)
  }
  const seen = { expected: [{ id: entryId, version }], rows: ['row'], reason: 'by hand' }
  const money = { id: randomUUID(), entryId, note: 'UPI' }
  for (const [name, answer] of Object.entries({
    handover: handOver(ravi, admin, 1_000_000_001),
    refund: sendRefund(ravi, { ...money, amount: 10_000_000_001 }),
    difference: ravi.send('POST', '/api/desk/bank/settlements', {
      id: randomUUID(),
      items: [{ ...seen, difference: mostWhole }],
    }),
    correction: decideNow(ravi, entryId, {
      decision: 'ask-correction',
      reasons: [{ key: 'amount-short', difference: 100_001 }],
    }),
    statement: asha.send('POST', '/api/desk/bank/imports', {
      id: randomUUID(),
      ...makeFile([pays('527400000001', 'K7Q4M2', 10_000_000_001)]),
    }),
  })) {
    expect((await answer).status, name).toBe(422)
  }
})

test('shows the overview and cash page despite a damaged amount, and allows its removal (14.172)', async () => {
  const { ravi, festival } = bank
  const { entryId } = await takeCash(ravi, 'one@college.test')
  await takeCash(ravi, 'two@college.test')
  // PostgreSQL stores amounts of cash in 32 bits.
  const amount = isPostgres(festival.db) ? 2_147_483_647 : mostWhole
  await festival.db
    .updateTable('review')
    .set({ cash_amount: amount })
    .where('entry_id', '=', entryId)
    .execute()
  await festival.db.updateTable('cash_move').set({ amount }).where('id', '=', entryId).execute()
  for (const path of [
    'cash',
    'overview',
    'refunds',
    `entries/${entryId}`,
    'entries?short=accepted',
  ]) {
    expect((await ravi.get(`/api/desk/${path}`)).status, path).toBe(200)
  }
  expect((await handOver(ravi, admin, 10_000)).status).toBe(200)
  expect(
    (await readCash(ravi)).holders.find(({ holder }) => holder === verifier)?.holds,
  ).toBeGreaterThan(2_000_000_000)
  const handover = (await readCash(ravi)).moves.find(({ kind }) => kind === 'handover')
  expect((await ravi.send('POST', `/api/desk/cash/${handover?.id}/undo`)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/cash/${entryId}/undo`)).status).toBe(200)
  expect((await readCash(ravi)).holders).toMatchObject([{ holder: verifier, holds: 30_000 }])
})
