import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Refunds } from '../../festival/contract/bank'
import { builtFestival } from '../../festival/live/whole-edition'
import { decideOn, readOnly } from '../../tests/support/entries'
import { organisers } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import {
  bank,
  countTicked,
  findMatch,
  getOnlyMatch,
  listMatches,
  makeFile,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'
import { createMatcher } from '../bank/matches'
import { createSettle } from './settle'

startBank()

test('releases a payment when its decision is undone or its entry reopened, but not on rejection (15.25)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const press = randomUUID()
  await bank.settleTicked(press)
  expect((await bank.undo(press)).status).toBe(200)
  expect(await bank.readStates()).toEqual(['submitted null'])
  expect(countTicked(await bank.preview())).toBe(1)

  await bank.settleTicked()
  await decideOn(bank.ravi, await readOnly(bank.ravi), {
    decision: 'reject',
    reasons: [{ key: 'name-wrong' }],
  })
  const read = async (): Promise<Refunds> => bank.read('refunds')
  const [refund] = (await read()).refunds
  expect(refund).toMatchObject({ why: 'not-accepted', amount: 50_000, rows: [{ amount: 50_000 }] })
  const { id } = await (
    await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  ).json()
  expect(countTicked(await bank.preview())).toBe(1)
  await bank.undo(id)
  expect((await read()).refunds).toHaveLength(1)
  expect(countTicked(await bank.preview())).toBe(0)

  const back = { id: randomUUID(), entryId: refund?.entryId, amount: 20_000 }
  for (const _twice of [1, 2]) {
    await sendRefund(bank.ravi, back)
  }
  expect((await read()).refunds).toMatchObject([{ returned: 20_000, amount: 30_000 }])
})

test('verifies an entry with the payment whose UTR was read from the picture by OCR (15.6)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'UPI')])
  expect(countTicked(await bank.preview())).toBe(0)
  const { proofs } = await bank.read('ocr-results/unread')
  await bank.ravi.send('POST', '/api/desk/ocr-results', {
    items: [{ proof: proofs[0]?.proof, utr: '527400000001' }],
  })
  expect(countTicked(await bank.preview())).toBe(1)
  await bank.settleTicked()
  expect(await bank.readStates()).toEqual(['verified bank'])
})

test('undoing a reopening queues the verification e-mail again, even after the bank confirmed the payment (14.101, 15.22)', async () => {
  await bank.expectPayment('K7Q4M2')
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'verify' })
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  await bank.settleTicked()
  expect(await bank.readStates()).toEqual(['verified bank'])
  const reopened = await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  expect((await bank.undo((await reopened.json()).id)).status).toBe(200)
  expect(await bank.emails()).toBe(1)
})

test('undoes a whole settlement in the last second of its minute (14.12, 15.25)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')])
  const press = randomUUID()
  const items = listMatches(await bank.preview()).map((match) => makeItem(match))
  await bank.settle(items.slice(0, 1), press)
  bank.festival.passSeconds(40)
  const { undoUntil } = await bank.settle(items.slice(1), press)
  bank.festival.now = new Date(undoUntil)
  while (await bank.festival.outbox.deliverDue()) {}
  expect(await (await bank.undo(press)).json()).toMatchObject({ tooLate: [] })
  expect(await bank.readStates()).toEqual(['submitted null', 'submitted null'])
  expect(await bank.emails()).toBe(0)
})

test('skips and lists entries that have changed since the preview (15.23)', async () => {
  const { registration_id } = await bank.expectPayment('K7Q4M2')
  const file = makeFile([pays('527400000001', 'K7Q4M2')])
  await bank.importStatement(file)
  const item = makeItem(getOnlyMatch(await bank.preview()))
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'withdraw' })
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'reopen' })
  const { settled, skipped } = await bank.settle([item])
  expect([settled, skipped]).toEqual([
    [],
    [
      {
        entryId: item.expected[0]?.id,
        label: registration_id,
        name: expect.any(String),
        why: 'stale',
      },
    ],
  ])
  expect(await bank.readStates()).toEqual(['submitted null'])
})

