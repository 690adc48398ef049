import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Refunds } from '../../festival/contract/bank'
import type { Overview } from '../../festival/contract/overview'
import {
  decideNow,
  expectHeld,
  handOver,
  readCash,
  register,
  takeCash,
} from '../../tests/support/cash'
import { readEntry, readQueue, submit } from '../../tests/support/entries'
import { type Desk, organisers, readEmails } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, pays, startBank } from '../../tests/support/statements/bank-desk'

startBank()

const { verifier, admin } = organisers

test('verifies an entry by cash, and removes the cash if the decision is undone (14.94, 14.153)', async () => {
  const { ravi, asha, festival } = bank
  const entryId = await register()
  const id = randomUUID()
  const pay = { id, decision: 'verify', source: 'cash', cash: 50_000 }
  expect((await decideNow(ravi, entryId, { ...pay, source: 'picture' })).status).toBe(422)
  expect((await decideNow(ravi, entryId, { ...pay, cash: 0 })).status).toBe(422)
  expect((await decideNow(ravi, entryId, pay)).status).toBe(200)
  expect(await readEntry(ravi, entryId)).toMatchObject({
    state: 'verified',
    source: 'cash',
    cash: { amount: 500, by: verifier },
  })
  const { moves } = await readCash(ravi)
  expect(moves).toMatchObject([
    { id, kind: 'taken', from: null, to: verifier, amount: 50_000, entryId: { id: entryId } },
  ])
  expect((await handOver(ravi, admin, 50_000)).status).toBe(200)
  expect((await bank.undo(id)).status).toBe(409)
  const [handover] = (await readCash(ravi)).moves.filter(({ kind }) => kind === 'handover')
  const undoCashMove = (desk: Desk, line?: string) =>
    desk.send('POST', `/api/desk/cash/${line}/undo`)
  expect((await undoCashMove(asha, id)).status).toBe(409)
  expect((await undoCashMove(ravi, handover?.id)).status).toBe(200)
  expect((await undoCashMove(ravi, handover?.id)).status).toBe(404)
  expect((await bank.undo(id)).status).toBe(200)
  await expectHeld([])
  expect(await readEntry(ravi, entryId)).toMatchObject({ state: 'submitted', cash: null })
  festival.passSeconds(61)
  expect(await readEmails(festival, /^Your payment is verified/)).toHaveLength(0)
})

test('undoes a handover only while the receiver still holds the cash (14.153)', async () => {
  const { ravi, asha } = bank
  await takeCash(ravi, 'one@college.test')
  await handOver(ravi, admin, 30_000)
  await handOver(asha, 'bank', 30_000)
  const { moves } = await readCash(ravi)
  const undoCashMove = (desk: Desk, receiver: string) =>
    desk.send('POST', `/api/desk/cash/${moves.find(({ to }) => to === receiver)?.id}/undo`)
  expect((await undoCashMove(ravi, admin)).status).toBe(409)
  expect((await undoCashMove(asha, 'bank')).status).toBe(200)
  expect((await undoCashMove(ravi, admin)).status).toBe(200)
  await expectHeld([[verifier, 30_000]])
})

