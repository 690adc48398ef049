import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Refunds } from '../../festival/desk/bank'
import type { SubmissionRecord } from '../../festival/desk/record'
import { type Desk, organisers, readNewestLetter } from '../../tests/support/organisers'
import {
  bring,
  claimPass,
  countTicked,
  fileOf,
  onlyOf,
  pays,
  preview,
  settle,
  settleTicked,
} from '../../tests/support/statements/at-the-desk'
import { test } from '../../tests/support/statements/desk-test'
import { decideOn, readOnly, readQueue } from '../../tests/support/submissions'

const readRefunds = async (desk: Desk): Promise<Refunds> => (await desk.get('/api/desk/refunds')).json()
const note = (desk: Desk, body: object) => desk.send('POST', '/api/desk/refunds', { id: randomUUID(), ...body })
const readRecord = async (desk: Desk, id: string): Promise<SubmissionRecord> =>
  (await desk.get(`/api/desk/submissions/${id}`)).json()

test('money of somebody rejected or withdrawn is to be given back, whether it came after or before (15.60)', async ({
  festival,
  ravi,
  asha,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const shown = onlyOf(await preview(ravi))
  expect([shown.kind, shown.settling, shown.isTicked]).toEqual(['not-accepted', 'never', false])
  expect(await readRefunds(ravi)).toMatchObject({
    refunds: [{ why: 'not-accepted', received: 50_000, amount: 50_000, told: null, rows: [{ amount: 50_000 }] }],
    sums: { due: 50_000, returned: 0, kept: 0 },
  })

  await claimPass(festival, '3BCDFG')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2'), pays('527400000002', '3BCDFG')]))
  const second = (await readQueue(ravi)).find(({ state }) => state === 'submitted')
  if (!second) throw new Error('nobody waits')
  await decideOn(ravi, second, { decision: 'withdraw' })
  expect((await readRefunds(ravi)).refunds.map(({ amount }) => amount)).toEqual([50_000, 50_000])
  expect((await readRecord(ravi, second.id)).bankRows).toMatchObject([{ standing: 'names-it' }])
})

test('it is given back or kept, with how and why; that stays listed, is told, and the payment verifies nobody (15.53, 15.61)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const { id: submission } = await readOnly(ravi)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  expect((await note(ravi, { submission, amount: 30_000, outcome: 'kept' })).status).toBe(422)
  const kept = await note(ravi, { submission, amount: 30_000, outcome: 'kept', note: 'a pass is not refundable' })
  expect(await kept.json()).toMatchObject({ refunds: [{ amount: 20_000, kept: 30_000, returned: 0 }] })
  const left: Refunds = await (await note(ravi, { submission, amount: 20_000, note: 'UPI' })).json()
  expect(left).toMatchObject({
    refunds: [],
    sums: { due: 0, returned: 20_000, kept: 30_000 },
    noted: expect.arrayContaining([
      expect.objectContaining({
        outcome: 'returned',
        amount: 20_000,
        note: 'UPI',
        by: organisers.verifier,
        submission,
      }),
      expect.objectContaining({ outcome: 'kept', amount: 30_000, note: 'a pass is not refundable' }),
    ]),
  })
  const { timeline } = await readRecord(ravi, submission)
  expect(timeline.map(({ what, amount }) => [what, amount]).filter(([, amount]) => amount)).toEqual(
    expect.arrayContaining([
      ['kept', 30_000],
      ['returned', 20_000],
    ]),
  )
  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  expect(countTicked(await preview(ravi))).toBe(0)
  const row = left.noted.length > 0 && (await festival.db.selectFrom('bank_row').select('id').executeTakeFirst())
  const { id, version } = await readOnly(ravi)
  const lie = { expected: [{ id, version }], rows: [row ? row.id : ''], hasSeenFlags: true }
  expect((await settle(ravi, [lie])).settled).toEqual([])
  expect(await standing()).toEqual(['submitted null'])
})

test('money that is kept was not given back: reopened or taken back, its own person is verified by it (15.53)', async ({
  festival,
  ravi,
  asha,
  standing,
}) => {
  await claimPass(festival, 'K7Q4M2')
  await bring(asha, fileOf([pays('527400000001', 'K7Q4M2')]))
  const { id: submission } = await readOnly(ravi)
  const keep = { submission, amount: 50_000, outcome: 'kept', note: 'a pass is not refundable' }
  const { id } = await (await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })).json()
  expect((await note(ravi, keep)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
  await settleTicked(ravi)
  expect(await standing()).toEqual(['verified bank'])

  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  await settleTicked(ravi)
  expect(await standing()).toEqual(['verified bank'])
  expect(await festival.db.selectFrom('bank_spending').selectAll().execute()).toHaveLength(1)
  expect(await readRefunds(ravi)).toMatchObject({ refunds: [], sums: { due: 0, returned: 0, kept: 50_000 } })
})

test('cash that is kept verifies its own person again (15.53)', async ({ festival, ravi, standing }) => {
  await claimPass(festival, 'K7Q4M2')
  const { id: submission } = await readOnly(ravi)
  await festival.db.updateTable('review').set({ cash_amount: 50_000, cash_by: organisers.verifier }).execute()
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  await note(ravi, { submission, amount: 50_000, outcome: 'kept', note: 'a pass is not refundable' })
  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  expect((await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })).status).toBe(200)
  expect(await standing()).toEqual(['verified cash'])
})

test('cash of somebody rejected is to be given back as well, and verifies nobody after that (15.53, 15.60)', async ({
  festival,
  ravi,
}) => {
  await claimPass(festival, 'K7Q4M2')
  const { id: submission } = await readOnly(ravi)
  await festival.db.updateTable('review').set({ cash_amount: 50_000, cash_by: organisers.verifier }).execute()
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  expect((await readRefunds(ravi)).refunds).toMatchObject([{ received: 50_000, cash: 50_000, rows: [] }])
  await note(ravi, { submission, amount: 50_000, note: 'cash' })
  await decideOn(ravi, await readOnly(ravi), { decision: 'reopen' })
  expect((await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })).status).toBe(409)
})

test('the mail of a rejection says of the money what was chosen, and nothing where nobody chose (14.100)', async ({
  festival,
  ravi,
}) => {
  for (const [code, money, said] of [
    ['K7Q4M2', undefined, /given back/],
    ['3BCDFG', 'give-back', /will be given back/],
    ['9XYZ22', 'keep', /is not given back/],
  ] as const) {
    await claimPass(festival, code)
    const row = await readOnly(ravi, '?state=submitted')
    await decideOn(ravi, row, { decision: 'reject', ...(money ? { money } : {}) })
    festival.now = new Date(festival.now.getTime() + 61_000)
    const letter = await readNewestLetter(festival, row.email)
    expect([money, said.test(letter)]).toEqual([money, money !== undefined])
  }
  const [row] = await readQueue(ravi)
  if (!row) throw new Error('nobody is there')
  expect((await decideOn(ravi, row, { decision: 'verify', money: 'keep' })).status).toBe(422)
})
