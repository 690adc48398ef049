import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AuditPage } from '../../festival/contract/audit'
import type { EntryDetails } from '../../festival/contract/entry'
import type { WalkInEntered } from '../../festival/contract/walk-in'
import { enter, expectHeld, form, handOver, readCash, takeCash } from '../../tests/support/cash'
import { decideOn, readEntry, readQueue } from '../../tests/support/entries'
import { type Desk, organisers, readEmails, signIn } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, startBank } from '../../tests/support/statements/bank-desk'
import { forgetPerson } from '../cli/forget-person'

startBank()

const { verifier, admin, viewer, head } = organisers
test('shows how much cash each organiser holds after takings, handovers and refunds (14.153)', async () => {
  const { ravi, asha, festival } = bank
  const book: [string, number][] = []
  const move = (...moves: [string, number][]) => {
    book.push(...moves)
    return expectHeld(book)
  }
  const press = randomUUID()
  const one = await takeCash(ravi, 'one@college.test', press)
  const two = await takeCash(ravi, 'two@college.test', randomUUID())
  const three = await takeCash(asha, 'three@college.test')
  await move([verifier, 60_000], [admin, 30_000])
  expect((await bank.read('overview')).cash).toEqual({ count: 2, sum: 90_000 })

  const decide = async (id: string, decision: object) => {
    const row = (await readQueue(ravi)).find((found) => found.id === id)
    if (!row) {
      throw new Error(id)
    }
    expect((await decideOn(ravi, row, { ...decision })).status).toBe(200)
    await move()
  }
  expect((await bank.undo(press)).status).toBe(200)
  await move()
  expect((await readEntry(ravi, one.entryId)).state).toBe('submitted')
  await decide(one.entryId, { decision: 'reject' })
  await decide(two.entryId, { decision: 'withdraw' })
  await decide(three.entryId, { decision: 'verify' })

  const refund = (desk: Desk, entryId: string, amount: number, more: object) =>
    sendRefund(desk, {
      id: randomUUID(),
      entryId,
      amount,
      note: 'agreed',
      ...more,
    })
  expect((await refund(ravi, one.entryId, 10_000, { isCash: true })).status).toBe(200)
  await move([verifier, -10_000])
  expect((await refund(ravi, one.entryId, 5_000, {})).status).toBe(200)
  expect((await refund(ravi, one.entryId, 15_000, { outcome: 'kept' })).status).toBe(200)
  expect((await refund(ravi, two.entryId, 30_000, { outcome: 'kept', isCash: true })).status).toBe(
    422,
  )
  expect((await refund(ravi, one.entryId, 1, { isCash: true })).status).toBe(409)
  await move()
  expect((await refund(asha, two.entryId, 30_000, { isCash: true })).status).toBe(200)
  await move([admin, -30_000])
  // Not even an admin can refund more cash than they hold.
  const four = await takeCash(ravi, 'four@college.test')
  await move([verifier, 30_000])
  await decide(four.entryId, { decision: 'reject' })
  const refused = await refund(asha, four.entryId, 30_000, { isCash: true })
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    'You hold ₹0 in cash. To refund more in cash, ask another organiser to hand cash over to you first.',
  ])
  await move()

  expect((await handOver(ravi, admin, 20_000)).status).toBe(200)
  await move([verifier, -20_000], [admin, 20_000])
  expect((await handOver(asha, 'bank', 15_000)).status).toBe(200)
  await move([admin, -15_000], ['bank', 15_000])

  const mailFolder = join(festival.config.dataDir, 'mail')
  const deps = {
    db: festival.db,
    files: festival.files.store,
    clock: () => festival.now,
    mailFolder,
  }
  await forgetPerson({ ...deps, person: { email: 'one@college.test' } })
  expect((await readQueue(ravi)).map(({ id }) => id)).not.toContain(one.entryId)
  await move()
})