test('skips entries with outdated flags unless the organiser has seen them (15.23)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const item = makeItem(getOnlyMatch(await bank.preview()))
  const settleWithoutIndexer = createSettle({
    db: bank.db,
    clock: () => bank.festival.now,
    settings: { publicUrl: 'https://cerebra.test', listCancelled: () => [] },
    matcher: createMatcher({
      festival: () => builtFestival,
      db: bank.db,
      store: bank.festival.config.store,
    }),
    indexer: { catchUp: async () => {} },
  })
  const settleItem = async (hasSeenFlags = false) =>
    settleWithoutIndexer({ id: randomUUID(), actor: organisers.verifier }, [
      { ...item, difference: 0, reason: undefined, hasSeenFlags },
    ])
  await bank.db.updateTable('review').set({ is_indexed: 0 }).execute()
  expect(await settleItem()).toMatchObject({ settled: [], skipped: [{ why: 'unindexed' }] })
  expect(await bank.readStates()).toEqual(['submitted null'])
  await bank.db.updateTable('review').set({ is_indexed: 0 }).execute()
  expect((await settleItem(true)).settled).toHaveLength(1)
})

test('refuses forged settlements (15.23)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.expectPayment('9XYZ22')
  await bank.importStatement([
    pays('527400000001', 'K7Q4M2'),
    pays('527400000002', '3BCDFG', 40_000),
    pays('527400000003', '9XYZ33'),
  ])
  const shown = await bank.preview()
  const matched = findMatch(shown, 'reference')
  const short = findMatch(shown, 'wrong-amount')
  const other = listMatches(shown).find(({ expected }) =>
    expected.some(({ reference }) => reference === '9XYZ22'),
  )
  const edited = listMatches(shown).find(({ rows }) =>
    rows.some(({ narration }) => narration.includes('9XYZ33')),
  )
  if (!other || !edited) {
    throw new Error('There is no match')
  }
  const falseItems: [object, string][] = [
    // The row certainly matches another entry.
    [makeItem({ ...other, rows: matched.rows }), 'reason'],
    [makeItem({ ...other, rows: edited.rows }, { difference: 1 }), 'difference'],
    [
      makeItem({ ...other, rows: [...edited.rows, ...matched.rows], difference: 50_000 }),
      'difference',
    ],
    [makeItem(short), 'difference'],
    [makeItem(short, { difference: 0, reason: 'they called' }), 'difference'],
    [makeItem(matched, { rows: ['nobody-knows-this-row'] }), 'gone'],
    [
      makeItem(
        { ...matched, expected: [...matched.expected, ...short.expected], difference: -50_000 },
        { reason: 'both' },
      ),
      'difference',
    ],
  ]
  for (const [falseItem, why] of falseItems) {
    const { settled, skipped } = await bank.settle([falseItem])
    expect([settled, skipped[0]?.why], JSON.stringify(falseItem)).toEqual([[], why])
  }
  const named = makeItem(matched)
  const twiceNamed = { ...named, rows: [...named.rows, ...named.rows] }
  const refused = await bank.ravi.send('POST', '/api/desk/bank/settlements', {
    id: randomUUID(),
    items: [twiceNamed],
  })
  expect(refused.status).toBe(422)
  expect(await bank.readStates()).toEqual(Array(3).fill('submitted null'))

  await bank.settle([makeItem(matched)])
  const twice = await bank.settle([
    makeItem({ ...other, rows: matched.rows }, { reason: 'they called' }),
  ])
  expect(twice.skipped).toMatchObject([{ why: 'allocated' }])
  expect((await bank.settle([makeItem(short, { reason: 'a helper’s fee' })])).settled).toHaveLength(
    1,
  )
  expect(
    await bank.db.selectFrom('allocation').select(['amount', 'reason']).orderBy('amount').execute(),
  ).toEqual([
    { amount: 40_000, reason: 'a helper’s fee' },
    { amount: 50_000, reason: '' },
  ])
})

