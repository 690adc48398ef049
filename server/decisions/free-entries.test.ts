import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { QueueRow } from '../../festival/contract/queue'
import { changeEvent } from '../../tests/support/changed-subject'
import { decideOn, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'

startSignedDesk()

const event = 'Cineplexus'

/** The organisers decide about these entries. Oldest first. */
const registerFree = async (count: number, changes = {}): Promise<QueueRow[]> => {
  const free = { fee: { per: 'free' }, status: 'open', teamSize: 1, approval: true } as const
  await changeEvent(festival, event, { ...free, ...changes })
  for (let index = 0; index < count; index += 1) {
    const members = [{ name: 'Asha Test', phone: `901234567${index}`, year: 'Final year' }]
    await submit(festival, 'registration', { event, members, email: `a${index}@college.test` })
    festival.passSeconds(1)
  }
  return readQueue(ravi)
}

const toSelection = (rows: readonly QueueRow[]) => ({
  by: 'rows',
  rows: rows.map(({ id, version }) => ({ id, version })),
})
const preview = async (rows: readonly QueueRow[], decision: object) =>
  (
    await ravi.send('POST', '/api/desk/decisions/preview', {
      selection: toSelection(rows),
      ...decision,
    })
  ).json()
const decideMany = async (rows: readonly QueueRow[], decision: object) =>
  (
    await ravi.send('POST', '/api/desk/decisions/many', {
      id: randomUUID(),
      selection: toSelection(rows),
      ...decision,
    })
  ).json()

const aboutPayment = { decision: 'ask-correction', reasons: [{ key: 'proof-unreadable' }] }

test('refuses reasons about a payment for a free entry (19.37)', async () => {
  const [row] = await registerFree(1)
  if (!row) {
    throw new Error('There is no entry')
  }
  const refused = await decideOn(ravi, row, aboutPayment)
  expect([refused.status, (await refused.json()).errors[0].path]).toEqual([422, 'reasons'])
  const withMoney = await decideOn(ravi, row, { decision: 'reject', money: 'give-back' })
  expect([withMoney.status, (await withMoney.json()).errors[0].path]).toEqual([422, 'money'])
  const named = { decision: 'ask-correction', reasons: [{ key: 'name-wrong' }] }
  expect((await decideOn(ravi, row, named)).status).toBe(200)
})

test('skips free entries in a bulk correction about a payment (19.37)', async () => {
  const free = await registerFree(1)
  await submit(festival, 'registration', { email: 'paid@college.test' })
  const rows = await readQueue(ravi)
  const { decided, skipped } = await decideMany(rows, aboutPayment)
  expect(decided).toHaveLength(1)
  expect(skipped).toMatchObject([{ id: free[0]?.id, why: 'reason' }])
})

test('the preview says whether all of the chosen entries are free (19.37)', async () => {
  const free = await registerFree(1)
  await submit(festival, 'registration', { email: 'paid@college.test' })
  const named = { decision: 'ask-correction', reasons: [{ key: 'name-wrong' }] }
  expect(await preview(free, named)).toMatchObject({ willDecide: 1, isFree: true })
  const both = await readQueue(ravi)
  expect(await preview(both, named)).toMatchObject({ willDecide: 2, isFree: false })
})

test('mentions no money in the e-mail about a free entry that is rejected with others (19.37)', async () => {
  const [row] = await registerFree(1)
  const { decided } = await decideMany(row ? [row] : [], { decision: 'reject', money: 'give-back' })
  expect(decided).toHaveLength(1)
  festival.passSeconds(61)
  await festival.outbox.deliverDue()
  const mail = festival.mailer.sent.findLast(({ kind }) => kind === 'decision')
  expect(JSON.stringify(mail)).not.toMatch(/refund|paid|payment/i)
})

test('the preview counts the entries that will get no place (19.38)', async () => {
  const rows = await registerFree(3, { places: 2 })
  expect(await preview(rows, { decision: 'verify' })).toMatchObject({ willDecide: 3, waiting: 1 })
  const newest = rows.slice(2)
  expect(await preview(newest, { decision: 'verify' })).toMatchObject({ waiting: 1 })
  expect(await preview(rows.slice(0, 2), { decision: 'verify' })).toMatchObject({ waiting: 0 })
})
