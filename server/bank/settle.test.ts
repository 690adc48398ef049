import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Refunds } from '../../festival/desk/bank'
import { organisers } from '../../tests/support/organisers'
import {
  allOf,
  bring,
  claimPass,
  countTicked,
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
import { decideOn, readOnly } from '../../tests/support/submissions'
import { createMatcher } from './matches'
import { createSettle } from './settle'

test('undo of one frees its payment, and so does putting it back later; a rejection keeps it for the refunds (15.25)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const press = randomUUID()
  await settleTicked(ravi, press)
  expect((await ravi.send('POST', `/api/desk/decisions/${press}/undo`)).status).toBe(200)
  expect(await standing()).toEqual(['submitted null'])
  expect(countTicked(await preview(ravi))).toBe(1)

  await settleTicked(ravi)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject', reasons: [{ key: 'name-wrong' }] })
  const read = async (): Promise<Refunds> => (await ravi.get('/api/desk/refunds')).json()
  const [refund] = (await read()).refunds
  expect(refund).toMatchObject({ why: 'not-accepted', amount: 50_000, rows: [{ amount: 50_000 }] })
  const { id } = await (await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })).json()
  expect(countTicked(await preview(ravi))).toBe(1)
  await ravi.send('POST', `/api/desk/decisions/${id}/undo`)
  expect((await read()).refunds).toHaveLength(1)
  expect(countTicked(await preview(ravi))).toBe(0)

  const back = { id: randomUUID(), submission: refund?.submission, amount: 20_000 }
  for (const _twice of [1, 2]) await ravi.send('POST', '/api/desk/refunds', back)
  expect((await read()).refunds).toMatchObject([{ returned: 20_000, amount: 30_000 }])
})

test('a payment is matched by the UTR that was read from its picture, and the record is verified by the bank (15.6)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'UPI')]))
  expect(countTicked(await preview(ravi))).toBe(0)
  const { proofs } = await (await ravi.get('/api/desk/evidence/unread')).json()
  await ravi.send('POST', '/api/desk/evidence', { items: [{ proof: proofs[0]?.proof, utr: '527400000001' }] })
  expect(countTicked(await preview(ravi))).toBe(1)
  await settleTicked(ravi)
  expect(await standing()).toEqual(['verified bank'])
})

test('one yes that takes several calls has one moment: all of it is taken back in the last second that is shown (14.12, 15.25)', async ({
  festival,
  ravi,
  asha,
  standing,
  letters,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await claimPass(festival, '3BCDFG')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')]))
  const press = randomUUID()
  const wait = (seconds: number) => {
    festival.now = new Date(festival.now.getTime() + seconds * 1_000)
  }
  const items = allOf(await preview(ravi)).map((one) => itemOf(one))
  await settle(ravi, items.slice(0, 1), press)
  wait(40)
  const { undoUntil } = await settle(ravi, items.slice(1), press)
  festival.now = new Date(undoUntil)
  while (await festival.outbox.deliverDue());
  expect(await (await ravi.send('POST', `/api/desk/decisions/${press}/undo`)).json()).toMatchObject({ tooLate: [] })
  expect(await standing()).toEqual(['submitted null', 'submitted null'])
  expect(await letters()).toBe(0)
})

test('what changed since the preview is left alone and named (15.23)', async ({ festival, ravi, asha, standing }) => {
  const { registration_id } = await claimPass(festival, 'K7Q4M2')
  const file = fileOf([pays('527400000001', 'K7Q4M2')])
  await bring(asha, file)
  const item = itemOf(onlyOf(await preview(ravi)))
  await decideOn(ravi, await readOnly(ravi), { decision: 'withdraw' })
  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  const { settled, skipped } = await settle(ravi, [item])
  expect([settled, skipped]).toEqual([
    [],
    [{ submission: item.expected[0]?.id, label: registration_id, name: expect.any(String), why: 'stale' }],
  ])
  expect(await standing()).toEqual(['submitted null'])
})

test('whose flags are not made yet is left alone, unless a person looks at it by itself (15.23)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const item = itemOf(onlyOf(await preview(ravi)))
  const busy = createSettle({
    db: festival.db,
    clock: () => festival.now,
    settings: { publicUrl: 'https://cerebra.test' },
    matcher: createMatcher({ db: festival.db, store: festival.config.store }),
    indexer: { catchUp: async () => {} },
  })
  const settleBusily = async (hasSeenFlags = false) =>
    busy({ id: randomUUID(), actor: organisers.verifier }, [{ ...item, reason: undefined, hasSeenFlags }])
  await festival.db.updateTable('review').set({ prepared: 0 }).execute()
  expect(await settleBusily()).toMatchObject({ settled: [], skipped: [{ why: 'unindexed' }] })
  expect(await standing()).toEqual(['submitted null'])
  await festival.db.updateTable('review').set({ prepared: 0 }).execute()
  expect((await settleBusily(true)).settled).toHaveLength(1)
})

