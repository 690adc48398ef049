import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideNow, expectHeld, hand, readCash, register, takeCash } from '../../tests/support/cash'
import { type Desk, organisers, readEmails } from '../../tests/support/organisers'
import { bank, pays, startBank } from '../../tests/support/statements/at-the-desk'
import { readRecord } from '../../tests/support/submissions'

startBank()

const { verifier, admin } = organisers

test('who is registered pays in cash: one decision, theirs who took it, and gone with its undo (14.94, 14.153)', async () => {
  const { ravi, asha, festival } = bank
  const submission = await register()
  const id = randomUUID()
  const pay = { id, decision: 'verify', ground: 'cash', cash: 50_000 }
  expect((await decideNow(ravi, submission, { ...pay, ground: 'picture' })).status).toBe(422)
  expect((await decideNow(ravi, submission, { ...pay, cash: 0 })).status).toBe(422)
  expect((await decideNow(ravi, submission, pay)).status).toBe(200)
  expect(await readRecord(ravi, submission)).toMatchObject({
    state: 'verified',
    ground: 'cash',
    cash: { amount: 500, by: verifier },
  })
  const { moves } = await readCash(ravi)
  expect(moves).toMatchObject([
    { id, kind: 'taken', from: null, to: verifier, amount: 50_000, submission: { id: submission } },
  ])
  // Who has passed it on cannot take the decision back.
  expect((await hand(ravi, admin, 50_000)).status).toBe(200)
  expect((await bank.undo(id)).status).toBe(409)
  const [handover] = (await readCash(ravi)).moves.filter(({ kind }) => kind === 'handover')
  const takeBack = (desk: Desk, line?: string) => desk.send('POST', `/api/desk/cash/${line}/take-back`)
  expect((await takeBack(asha, id)).status).toBe(409)
  expect((await takeBack(ravi, handover?.id)).status).toBe(200)
  expect((await takeBack(ravi, handover?.id)).status).toBe(404)
  expect((await bank.undo(id)).status).toBe(200)
  await expectHeld([])
  expect(await readRecord(ravi, submission)).toMatchObject({ state: 'submitted', cash: null })
  festival.passSeconds(61)
  expect(await readEmails(festival, /^Your payment is verified/)).toHaveLength(0)
})

test('a handover is taken back only while its receiver has the cash (14.153)', async () => {
  const { ravi, asha } = bank
  await takeCash(ravi, 'one@college.test')
  await hand(ravi, admin, 30_000)
  await hand(asha, 'bank', 30_000)
  const { moves } = await readCash(ravi)
  const takeBack = (desk: Desk, receiver: string) =>
    desk.send('POST', `/api/desk/cash/${moves.find(({ to }) => to === receiver)?.id}/take-back`)
  expect((await takeBack(ravi, admin)).status).toBe(409)
  expect((await takeBack(asha, 'bank')).status).toBe(200)
  expect((await takeBack(ravi, admin)).status).toBe(200)
  await expectHeld([[verifier, 30_000]])
})

