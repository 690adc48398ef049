import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Refunds, RefundsRecorded } from '../../festival/contract/bank'
import { decideOn, readQueue, submit } from '../../tests/support/entries'
import { type Desk, readEmails, signIn } from '../../tests/support/organisers'
import { sendRefund } from '../../tests/support/refunds'
import { bank, pays, startBank } from '../../tests/support/statements/bank-desk'

startBank()

/** The fee of a team in the Senior Quiz, in paise. */
const due = 60_000

const cancelQuiz = async () => {
  const change = { field: 'status', seen: null, value: 'cancelled' }
  const body = { id: randomUUID(), changes: [change] }
  const path = '/api/desk/festival/subject?event=SeniorQuiz'
  expect((await bank.asha.send('PUT', path, body)).status).toBe(200)
}

/** Registers teams, verifies them by picture and cancels their event. */
const registerForCancelledQuiz = async (count: number) => {
  for (let number = 0; number < count; number += 1) {
    const members = [{ name: `Guest ${number}`, phone: `98765${10_000 + number}`, year: 'Intern' }]
    await submit(bank.festival, 'registration', { members, email: `guest${number}@college.test` })
    const [row] = await readQueue(bank.asha, '?state=submitted')
    if (row) {
      await decideOn(bank.asha, row, { decision: 'verify', isSilent: true })
    }
  }
  await cancelQuiz()
}

const readRefunds = async (): Promise<Refunds> => (await bank.ravi.get('/api/desk/refunds')).json()
const toItems = ({ refunds }: Refunds) =>
  refunds.map(({ entryId, amount }) => ({ id: randomUUID(), entryId, amount }))
const send = (desk: Desk, refunds: readonly object[], note = 'UPI') =>
  desk.send('POST', '/api/desk/refunds', { refunds, note })
/** Returns the refunds that were left out. */
const record = async (desk: Desk, refunds: readonly object[], note?: string) => {
  const response = await send(desk, refunds, note)
  expect(response.status).toBe(200)
  const { leftOut }: RefundsRecorded = await response.json()
  return leftOut
}

test('records 41 refunds with one command, once, and e-mails each participant (15.158, 15.159)', async () => {
  await registerForCancelledQuiz(41)
  const listed = await readRefunds()
  expect(listed.sums.due).toBe(41 * due)
  const items = toItems(listed)
  for (const _twice of [1, 2]) {
    expect(await record(bank.asha, items, 'UPI, reference 412345678901')).toEqual([])
  }
  const rows = await bank.db.selectFrom('refund').selectAll().execute()
  expect(rows).toHaveLength(41)
  expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(41 * due)
  expect((await readRefunds()).sums).toEqual({ due: 0, returned: 41 * due, kept: 0 })
  const lines = bank.db.selectFrom('audit_line').select('id').where('action', '=', 'refund-noted')
  expect(await lines.execute()).toHaveLength(41)

  expect(await readEmails(bank.festival, /^Your refund: /)).toEqual([])
  bank.festival.passSeconds(61)
  const mails = await readEmails(bank.festival, /^Your refund: /)
  expect(new Set(mails.map(({ to }) => to)).size).toBe(41)
  expect(mails).toHaveLength(41)
  expect((await mails[0]?.renderBodies())?.text).toContain(
    'How it was sent: UPI, reference 412345678901',
  )
}, 60_000)

test('leaves out refunds that are no longer due as listed, and says why (15.160)', async () => {
  await registerForCancelledQuiz(3)
  const items = toItems(await readRefunds())
  const [first, second] = items
  const single = { ...first, id: randomUUID() }
  expect((await sendRefund(bank.asha, single)).status).toBe(200)
  const part = { ...second, id: randomUUID(), amount: 10_000 }
  expect((await sendRefund(bank.asha, part)).status).toBe(200)
  expect(await record(bank.asha, items)).toEqual([
    {
      entryId: first?.entryId,
      why: 'There is nothing left to refund for this entry. Refresh the list.',
    },
    { entryId: second?.entryId, why: 'Only ₹500 is still to be refunded. Refresh the list.' },
  ])
  expect((await readRefunds()).sums).toEqual({ due: 50_000, returned: 130_000, kept: 0 })
})

