import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Refunds } from '../../festival/contract/bank'
import { decideOn, readEntry, readOnly, readQueue } from '../../tests/support/entries'
import { type Desk, organisers, readEmails, readNewestEmail } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import {
  bank,
  countTicked,
  findMatch,
  getOnlyMatch,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

/** Also checks that the overview counts the same refunds (14.110). */
const readRefunds = async (desk: Desk): Promise<Refunds> => {
  const listed: Refunds = await (await desk.get('/api/desk/refunds')).json()
  const { back } = await bank.read('overview')
  expect(back).toEqual({ count: listed.refunds.length, sum: listed.sums.due })
  return listed
}
const note = (desk: Desk, body: object) => sendRefund(desk, { id: randomUUID(), ...body })

test('lists payments for rejected and withdrawn entries as due for a refund (15.60)', async () => {
  await bank.expectPayment('K7Q4M2')
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const shown = getOnlyMatch(await bank.preview())
  expect([shown.kind, shown.settling, shown.isTicked]).toEqual(['not-accepted', 'never', false])
  expect(await readRefunds(bank.ravi)).toMatchObject({
    refunds: [
      {
        why: 'not-accepted',
        received: 50_000,
        amount: 50_000,
        moneyChoice: null,
        rows: [{ amount: 50_000 }],
      },
    ],
    sums: { due: 50_000, returned: 0, kept: 0 },
  })

  await bank.expectPayment('3BCDFG')
  await bank.importStatement([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')])
  const second = (await readQueue(bank.ravi)).find(({ state }) => state === 'submitted')
  if (!second) {
    throw new Error('There is no pending entry')
  }
  await decideOn(bank.ravi, second, { decision: 'withdraw' })
  expect((await readRefunds(bank.ravi)).refunds.map(({ amount }) => amount)).toEqual([
    50_000, 50_000,
  ])
  expect((await readEntry(bank.ravi, second.id)).bankRows).toMatchObject([
    { paymentStatus: 'names-it' },
  ])
})

test('does not verify an entry with a payment that was refunded (15.53, 15.61)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const { id: entryId } = await readOnly(bank.ravi)
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  expect((await note(bank.ravi, { entryId, amount: 30_000, outcome: 'kept' })).status).toBe(422)
  const kept = await note(bank.ravi, {
    entryId,
    amount: 30_000,
    outcome: 'kept',
    note: 'a pass is not refundable',
  })
  expect(kept.status).toBe(200)
  expect(await readRefunds(bank.ravi)).toMatchObject({
    refunds: [{ amount: 20_000, kept: 30_000, returned: 0 }],
  })
  await note(bank.ravi, { entryId, amount: 20_000, note: 'UPI' })
  const left = await readRefunds(bank.ravi)
  expect(left).toMatchObject({
    refunds: [],
    sums: { due: 0, returned: 20_000, kept: 30_000 },
    recorded: expect.arrayContaining([
      expect.objectContaining({
        outcome: 'returned',
        amount: 20_000,
        note: 'UPI',
        by: organisers.verifier,
        entryId,
      }),
      expect.objectContaining({
        outcome: 'kept',
        amount: 30_000,
        note: 'a pass is not refundable',
      }),
    ]),
  })
  const { timeline } = await readEntry(bank.ravi, entryId)
  expect(timeline.map(({ what, amount }) => [what, amount]).filter(([, amount]) => amount)).toEqual(
    expect.arrayContaining([
      ['kept', 30_000],
      ['returned', 20_000],
    ]),
  )
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  expect(countTicked(await bank.preview())).toBe(0)
  const row =
    left.recorded.length > 0 &&
    (await bank.db.selectFrom('bank_row').select('id').executeTakeFirst())
  const { id, version } = await readOnly(bank.ravi)
  const falseItem = { expected: [{ id, version }], rows: [row ? row.id : ''], hasSeenFlags: true }
  expect((await bank.settle([falseItem])).settled).toEqual([])
  expect(await bank.readStates()).toEqual(['submitted null'])
})

test('can verify an entry with a payment that was recorded as not refunded (15.53)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const { id: entryId } = await readOnly(bank.ravi)
  const keep = { entryId, amount: 50_000, outcome: 'kept', note: 'a pass is not refundable' }
  const { id } = await (
    await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  ).json()
  expect((await note(bank.ravi, keep)).status).toBe(200)
  expect((await bank.undo(id)).status).toBe(200)
  await bank.settleTicked()
  expect(await bank.readStates()).toEqual(['verified bank'])

  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  await bank.settleTicked()
  expect(await bank.readStates()).toEqual(['verified bank'])
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toHaveLength(1)
  expect(await readRefunds(bank.ravi)).toMatchObject({
    refunds: [],
    sums: { due: 0, returned: 0, kept: 50_000 },
  })
})

test('can verify a reopened entry with its earlier cash payment if that was recorded as not refunded (15.53)', async () => {
  await bank.expectPayment('K7Q4M2')
  const { id: entryId } = await readOnly(bank.ravi)
  await bank.db
    .updateTable('review')
    .set({ cash_amount: 50_000, cash_by: organisers.verifier })
    .execute()
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  await note(bank.ravi, {
    entryId,
    amount: 50_000,
    outcome: 'kept',
    note: 'a pass is not refundable',
  })
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  expect(
    (await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'verify' })).status,
  ).toBe(200)
  expect(await bank.readStates()).toEqual(['verified cash'])
})