test('records a handover only once, and only up to the amount of cash held (14.154)', async () => {
  const { ravi, asha, festival } = bank
  await takeCash(ravi, 'one@college.test')
  const vani = await signIn(festival, 'viewer')
  for (const [desk, to, amount, more, status] of [
    [ravi, admin, 30_001, {}, 409],
    [ravi, admin, 0, {}, 422],
    [ravi, admin, 1.5, {}, 422],
    [ravi, verifier, 100, {}, 422],
    [ravi, head, 100, {}, 422],
    [ravi, 'stranger@college.test', 100, {}, 422],
    [asha, verifier, 100, {}, 409],
    [ravi, viewer, 100, {}, 422],
    [ravi, verifier, 100, { from: 'bank' }, 403],
    [ravi, admin, 100, { from: admin }, 403],
    [vani, admin, 100, {}, 403],
  ] as const) {
    expect(
      (await handOver(desk, to, amount, more)).status,
      `${to} ${amount} ${JSON.stringify(more)}`,
    ).toBe(status)
  }
  await expectHeld([[verifier, 30_000]])

  const press = { id: randomUUID() }
  for (const _twice of [1, 2]) {
    expect((await handOver(ravi, admin, 10_000, press)).status).toBe(200)
  }
  expect((await handOver(ravi, admin, 9_000, press)).status).toBe(409)
  expect((await handOver(asha, admin, 10_000, { ...press, from: verifier })).status).toBe(409)
  // Only one of these handovers of all remaining cash can succeed.
  const all = await Promise.all(Array.from({ length: 12 }, () => handOver(ravi, 'bank', 20_000)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 409)).toHaveLength(11)
  expect((await handOver(asha, verifier, 5_000, { from: 'bank' })).status).toBe(200)
  await expectHeld([
    [verifier, 5_000],
    [admin, 10_000],
    ['bank', 15_000],
  ])
  // The overview counts the cash of organisers (14.110).
  expect((await bank.read('overview')).cash).toEqual({ count: 2, sum: 15_000 })
  const { moves, people } = await readCash(vani)
  expect(moves.map(({ by, from, to, amount }) => [by, from, to, amount]).sort()).toEqual([
    [admin, 'bank', verifier, 5_000],
    [verifier, null, verifier, 30_000],
    [verifier, verifier, admin, 10_000],
    [verifier, verifier, 'bank', 20_000],
  ])
  expect(people).toEqual([admin, verifier].sort())
  const { lines }: AuditPage = await (
    await vani.get('/api/desk/audit?action=cash-handed-over')
  ).json()
  expect(lines).toHaveLength(3)
  expect(lines.map(({ detail }) => detail)).toContainEqual({
    paise: 10_000,
    from: verifier,
    to: admin,
  })
})

test('verifies a walk-in paid in cash immediately on request (14.155)', async () => {
  const { ravi, festival } = bank
  const key = randomUUID()
  const verify = randomUUID()
  const first = await enter(ravi, { verify }, key)
  const again = await enter(ravi, { verify }, key)
  const entered: WalkInEntered = await first.json()
  expect(await again.json()).toEqual(entered)
  expect(entered).toMatchObject({
    isCash: true,
    decided: { id: verify, state: 'verified', source: 'cash' },
  })
  expect(await readEmails(festival, /^Your payment is verified/)).toHaveLength(0)
  expect((await bank.undo(verify)).status).toBe(200)
  expect(await readEntry(ravi, entered.entryId)).toMatchObject({
    state: 'submitted',
    cash: { amount: 300, by: verifier },
  })
  expect((await (await enter(ravi, { verify }, key)).json()).decided).toBeNull()

  await takeCash(ravi, 'two@college.test', randomUUID())
  festival.passSeconds(61)
  expect(await readEmails(festival, /^Your payment is verified/)).toMatchObject([
    { to: 'two@college.test' },
  ])
  expect((await enter(ravi, { verify: randomUUID(), paid: 'upi' })).status).toBe(422)
})

test('flags an entry if a correction raises the amount due above the cash paid (14.17, 14.153)', async () => {
  const { ravi } = bank
  const entered = await (await enter(ravi, { form: { ...form, event: 'CasePulse' } })).json()
  const row = (await readQueue(ravi)).find(({ id }) => id === entered.entryId)
  if (!row) {
    throw new Error('There is no walk-in')
  }
  const members = [...form.members, { name: 'Second One', phone: '', year: '2nd year' }]
  const details = {
    members,
    email: form.email,
    institution: form.institution,
    category: form.category,
  }
  const path = `/api/desk/entries/${row.id}/details`
  expect(
    (await ravi.send('POST', path, { id: randomUUID(), version: row.version, details })).status,
  ).toBe(200)
  const corrected = (await readQueue(ravi)).find(({ id }) => id === row.id)
  expect(corrected).toMatchObject({ flags: ['odd-amount'], state: 'submitted' })
  const { flagList }: EntryDetails = await bank.read(`entries/${row.id}`)
  expect(flagList).toMatchObject([{ detail: '₹300 was collected in cash; ₹400 is due.' }])
  const selection = { by: 'rows', rows: [{ id: row.id, version: corrected?.version }] }
  const press = { id: randomUUID(), decision: 'verify', selection }
  const many = await ravi.send('POST', '/api/desk/decisions/many', press)
  expect(await many.json()).toMatchObject({ decided: [], skipped: [{ why: 'flagged' }] })
  expect((await ravi.send('POST', `/api/desk/cash/${row.id}/undo`)).status).toBe(200)
  expect(await readEntry(ravi, row.id)).toMatchObject({ cash: null, flags: [] })
})