test('a browser that lies gets nothing verified: another’s row, a partial payment, an edited note, a used row (15.23)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await claimPass(festival, '3BCDFG')
  await claimPass(festival, '9XYZ22')
  await bring(
    asha,
    fileOf([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG', 40_000), pays('527400000003', '9XYZ33')]),
  )
  const shown = await preview(ravi)
  const matched = matchOf(shown, 'reference')
  const short = matchOf(shown, 'wrong-amount')
  const other = allOf(shown).find(({ expected }) => expected.some(({ reference }) => reference === '9XYZ22'))
  const edited = allOf(shown).find(({ rows }) => rows.some(({ narration }) => narration.includes('9XYZ33')))
  if (!other || !edited) throw new Error('nobody is there')
  const lies: [object, string][] = [
    // Firmly somebody else's: only in words.
    [itemOf({ ...other, rows: matched.rows }), 'reason'],
    [itemOf({ ...other, rows: edited.rows }, { difference: 1 }), 'difference'],
    [itemOf({ ...other, rows: [...edited.rows, ...matched.rows], difference: 50_000 }), 'difference'],
    [itemOf(short), 'difference'],
    [itemOf(short, { difference: 0, reason: 'they called' }), 'difference'],
    [itemOf(matched, { rows: ['nobody-knows-this-row'] }), 'gone'],
    [
      itemOf(
        { ...matched, expected: [...matched.expected, ...short.expected], difference: -50_000 },
        { reason: 'both' },
      ),
      'difference',
    ],
  ]
  for (const [lie, why] of lies) {
    const { settled, skipped } = await settle(ravi, [lie])
    expect([settled, skipped[0]?.why], JSON.stringify(lie)).toEqual([[], why])
  }
  expect(await standing()).toEqual(Array(3).fill('submitted null'))

  await settle(ravi, [itemOf(matched)])
  const twice = await settle(ravi, [itemOf({ ...other, rows: matched.rows }, { reason: 'they called' })])
  expect(twice.skipped).toMatchObject([{ why: 'allocated' }])
  expect((await settle(ravi, [itemOf(short, { reason: 'a helper’s fee' })])).settled).toHaveLength(1)
  expect(await festival.db.selectFrom('bank_match').select(['amount', 'reason']).orderBy('amount').execute()).toEqual([
    { amount: 40_000, reason: 'a helper’s fee' },
    { amount: 50_000, reason: '' },
  ])
})

test('whoever names another’s UTR stands beside its owner, and only a person with a reason decides (15.23)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  await claimPass(festival, '3BCDFG', '527400000001')
  await bring(asha, fileOf([pays('527400000001', 'UPI')]))
  const two = onlyOf(await preview(ravi))
  expect([two.kind, two.isTicked, two.settling]).toEqual(['contested', false, 'reason'])
  const one = itemOf({ ...two, expected: two.expected.slice(0, 1) })
  expect((await settle(ravi, [one])).skipped[0]?.why).toBe('reason')
  expect((await settle(ravi, [{ ...one, reason: 'showed the app at the desk' }])).settled).toHaveLength(1)
  expect((await standing()).sort()).toEqual(['submitted null', 'verified bank'])
})