test('lists a rejected entry’s cash as due for a refund, and does not reuse refunded cash (15.53, 15.60)', async () => {
  await bank.expectPayment('K7Q4M2')
  const { id: entryId } = await readOnly(bank.ravi)
  await bank.db
    .updateTable('review')
    .set({ cash_amount: 50_000, cash_by: organisers.verifier })
    .execute()
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  expect((await readRefunds(bank.ravi)).refunds).toMatchObject([
    { received: 50_000, cash: 50_000, rows: [] },
  ])
  await note(bank.ravi, { entryId, amount: 50_000, note: 'cash' })
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  expect(
    (await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'verify' })).status,
  ).toBe(409)
})

test('explains in the rejection e-mail what happens to the money, if that has been decided (14.100)', async () => {
  for (const [code, money, said] of [
    ['K7Q4M2', undefined, /refund/],
    ['3BCDFG', 'give-back', /We will refund/],
    ['9XYZ22', 'keep', /will not be refunded/],
  ] as const) {
    await bank.expectPayment(code)
    const row = await readOnly(bank.ravi, '?state=submitted')
    await decideOn(bank.ravi, row, { decision: 'reject', money })
    bank.festival.passSeconds(61)
    const mail = await readNewestEmail(bank.festival, row.email)
    expect([money, said.test(mail)]).toEqual([money, money !== undefined])
  }
  const [row] = await readQueue(bank.ravi)
  if (!row) {
    throw new Error('There is no entry')
  }
  expect((await decideOn(bank.ravi, row, { decision: 'verify', money: 'keep' })).status).toBe(422)
})

test('uses the latest decision about a rejected entry’s money (15.60)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  for (const decision of [
    { decision: 'reject', money: 'keep' },
    { decision: 'reopen' },
    { decision: 'reject', money: 'give-back' },
  ]) {
    await decideOn(bank.ravi, await readOnly(bank.ravi), decision)
  }
  expect((await readRefunds(bank.ravi)).refunds).toMatchObject([{ moneyChoice: 'give-back' }])
})

test('releases only the payment that was not refunded when an entry is reopened (15.53)', async () => {
  await bank.expectPayment('K7Q4M2')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  await bank.importStatement(paid.slice(0, 1))
  await bank.settleTicked()
  bank.festival.passSeconds(60)
  await bank.importStatement(paid)
  expect(
    (await bank.settle([makeItem(findMatch(await bank.preview(), 'twice'))])).settled,
  ).toHaveLength(1)
  const { id: entryId } = await readOnly(bank.ravi)
  expect((await note(bank.ravi, { entryId, amount: 50_000, note: 'UPI' })).status).toBe(200)
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  const { bankRows } = await readEntry(bank.ravi, entryId)
  expect(bankRows.map(({ narration, paymentStatus }) => [narration, paymentStatus]).sort()).toEqual(
    [
      [paid[0]?.narration, 'names-it'],
      [paid[1]?.narration, 'allocated'],
    ],
  )
})

test('makes a payment available to any entry once its refund is undone (14.154)', async () => {
  await bank.expectPayment('K7Q4M2')
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const [row] = getOnlyMatch(await bank.preview()).rows
  const refund = {
    id: randomUUID(),
    entryId: (await readOnly(bank.ravi)).id,
    amount: 50_000,
    note: 'UPI',
  }
  expect((await note(bank.ravi, refund)).status).toBe(200)
  expect((await bank.ravi.send('POST', `/api/desk/refunds/${refund.id}/undo`)).status).toBe(200)
  await bank.expectPayment('3BCDFG')
  const { id, version } = await readOnly(bank.ravi, '?state=submitted')
  const item = { expected: [{ id, version }], rows: [row?.id], reason: 'it was for a friend' }
  expect((await bank.settle([item])).skipped).toEqual([])
})