test('e-mails the other organisers whose cash changes about a handover and its undo (14.176)', async () => {
  const { ravi, asha, festival } = bank
  await takeCash(ravi, 'one@college.test')
  const press = { id: randomUUID() }
  for (const _twice of [1, 2]) {
    expect((await handOver(ravi, admin, 10_000, press)).status).toBe(200)
  }
  const read = async (subject: RegExp) => (await readEmails(festival, subject)).map(({ to }) => to)
  expect(await read(/^Handover of ₹100 in cash$/)).toEqual([admin])
  const [mail] = await readEmails(festival, /^Handover/)
  const { text } = (await mail?.renderBodies()) ?? { text: '' }
  expect(text).toContain(
    `${verifier} recorded that ₹100 in cash was handed over from ${verifier} to ${admin}.`,
  )
  expect(text).toContain('https://cerebra.test/desk/cash')

  expect((await handOver(ravi, 'bank', 5_000)).status).toBe(200)
  expect(await read(/^Handover of ₹50 in cash$/)).toEqual([admin])
  // An admin records a handover on behalf of another organiser.
  expect((await handOver(asha, 'bank', 2_500, { from: verifier })).status).toBe(200)
  expect(await read(/^Handover of ₹25 in cash$/)).toEqual([verifier])
  expect((await ravi.send('POST', `/api/desk/cash/${press.id}/undo`)).status).toBe(200)
  expect(await read(/^Undone: handover of ₹100 in cash$/)).toEqual([admin])
})

test('keeps removed lines in the cash book and the timeline (14.173)', async () => {
  const { ravi, festival } = bank
  const { entryId } = await takeCash(ravi, 'one@college.test')
  festival.passSeconds(10)
  expect((await ravi.send('POST', `/api/desk/cash/${entryId}/undo`)).status).toBe(200)
  expect((await ravi.send('POST', `/api/desk/cash/${entryId}/undo`)).status).toBe(404)
  const at = festival.now.toISOString()
  expect((await readCash(ravi)).moves).toMatchObject([
    { id: entryId, removed: { at, by: verifier } },
  ])
  await expectHeld([])
  const { timeline } = await readEntry(ravi, entryId)
  expect(timeline.at(-1)).toEqual({
    id: entryId,
    at,
    what: 'cash-removed',
    by: verifier,
    amount: 30_000,
  })
})

test('shows on an entry’s page how much cash was taken and refunded, and how much is still held (14.177)', async () => {
  const { ravi, asha, festival } = bank
  const { entryId } = await takeCash(ravi, 'one@college.test', randomUUID())
  await decideOn(ravi, await readEntry(ravi, entryId), { decision: 'reject' })
  const refund = { id: randomUUID(), entryId, amount: 30_000, note: 'cash', isCash: true }
  expect((await sendRefund(ravi, refund)).status).toBe(200)
  expect(await readEntry(ravi, entryId)).toMatchObject({ refunded: 30_000, held: 0 })
  await decideOn(ravi, await readEntry(ravi, entryId), { decision: 'reopen' })
  festival.passSeconds(1)
  const pay = { decision: 'verify', source: 'cash', cash: 30_000 }
  expect((await decideOn(asha, await readEntry(ravi, entryId), pay)).status).toBe(200)
  const entry = await readEntry(ravi, entryId)
  expect(entry.cashTaken.map(({ amount, by }) => [amount, by])).toEqual([
    [30_000, verifier],
    [30_000, admin],
  ])
  expect(entry).toMatchObject({ refunded: 30_000, held: 30_000 })
})

test('lists the organiser with the most cash first (14.153)', async () => {
  const { ravi, asha } = bank
  await takeCash(asha, 'one@college.test')
  await takeCash(ravi, 'two@college.test')
  await takeCash(ravi, 'three@college.test')
  const listHolders = async () => (await readCash(ravi)).holders.map(({ holder }) => holder)
  expect(await listHolders()).toEqual([verifier, admin])
  await handOver(ravi, admin, 40_000)
  expect(await listHolders()).toEqual([admin, verifier])
})