test('one payment for two friends verifies both or neither; a second payment is added and listed as a refund (15.23)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2', '527400000001')
  await claimPass(festival, '3BCDFG', '527400000001')
  await bring(asha, fileOf([pays('527400000001', 'for two', 100_000)]))
  const several = onlyOf(await preview(ravi))
  expect([several.kind, several.settling]).toEqual(['for-several', 'yes'])
  // Both carry the flag of one UTR.
  expect((await settle(ravi, [itemOf(several)])).skipped.map(({ why }) => why)).toEqual(['flagged', 'flagged'])
  const [first, second] = several.expected
  const stale = {
    ...itemOf(several, { hasSeenFlags: true }),
    expected: [
      { id: first?.id, version: 1 },
      { id: second?.id, version: 7 },
    ],
  }
  expect((await settle(ravi, [stale])).settled).toEqual([])
  expect((await standing()).sort()).toEqual(['submitted null', 'submitted null'])
  const press = randomUUID()
  expect((await settle(ravi, [itemOf(several, { hasSeenFlags: true })], press)).settled).toHaveLength(2)
  expect(allOf(await preview(ravi))).toEqual([])
  await ravi.send('POST', `/api/desk/decisions/${press}/undo`)
  expect(onlyOf(await preview(ravi)).kind).toBe('for-several')

  await claimPass(festival, '9XYZ22')
  const twice = fileOf([pays('527400000007', '9XYZ22'), pays('527400000008', '9XYZ22')])
  await bring(asha, { ...twice, payments: twice.payments.slice(0, 1) })
  await settleTicked(ravi)
  await bring(asha, twice)
  const again = matchOf(await preview(ravi), 'twice')
  expect((await settle(ravi, [itemOf(again)])).settled).toMatchObject([{ decision: null }])
  const { refunds }: Refunds = await (await ravi.get('/api/desk/refunds')).json()
  expect(refunds).toMatchObject([{ why: 'too-much', received: 100_000, amount: 50_000 }])
})

test('no more is noted as given back than is still to be, of several at once too (15.48)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  await settleTicked(ravi)
  const { id: submission } = await readOnly(ravi)
  const note = (amount: number, id: string = randomUUID()) =>
    ravi.send('POST', '/api/desk/refunds', { id, submission, amount })
  expect((await note(100)).status).toBe(409)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject', reasons: [{ key: 'name-wrong' }] })
  const tooMuch = await note(50_001)
  expect(tooMuch.status).toBe(409)
  expect(await tooMuch.json()).toMatchObject({
    detail: 'Only ₹500.00 is still to be given back. Look at the list again.',
  })
  const answers = await Promise.all([note(30_000), note(30_000), note(30_000)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const press = randomUUID()
  expect((await note(20_000, press)).status).toBe(200)
  expect((await note(20_000, press)).status).toBe(200)
  expect((await note(10_000, press)).status).toBe(409)
  const noted = await festival.db.selectFrom('bank_refund').select('amount').orderBy('amount').execute()
  expect(noted).toEqual([{ amount: 20_000 }, { amount: 30_000 }])
})

test('a row that an item names twice is refused (15.23)', async ({ festival, ravi, asha, standing }) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const item = itemOf(onlyOf(await preview(ravi)))
  const twice = { ...item, rows: [...item.rows, ...item.rows] }
  const answer = await ravi.send('POST', '/api/desk/bank/settlements', { id: randomUUID(), items: [twice] })
  expect(answer.status).toBe(422)
  expect(await standing()).toEqual(['submitted null'])
})