test('sends one e-mail about a refund, after a minute, with amount and note (15.142)', async () => {
  const { ravi, festival } = bank
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const { id: entryId, email } = await readOnly(ravi)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject', isSilent: true })
  const read = async () => (await readEmails(festival, /^Your refund: /)).map(({ to }) => to)
  const undone = randomUUID()
  expect((await note(ravi, { id: undone, entryId, amount: 50_000, note: 'UPI' })).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/refunds/${undone}/undo`)).status).toBe(200)
  festival.passSeconds(61)
  expect(await read()).toEqual([])

  const refund = { id: randomUUID(), entryId, amount: 20_000, note: 'UPI to the same number' }
  for (const _twice of [1, 2]) {
    expect((await note(ravi, refund)).status).toBe(200)
  }
  expect(
    (await note(ravi, { entryId, amount: 30_000, outcome: 'kept', note: 'agreed' })).status,
  ).toBe(200)
  expect(await read()).toEqual([])
  festival.passSeconds(61)
  expect(await read()).toEqual([email])
  const mail = await readNewestEmail(festival, email, 'refund')
  expect(mail).toContain('We have refunded ₹200 for your delegate pass')
  expect(mail).toContain('How it was sent: UPI to the same number')
})

test('refuses payees in a refund’s note, because the note is e-mailed (15.153)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const { id: entryId } = await readOnly(bank.ravi)
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  const words = 'Sent. Pay the fee again to cerebra.fest@okaxis'
  expect((await note(bank.ravi, { entryId, amount: 50_000, note: words })).status).toBe(422)
  expect((await readRefunds(bank.ravi)).sums.returned).toBe(0)
})

test('does not record an undone refund again if the request is repeated (15.154)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const { id: entryId } = await readOnly(bank.ravi)
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  const commands = [
    { id: randomUUID(), entryId, amount: 50_000, note: 'UPI' },
    { id: randomUUID(), entryId, amount: 50_000, note: 'agreed', outcome: 'kept' },
  ]
  for (const command of commands) {
    expect((await note(bank.ravi, command)).status).toBe(200)
    expect((await bank.ravi.send('POST', `/api/desk/refunds/${command.id}/undo`)).status).toBe(200)
    const again = await note(bank.ravi, command)
    expect([again.status, (await again.json()).detail]).toEqual([
      409,
      'The record of this refund was undone. If the money was sent, record it again.',
    ])
  }
  expect(await readRefunds(bank.ravi)).toMatchObject({
    recorded: [],
    sums: { due: 50_000, returned: 0, kept: 0 },
  })
})

test('refuses to reuse a refund id for another note, organiser or way of payment (15.155)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.db
    .updateTable('review')
    .set({ cash_amount: 50_000, cash_by: organisers.verifier })
    .execute()
  const { id: entryId } = await readOnly(bank.ravi)
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  const command = { id: randomUUID(), entryId, amount: 50_000, note: 'UPI' }
  for (const _twice of [1, 2]) {
    expect((await note(bank.ravi, command)).status).toBe(200)
  }
  expect((await note(bank.ravi, { ...command, isCash: true })).status).toBe(409)
  expect((await note(bank.ravi, { ...command, note: 'bank transfer' })).status).toBe(409)
  expect((await note(bank.asha, command)).status).toBe(409)
  expect((await readRefunds(bank.ravi)).sums.returned).toBe(50_000)
})

test('undoes a refund even if the rest is recorded as not refunded, but only after any later refund is undone (15.141)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const { id: entryId } = await readOnly(bank.ravi)
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reject' })
  const first = randomUUID()
  const later = randomUUID()
  await note(bank.ravi, { id: first, entryId, amount: 20_000, note: 'UPI' })
  await note(bank.ravi, { entryId, amount: 10_000, outcome: 'kept', note: 'agreed' })
  await note(bank.ravi, { id: later, entryId, amount: 20_000, note: 'UPI' })
  const undo = async (id: string) =>
    (await bank.ravi.send('POST', `/api/desk/refunds/${id}/undo`)).status
  expect([await undo(first), await undo(later), await undo(first)]).toEqual([409, 200, 200])
  expect((await readRefunds(bank.ravi)).sums).toEqual({ due: 40_000, returned: 0, kept: 10_000 })
})