test('does not verify an entry with cash that was refunded (15.53, 14.154)', async () => {
  const { ravi, asha } = bank
  const { entryId } = await takeCash(ravi, 'one@college.test', randomUUID())
  expect((await decideNow(ravi, entryId, { decision: 'reject' })).status).toBe(200)
  const refund = {
    id: randomUUID(),
    entryId,
    amount: 30_000,
    note: 'in cash',
    outcome: 'returned',
    isCash: true,
  }
  expect((await sendRefund(ravi, refund)).status).toBe(200)
  expect((await decideNow(ravi, entryId, { decision: 'reopen' })).status).toBe(200)
  const refused = await decideNow(ravi, entryId, { decision: 'verify' })
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    'This payment was refunded. Collect it again before you verify the entry.',
  ])
  await expectHeld([[verifier, 0]])
  expect(
    (await decideNow(asha, entryId, { decision: 'verify', source: 'cash', cash: 30_000 })).status,
  ).toBe(200)
  await expectHeld([
    [verifier, 0],
    [admin, 30_000],
  ])
  // No refund is due until the recorded one is undone.
  expect((await bank.read('overview')).back).toEqual({ count: 0, sum: 0 })
  expect((await ravi.send('POST', `/api/desk/refunds/${refund.id}/undo`)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/refunds/${refund.id}/undo`)).status).toBe(404)
  expect((await bank.read('overview')).back).toEqual({ count: 1, sum: 30_000 })
  await expectHeld([
    [verifier, 30_000],
    [admin, 30_000],
  ])
})

test('does not verify an entry whose bank payment and cash were both refunded (15.53)', async () => {
  const { ravi } = bank
  const entryId = await register()
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  await bank.settleTicked()
  await decideNow(ravi, entryId, { decision: 'reopen' })
  await decideNow(ravi, entryId, { decision: 'verify', source: 'cash', cash: 50_000 })
  await decideNow(ravi, entryId, { decision: 'reject' })
  const refund = { entryId, amount: 50_000, note: 'all of it', outcome: 'returned' }
  for (const isCash of [true, false]) {
    expect((await sendRefund(ravi, { ...refund, id: randomUUID(), isCash })).status).toBe(200)
  }
  expect((await decideNow(ravi, entryId, { decision: 'reopen' })).status).toBe(200)
  expect((await decideNow(ravi, entryId, { decision: 'verify' })).status).toBe(409)
})

test('removes a mistaken walk-in and its cash, and sends no e-mail (14.157)', async () => {
  const { ravi, festival } = bank
  const { entryId } = await takeCash(ravi, 'one@college.test', randomUUID())
  const id = randomUUID()
  expect(
    (await decideNow(ravi, entryId, { id, decision: 'withdraw', isMistake: true })).status,
  ).toBe(200)
  await expectHeld([])
  expect(await readEntry(ravi, entryId)).toMatchObject({ state: 'withdrawn', cash: null })
  expect((await bank.read('overview')).back).toEqual({ count: 0, sum: 0 })
  expect((await bank.undo(id)).status).toBe(409)
  festival.passSeconds(120)
  expect(await readEmails(festival, /verified|withdrawn/i)).toHaveLength(0)
  const own = await register()
  expect((await decideNow(ravi, own, { decision: 'withdraw', isMistake: true })).status).toBe(409)
})

/** CASH_BOOK_STEPS=500 corresponds to a long weekend at the desk. */
const randomSteps = Number(
  process.env.CASH_BOOK_STEPS ?? (process.env.TEST_DATABASE === 'postgres' ? 40 : 80),
)

test('the cash book matches the entries after random actions and undos (14.153)', async () => {
  const { ravi, asha, festival } = bank
  const { db } = festival
  let seed = 20_251_008
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[draw(items.length)]
  const entries = [await register(), await register()]
  const own = {
    members: [{ name: 'Quiz', phone: '9876543210', year: 'Final year' }],
    email: 'quiz@college.test',
  }
  await submit(festival, 'registration', { ...own, payment_reference: '9HJKMN' })
  entries.push((await readQueue(ravi)).find(({ event }) => event === 'SeniorQuiz')?.id ?? '')
  entries.push((await takeCash(asha, 'walk@college.test')).entryId)
  // The first two entries also have a bank payment.
  await bank.importStatement([
    pays('527400000001', 'K7Q4M2'),
    pays('527400000002', 'K7Q4M2', 60_000),
  ])
  const decisions: string[] = []
  let isCancelled = false

  const recordDecision = async (id: string, sent: Promise<Response>) => {
    const answer = await sent
    const { decided, settled }: { decided?: unknown[]; settled?: unknown[] } = await answer
      .clone()
      .json()
    if (answer.status === 200 && decided?.length !== 0 && settled?.length !== 0) {
      decisions.push(id)
    }
    return answer
  }
  const decide = (desk: Desk, entryId: string, decision: object) => {
    const id = randomUUID()
    return recordDecision(id, decideNow(desk, entryId, { id, ...decision }))
  }
  const takeRandomCash = async (desk: Desk, entryId: string) => {
    const { due } = await db
      .selectFrom('review')
      .select('due')
      .where('entry_id', '=', entryId)
      .executeTakeFirstOrThrow()
    const { held } = await readEntry(desk, entryId)
    const cash = 10_000 * (1 + draw(6))
    const difference = held + cash - (due ?? 0)
    return decide(desk, entryId, {
      decision: 'verify',
      source: 'cash',
      cash,
      difference,
      reason: 'drawn',
    })
  }
  const setCancelled = async () => {
    const [seen, value] = isCancelled
      ? (['cancelled', null] as const)
      : ([null, 'cancelled'] as const)
    const save = { changes: [{ field: 'status', seen, value }] }
    const answer = await asha.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', save)
    if (answer.status === 200) {
      isCancelled = !isCancelled
    }
    return answer
  }
  const verifyMany = async (desk: Desk) => {
    const rows = (await readQueue(desk)).map(({ id, version }) => ({ id, version }))
    const id = randomUUID()
    const press = { id, decision: 'verify', selection: { by: 'rows', rows } }
    return recordDecision(id, desk.send('POST', '/api/desk/decisions/many', press))
  }
  const settleOne = async () => {
    const match = pick((await bank.preview()).matches)
    const [expected] = match?.expected ?? []
    const row = match?.rows.find(({ allocatedTo }) => allocatedTo.length === 0)
    const id = randomUUID()
    const seen = expected ?? { id: randomUUID(), version: 1, due: 0 }
    const item = {
      expected: [{ id: seen.id, version: seen.version }],
      rows: [row?.id ?? 'none'],
      difference: (row?.amount ?? 0) - seen.due,
      reason: 'drawn',
    }
    return recordDecision(
      id,
      ravi.send('POST', '/api/desk/bank/settlements', { id, items: [item] }),
    )
  }

  const lines = new Map<string, { amount: number; removed: boolean }>()
  const expectBalance = async (step: string) => {
    const moves = await db.selectFrom('cash_move').selectAll().execute()
    const refunds = await db.selectFrom('refund').selectAll().execute()
    const allocations = await db
      .selectFrom('allocation')
      .selectAll()
      .where('freed_by', 'is', null)
      .execute()
    const reviews = await db.selectFrom('review').selectAll().execute()
    const sum = (rows: readonly { amount: number }[]) =>
      rows.reduce((all, { amount }) => all + Number(amount), 0)
    const live = moves.filter(({ removed_at }) => removed_at === null)

    // Lines never change, and removed lines stay removed.
    for (const [id, line] of lines) {
      const move = moves.find((found) => found.id === id)
      expect(move?.amount, step).toBe(line.amount)
      if (line.removed) {
        expect(move?.removed_at, step).not.toBeNull()
      }
    }
    for (const { id, amount, removed_at } of moves) {
      lines.set(id, { amount, removed: removed_at !== null })
    }

    // Each refund in the cash book has a recorded refund of the same entry and amount.
    for (const { id, amount, entry_id } of live.filter(({ kind }) => kind === 'returned')) {
      const refund = refunds.find((found) => found.id === id)
      expect([refund?.entry_id, Number(refund?.amount)], step).toEqual([entry_id, amount])
    }
    const returned = refunds.filter(({ kind }) => kind === 'returned')
    for (const { entry_id, cash_amount, source, state, due, event } of reviews) {
      const taken = sum(live.filter((move) => move.entry_id === entry_id && move.kind === 'taken'))
      const paid = taken + sum(allocations.filter((allocation) => allocation.entry_id === entry_id))
      // For a cancelled event, payments that only a screenshot shows can also be refunded.
      const most = event === 'SeniorQuiz' && paid === 0 ? (due ?? 0) : paid
      expect(cash_amount ?? 0, step).toBe(taken)
      expect(
        sum(returned.filter((refund) => refund.entry_id === entry_id)),
        step,
      ).toBeLessThanOrEqual(most)
      if (state === 'verified' && source === 'cash') {
        expect(taken, step).toBeGreaterThan(0)
      }
    }
    for (const { entry_id, kind, at, removed_at } of moves) {
      if (kind === 'taken' && removed_at !== null) {
        const isOfIt = (refund: (typeof returned)[number]) =>
          refund.entry_id === entry_id && refund.at >= at && refund.at < removed_at
        expect(returned.filter(isOfIt), step).toEqual([])
      }
    }

    const { holders } = await readCash(ravi)
    for (const { holder, holds, taken, received, handover, returned } of holders) {
      expect(holds, `${holder}, ${step}`).toBe(taken + received - handover - returned)
      expect(holds, `${holder}, ${step}`).toBeGreaterThanOrEqual(0)
    }
    const ofKind = (kind: string) => sum(live.filter((move) => move.kind === kind))
    expect(sum(holders.map(({ holds }) => ({ amount: holds }))), step).toBe(
      ofKind('taken') - ofKind('returned'),
    )
    const withOrganisers = holders.filter(({ holder, holds }) => holder !== 'bank' && holds !== 0)
    const overview: Overview = await bank.read('overview')
    expect(overview.cash.sum, step).toBe(
      sum(withOrganisers.map(({ holds }) => ({ amount: holds }))),
    )
    const listed: Refunds = await bank.read('refunds')
    expect(overview.back, step).toEqual({ count: listed.refunds.length, sum: listed.sums.due })
  }

  const statuses: Record<string, Record<string, number>> = {}
  for (let step = 0; step < randomSteps; step++) {
    const [desk, other] = draw(2) ? [ravi, admin] : [asha, verifier]
    const entryId = pick(entries) ?? ''
    const line = pick(
      (await readCash(asha)).moves.filter(({ removed }) => removed === null || draw(8) === 0),
    )
    const owed: Refunds = await bank.read('refunds')
    const refund = pick(owed.recorded)
    const open = pick(owed.refunds)
    const amount = Math.max(1, draw(4) ? (open?.amount ?? 0) : 10_000 * (1 + draw(6)))
    const money = {
      id: randomUUID(),
      entryId: open?.entryId ?? entryId,
      amount,
      note: 'drawn',
    }
    const sendMoney = (more: object) => sendRefund(desk, { ...money, ...more })
    const steps = {
      take: () => takeRandomCash(desk, entryId),
      'reopen and take': async () => {
        await decide(desk, entryId, { decision: 'reopen' })
        return takeRandomCash(desk, entryId)
      },
      verify: () => decide(desk, entryId, { decision: 'verify' }),
      'verify many': () => verifyMany(desk),
      settle: settleOne,
      reopen: () => decide(desk, entryId, { decision: 'reopen' }),
      reject: () => decide(desk, entryId, { decision: 'reject' }),
      withdraw: () => decide(desk, entryId, { decision: 'withdraw' }),
      mistake: () => decide(desk, entryId, { decision: 'withdraw', isMistake: true }),
      undo: () => bank.undo(decisions.at(-1 - draw(2)) ?? randomUUID()),
      'remove cash': () => desk.send('POST', `/api/desk/cash/${line?.id}/undo`),
      'hand over': () => handOver(desk, draw(2) ? other : 'bank', 10_000 * (1 + draw(6))),
      'refund by UPI': () => sendMoney({ isCash: false }),
      'refund in cash': () => sendMoney({ isCash: true }),
      keep: () => sendMoney({ outcome: 'kept' }),
      'undo refund': () => desk.send('POST', `/api/desk/refunds/${refund?.id}/undo`),
      'cancel or reinstate': setCancelled,
      'two at once': async () => {
        const [answer] = await Promise.all([
          sendMoney({ isCash: true }),
          asha.send('POST', `/api/desk/cash/${line?.id}/undo`),
          bank.undo(decisions.at(-1) ?? randomUUID()),
        ])
        return answer
      },
    }
    const [name, run] = pick(Object.entries(steps)) ?? []
    const { status } = (await run?.()) ?? { status: 0 }
    expect(status, `${name}, step ${step}`).toBeLessThan(500)
    const counts = statuses[name ?? ''] ?? {}
    statuses[name ?? ''] = { ...counts, [status]: (counts[status] ?? 0) + 1 }
    festival.passSeconds(draw(25))
    await expectBalance(`step ${step}, ${name}`)
  }
  const taken = Object.values(statuses).reduce((all, counts) => all + (counts['200'] ?? 0), 0)
  expect(taken, JSON.stringify(statuses)).toBeGreaterThan(randomSteps / 4)
  if (process.env.CASH_BOOK_STEPS) {
    console.info(JSON.stringify(statuses))
  }
}, 1_800_000)
