import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decideNow, expectHeld, readCash, register, takeCash } from '../../tests/support/cash'
import { readEntry, readQueue } from '../../tests/support/entries'
import { type Desk, organisers } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, pays, startBank } from '../../tests/support/statements/bank-desk'
import { forgetPerson } from '../cli/forget-person'

startBank()

const { verifier, admin } = organisers

const refund = (desk: Desk, entryId: string, amount: number, more: object = {}) =>
  sendRefund(desk, {
    id: randomUUID(),
    entryId,
    amount,
    note: 'agreed',
    ...more,
  })
const removeLine = (desk: Desk, id: string) => desk.send('POST', `/api/desk/cash/${id}/undo`)
const undoRefund = (desk: Desk, id: string) => desk.send('POST', `/api/desk/refunds/${id}/undo`)
const readDetail = async (answer: Response) => [answer.status, (await answer.json()).detail]

const refunded = [409, 'This payment was refunded. Undo the refund first.']

/** Gives the holder enough cash for any refund. */
const fillDrawer = () => takeCash(bank.ravi, 'drawer@college.test')

test('does not remove cash from the book while its refund is recorded (14.171)', async () => {
  const { ravi, asha } = bank
  await fillDrawer()
  for (const isCash of [true, false]) {
    const { entryId } = await takeCash(ravi, `cash${isCash}@college.test`, randomUUID())
    await decideNow(ravi, entryId, { decision: 'reject' })
    const id = randomUUID()
    expect((await refund(ravi, entryId, 30_000, { id, isCash })).status).toBe(200)
    await decideNow(ravi, entryId, { decision: 'reopen' })
    expect(await readDetail(await removeLine(ravi, entryId))).toEqual(refunded)
    expect(await readDetail(await removeLine(asha, entryId))).toEqual(refunded)
    const mistake = { decision: 'withdraw', isMistake: true }
    expect(await readDetail(await decideNow(ravi, entryId, mistake))).toEqual(refunded)
    expect(await readEntry(ravi, entryId)).toMatchObject({
      state: 'submitted',
      cash: { amount: 300 },
    })
    expect((await undoRefund(ravi, id)).status).toBe(200)
    expect((await decideNow(ravi, entryId, mistake)).status).toBe(200)
    expect(await readEntry(ravi, entryId)).toMatchObject({ state: 'withdrawn', cash: null })
  }
  await expectHeld([[verifier, 30_000]])
})

test('undoes no rejection and removes no cash after part of the cash is refunded (14.171)', async () => {
  const { ravi } = bank
  await fillDrawer()
  const entryId = await register()
  const paid = randomUUID()
  const rejected = randomUUID()
  await decideNow(ravi, entryId, { id: paid, decision: 'verify', source: 'cash', cash: 50_000 })
  await decideNow(ravi, entryId, { id: rejected, decision: 'reject' })
  expect((await refund(ravi, entryId, 10_000)).status).toBe(200)
  expect(await readDetail(await bank.undo(rejected))).toEqual(refunded)
  expect(await readDetail(await removeLine(ravi, paid))).toEqual(refunded)
})

test('does not remove cash from the book if it is recorded as not refunded (14.171)', async () => {
  const { ravi } = bank
  const { entryId } = await takeCash(ravi, 'kept@college.test')
  await decideNow(ravi, entryId, { decision: 'reject' })
  expect((await refund(ravi, entryId, 30_000, { outcome: 'kept' })).status).toBe(200)
  expect(await readDetail(await removeLine(ravi, entryId))).toEqual([
    409,
    'This payment is recorded as not to be refunded. Undo that first, under Refunds.',
  ])
})

test('removes cash paid after a refund, but not cash paid before (14.171)', async () => {
  const { ravi, festival } = bank
  const { entryId } = await takeCash(ravi, 'one@college.test', randomUUID())
  await decideNow(ravi, entryId, { decision: 'reject' })
  await refund(ravi, entryId, 30_000, { isCash: true })
  await decideNow(ravi, entryId, { decision: 'reopen' })
  festival.passSeconds(90)
  const again = randomUUID()
  const pay = { id: again, decision: 'verify', source: 'cash', cash: 30_000 }
  expect((await decideNow(ravi, entryId, pay)).status).toBe(200)
  await expectHeld([[verifier, 30_000]])
  expect((await bank.undo(again)).status).toBe(200)
  await fillDrawer()
  expect(await readDetail(await removeLine(ravi, entryId))).toEqual(refunded)
  await expectHeld([[verifier, 30_000]])
})

test('does not remove a forgotten entry’s cash, which may have been refunded (14.171)', async () => {
  const { ravi, asha, festival } = bank
  const { entryId } = await takeCash(ravi, 'gone@college.test')
  await decideNow(ravi, entryId, { decision: 'reject' })
  await refund(ravi, entryId, 30_000)
  const mailFolder = join(festival.config.dataDir, 'mail')
  const deps = {
    db: festival.db,
    files: festival.files.store,
    clock: () => festival.now,
    mailFolder,
  }
  await forgetPerson({ ...deps, person: { email: 'gone@college.test' } })
  expect((await readQueue(ravi)).map(({ id }) => id)).not.toContain(entryId)
  expect((await removeLine(asha, entryId)).status).toBe(409)
  await expectHeld([[verifier, 30_000]])
})

test('keeps a bank payment allocated while the entry has a recorded refund (15.141)', async () => {
  const { ravi } = bank
  await bank.expectPayment('K7Q4M2')
  const [row] = await readQueue(ravi)
  if (!row) {
    throw new Error('No entry')
  }
  await decideNow(ravi, row.id, { decision: 'reject' })
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const first = randomUUID()
  const second = randomUUID()
  expect((await refund(ravi, row.id, 30_000, { id: first })).status).toBe(200)
  expect((await refund(ravi, row.id, 20_000, { id: second })).status).toBe(200)
  expect(await readDetail(await undoRefund(ravi, first))).toEqual([
    409,
    'A later refund of this entry depends on this one. Undo the later refund first.',
  ])
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toHaveLength(1)
  expect((await undoRefund(ravi, second)).status).toBe(200)
  expect((await undoRefund(ravi, first)).status).toBe(200)
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toEqual([])
})

test('accepts either a refund or a removal of the same cash, not both (14.171)', async () => {
  const { ravi, asha } = bank
  for (const round of [1, 2, 3, 4]) {
    const { entryId } = await takeCash(ravi, `race${round}@college.test`)
    await decideNow(ravi, entryId, { decision: 'reject' })
    const answers = await Promise.all([
      refund(ravi, entryId, 30_000, { isCash: true }),
      removeLine(asha, entryId),
      decideNow(asha, entryId, { decision: 'reopen' }),
    ])
    const [recorded, removed] = answers.map(({ status }) => status)
    expect([recorded, removed].sort()).toEqual([200, 409])
    const { holders } = await readCash(ravi)
    expect(holders.find(({ holder }) => holder === verifier)?.holds ?? 0).toBe(0)
  }
  expect((await readCash(ravi)).holders.some(({ holder }) => holder === admin)).toBe(false)
})