test('records each refund once if two organisers record the same refunds at once (15.160)', async () => {
  await registerForCancelledQuiz(3)
  const items = toItems(await readRefunds())
  const admin = await signIn(bank.festival, 'admin')
  const others = toItems(await readRefunds())
  const answers = await Promise.all([record(bank.asha, items), record(admin, others)])
  expect(answers.map(({ length }) => length).sort()).toEqual([0, 3])
  expect((await readRefunds()).sums).toEqual({ due: 0, returned: 3 * due, kept: 0 })
})

test('leaves payments that the bank does not show out of a verifier’s batch (15.161)', async () => {
  await submit(bank.festival, 'registration', { payment_reference: 'K7Q4M2' })
  await bank.importStatement([pays('527400000001', 'K7Q4M2', due)])
  await bank.settleTicked()
  await registerForCancelledQuiz(1)
  const listed = await readRefunds()
  expect(listed.refunds.map(({ isUnseen }) => isUnseen).sort()).toEqual([false, true])
  expect(await record(bank.ravi, toItems(listed))).toEqual([
    {
      entryId: listed.refunds.find(({ isUnseen }) => isUnseen)?.entryId,
      why: 'No bank statement shows this payment. Ask an admin to record the refund.',
    },
  ])
  expect((await readRefunds()).sums.returned).toBe(due)
  const [unseen] = toItems(await readRefunds())
  expect(await record(bank.asha, [{ ...unseen }])).toEqual([])
})

test('does not record an undone refund again if its batch is repeated (15.162)', async () => {
  await registerForCancelledQuiz(2)
  const items = toItems(await readRefunds())
  await record(bank.asha, items)
  const { recorded } = await readRefunds()
  const path = `/api/desk/refunds/${recorded[0]?.id}/undo`
  expect((await bank.asha.send('POST', path)).status).toBe(200)
  const leftOut = await record(bank.asha, items)
  expect(leftOut.map(({ why }) => why)).toEqual([
    'The record of this refund was undone. If the money was sent, record it again.',
  ])
  expect((await readRefunds()).sums).toEqual({ due, returned: due, kept: 0 })
})

test('refuses more than 200 refunds, amounts of 0 and payees (15.163)', async () => {
  await registerForCancelledQuiz(1)
  const [item] = toItems(await readRefunds())
  const tooMany = Array.from({ length: 201 }, () => ({ ...item, entryId: randomUUID() }))
  const refused = await send(bank.asha, tooMany)
  expect([refused.status, (await refused.json()).errors[0].message]).toEqual([
    422,
    'At most 200 refunds can be recorded at once.',
  ])
  expect((await send(bank.asha, [{ ...item }], 'UPI to asha@okaxis')).status).toBe(422)
  expect((await send(bank.asha, [{ ...item, amount: 0 }])).status).toBe(422)
  expect((await readRefunds()).sums.returned).toBe(0)
})

test('records a refund once if a command contains it twice (15.160)', async () => {
  await registerForCancelledQuiz(1)
  const [item] = toItems(await readRefunds())
  const leftOut = await record(bank.asha, [{ ...item }, { ...item, id: randomUUID() }])
  expect(leftOut).toHaveLength(1)
  expect((await readRefunds()).sums).toEqual({ due: 0, returned: due, kept: 0 })
})

test('refuses refunds from viewers and heads (15.158)', async () => {
  for (const role of ['viewer', 'head'] as const) {
    const desk = await signIn(bank.festival, role)
    const items = [{ id: randomUUID(), entryId: randomUUID(), amount: 1 }]
    expect((await send(desk, items)).status).toBe(403)
  }
})