test('requires a reason if two entries give the same UTR (15.23)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'UPI')])
  const two = getOnlyMatch(await bank.preview())
  expect([two.kind, two.isTicked, two.settling]).toEqual(['contested', false, 'reason'])
  const one = makeItem({ ...two, expected: two.expected.slice(0, 1) })
  expect((await bank.settle([one])).skipped[0]?.why).toBe('reason')
  expect(
    (await bank.settle([{ ...one, reason: 'showed the app at the desk' }])).settled,
  ).toHaveLength(1)
  expect(await bank.readStates()).toEqual(['submitted null', 'verified bank'])
})

test('verifies both entries of one payment or neither (15.23)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'for two', 100_000)])
  const several = getOnlyMatch(await bank.preview())
  expect([several.kind, several.settling]).toEqual(['for-several', 'yes'])
  expect((await bank.settle([makeItem(several)])).skipped.map(({ why }) => why)).toEqual([
    'flagged',
    'flagged',
  ])
  const [first, second] = several.expected
  const stale = {
    ...makeItem(several, { hasSeenFlags: true }),
    expected: [
      { id: first?.id, version: 1 },
      { id: second?.id, version: 7 },
    ],
  }
  expect((await bank.settle([stale])).settled).toEqual([])
  expect(await bank.readStates()).toEqual(['submitted null', 'submitted null'])
  const press = randomUUID()
  expect(
    (await bank.settle([makeItem(several, { hasSeenFlags: true })], press)).settled,
  ).toHaveLength(2)
  expect(listMatches(await bank.preview())).toEqual([])
  await bank.undo(press)
  expect(getOnlyMatch(await bank.preview()).kind).toBe('for-several')

  await bank.expectPayment('9XYZ22')
  const twice = makeFile([pays('527400000007', '9XYZ22'), pays('527400000008', '9XYZ22')])
  await bank.importStatement({ ...twice, payments: twice.payments.slice(0, 1) })
  await bank.settleTicked()
  await bank.importStatement(twice)
  const again = findMatch(await bank.preview(), 'twice')
  expect((await bank.settle([makeItem(again)])).settled).toMatchObject([{ decision: null }])
  const { refunds }: Refunds = await bank.read('refunds')
  expect(refunds).toMatchObject([{ why: 'too-much', received: 100_000, amount: 50_000 }])
})

test('never records more refunds than are due, even in concurrent requests (15.48)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  await bank.settleTicked()
  const { id: entryId } = await readOnly(bank.ravi)
  const note = (amount: number, id: string = randomUUID()) =>
    sendRefund(bank.ravi, { id, entryId, amount })
  expect((await note(100)).status).toBe(409)
  await decideOn(bank.ravi, await readOnly(bank.ravi), {
    decision: 'reject',
    reasons: [{ key: 'name-wrong' }],
  })
  const tooMuch = await note(50_001)
  expect(tooMuch.status).toBe(409)
  expect(await tooMuch.json()).toMatchObject({
    detail: 'Only ₹500 is still to be refunded. Refresh the list.',
  })
  const answers = await Promise.all([note(30_000), note(30_000), note(30_000)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const press = randomUUID()
  expect((await note(20_000, press)).status).toBe(200)
  expect((await note(20_000, press)).status).toBe(200)
  expect((await note(10_000, press)).status).toBe(409)
  const refundRows = await bank.db.selectFrom('refund').select('amount').orderBy('amount').execute()
  expect(refundRows).toEqual([{ amount: 20_000 }, { amount: 30_000 }])
})

test('finds matches once for all batches of a command, and again after a new import (15.23)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const matcher = createMatcher({
    festival: () => builtFestival,
    db: bank.db,
    store: bank.festival.config.store,
  })
  const press = randomUUID()
  const other = randomUUID()
  const query = { kinds: ['reference'] } as const
  const findDuplicates = async (batchId?: string) =>
    (await matcher.find(batchId ? { ...query, batchId } : query)).duplicates
  const first = await findDuplicates(press)
  expect(await findDuplicates(press)).toBe(first)
  expect(await findDuplicates()).not.toBe(first)
  expect(await findDuplicates(press)).toBe(first)
  expect(await findDuplicates(other)).not.toBe(first)
  const again = await findDuplicates(press)
  await bank.importStatement([pays('527400000002', 'rent')])
  expect(await findDuplicates(press)).not.toBe(again)
})