test('cash that was given back verifies nobody until it is taken again, and a refund by mistake leaves all sums (15.53, 14.154)', async () => {
  const { ravi, asha } = bank
  const { submission } = await takeCash(ravi, 'one@college.test', randomUUID())
  expect((await decideNow(ravi, submission, { decision: 'reject' })).status).toBe(200)
  const refund = { id: randomUUID(), submission, amount: 30_000, note: 'in cash', outcome: 'returned', isCash: true }
  expect((await ravi.send('POST', '/api/desk/refunds', refund)).status).toBe(200)
  expect((await decideNow(ravi, submission, { decision: 'reopen' })).status).toBe(200)
  const refused = await decideNow(ravi, submission, { decision: 'verify' })
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    'Its money was refunded. Take the money again first.',
  ])
  await expectHeld([[verifier, 0]])
  expect((await decideNow(asha, submission, { decision: 'verify', ground: 'cash', cash: 30_000 })).status).toBe(200)
  await expectHeld([
    [verifier, 0],
    [admin, 30_000],
  ])
  // Nothing is to be given back now; with the refund gone the first 300 are.
  expect((await bank.read('overview')).back).toEqual({ count: 0, sum: 0 })
  expect((await ravi.send('POST', `/api/desk/refunds/${refund.id}/take-back`)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/refunds/${refund.id}/take-back`)).status).toBe(404)
  expect((await bank.read('overview')).back).toEqual({ count: 1, sum: 30_000 })
  await expectHeld([
    [verifier, 30_000],
    [admin, 30_000],
  ])
})

test('who got bank money and cash back has nothing left, though the payment was released and allocated again (15.53)', async () => {
  const { ravi } = bank
  const submission = await register()
  await bank.bring([pays('527400000001', 'K7Q4M2')])
  await bank.settleTicked()
  await decideNow(ravi, submission, { decision: 'reopen' })
  await decideNow(ravi, submission, { decision: 'verify', ground: 'cash', cash: 50_000 })
  await decideNow(ravi, submission, { decision: 'reject' })
  const refund = { submission, amount: 50_000, note: 'all of it', outcome: 'returned' }
  for (const isCash of [true, false])
    expect((await ravi.send('POST', '/api/desk/refunds', { ...refund, id: randomUUID(), isCash })).status).toBe(200)
  expect((await decideNow(ravi, submission, { decision: 'reopen' })).status).toBe(200)
  expect((await decideNow(ravi, submission, { decision: 'verify' })).status).toBe(409)
})

test('what the desk entered by mistake goes without an e-mail and with its cash; what came by the site does not (14.157)', async () => {
  const { ravi, festival } = bank
  const { submission } = await takeCash(ravi, 'one@college.test', randomUUID())
  const id = randomUUID()
  expect((await decideNow(ravi, submission, { id, decision: 'withdraw', isMistake: true })).status).toBe(200)
  await expectHeld([])
  expect(await readRecord(ravi, submission)).toMatchObject({ state: 'withdrawn', cash: null })
  expect((await bank.read('overview')).back).toEqual({ count: 0, sum: 0 })
  expect((await bank.undo(id)).status).toBe(409)
  festival.passSeconds(120)
  expect(await readEmails(festival, /verified|withdrawn/i)).toHaveLength(0)
  const own = await register()
  expect((await decideNow(ravi, own, { decision: 'withdraw', isMistake: true })).status).toBe(409)
})

/** On SQLite each takes a tenth of the time. */
const randomSteps = process.env.TEST_DATABASE === 'postgres' ? 40 : 80

test('random takings, mistakes, handovers, refunds and returns: the book balances with the records (14.153)', async () => {
  const { ravi, asha, festival } = bank
  let seed = 20_251_008
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const people = [await register(), await register(), await register()]
  people.push((await takeCash(asha, 'walk@college.test')).submission)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[draw(items.length)]
  const statuses: Record<string, number> = {}
  for (let step = 0; step < randomSteps; step++) {
    const [desk, other] = draw(2) ? [ravi, admin] : [asha, verifier]
    const submission = pick(people) ?? ''
    const [line, refund] = [
      pick((await readCash(asha)).moves),
      pick((await bank.read('refunds')).noted as { id: string }[]),
    ]
    const amount = 10_000 * (1 + draw(6))
    const money = { id: randomUUID(), submission, amount, note: 'drawn' }
    const steps = [
      () => decideNow(desk, submission, { decision: 'verify', ground: 'cash', cash: amount }),
      () => decideNow(desk, submission, { decision: 'reopen' }),
      () => decideNow(desk, submission, { decision: 'reject' }),
      () => decideNow(desk, submission, { decision: 'withdraw', isMistake: draw(3) === 0 }),
      () => desk.send('POST', `/api/desk/decisions/${line?.id}/undo`),
      () => desk.send('POST', `/api/desk/cash/${line?.id}/take-back`),
      () => hand(desk, draw(2) ? other : 'bank', amount),
      () => desk.send('POST', '/api/desk/refunds', { ...money, outcome: draw(2) ? 'returned' : 'kept', isCash: false }),
      () => desk.send('POST', '/api/desk/refunds', { ...money, outcome: 'returned', isCash: true }),
      () => desk.send('POST', `/api/desk/refunds/${refund?.id}/take-back`),
    ]
    const { status } = (await pick(steps)?.()) ?? { status: 0 }
    statuses[status] = (statuses[status] ?? 0) + 1
    festival.passSeconds(draw(40))
    const records = await festival.db.selectFrom('review').select(['record_id', 'cash_amount', 'ground']).execute()
    const lines = await festival.db.selectFrom('cash_move').selectAll().where('removed_at', 'is', null).execute()
    // Cash that went back is a refund that was noted, of as much.
    const noted = await festival.db.selectFrom('bank_refund').select(['id', 'amount', 'record_id']).execute()
    for (const { id, amount, record_id } of lines.filter(({ kind }) => kind === 'returned'))
      expect(noted, `step ${step}`).toContainEqual({ id, amount, record_id })
    for (const { record_id, cash_amount, ground } of records) {
      const own = lines.filter((one) => one.record_id === record_id && one.kind === 'taken')
      const taken = own.reduce((sum, one) => sum + one.amount, 0)
      expect([cash_amount ?? 0, ground === 'cash' && taken === 0], `step ${step}`).toEqual([taken, false])
    }
    for (const { holder, holds, taken, received, handover, returned } of (await readCash(ravi)).holders) {
      expect(holds, `${holder}, step ${step}`).toBe(taken + received - handover - returned)
      // Who gives back more than they hold has paid it themselves; no handover does that.
      if (holds < 0) expect(returned, `${holder}, step ${step}`).toBeGreaterThan(0)
    }
  }
  expect(Object.keys(statuses).sort()).toEqual(['200', '404', '409'].concat(statuses['403'] ? ['403'] : []).sort())
  expect(statuses['200']).toBeGreaterThan(randomSteps / 8)
})
