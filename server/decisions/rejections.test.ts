import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { details, pickAnswers } from '../../festival/forms/details'
import { registrationBody } from '../../tests/support/bodies'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'

/** Only the first stranger receives a confirmation. */
startSignedDesk({ LIMIT_NEW_ADDRESSES: '1' })

const strangers = async (count: number) => {
  const emails = Array.from({ length: count }, (_, n) => `stranger${n}@elsewhere.test`)
  for (const email of emails) {
    await submit(festival, 'registration', { email })
  }
  return emails
}
const sentTo = () =>
  festival.mailer.sent
    .filter(({ kind }) => !kind.startsWith('desk-'))
    .map(({ to, kind }) => [to, kind])
const sendAll = async () => {
  while (await festival.outbox.deliverDue()) {}
}
/** Waits until no limit on e-mails to new addresses applies. */
const liftLimits = async () => {
  festival.passSeconds(3 * 3_600)
  await festival.db.updateTable('message').set({ network: null }).execute()
  await sendAll()
}

test('sends no rejection to an address that has never received an e-mail (14.101)', async () => {
  await strangers(2)
  const [reached, waiting] = await Promise.all(
    ['stranger0', 'stranger1'].map((q) => readOnly(ravi, `?q=${q}`)),
  )
  if (!reached || !waiting) {
    throw new Error('There are not two entries')
  }
  expect((await readEntry(ravi, reached.id)).isReached).toBe(true)
  expect((await readEntry(ravi, waiting.id)).isReached).toBe(false)
  await decideOn(ravi, reached, { decision: 'reject' })
  await decideOn(ravi, waiting, { decision: 'reject' })
  expect(await readEntry(ravi, waiting.id)).toMatchObject({
    unsent: [],
    confirmation: 'cancelled',
  })
  const again = await ravi.send('POST', `/api/desk/entries/${waiting.id}/send-again`)
  expect([again.status, (await again.json()).code]).toEqual([409, 'illegal'])
  await liftLimits()
  expect(sentTo()).toEqual([
    ['stranger0@elsewhere.test', 'registration'],
    ['stranger0@elsewhere.test', 'decision'],
  ])
  await decideOn(ravi, await readOnly(ravi, '?q=stranger1'), { decision: 'reopen' })
  await sendAll()
  expect(sentTo().slice(2)).toEqual([['stranger1@elsewhere.test', 'registration']])
})

test('queues the confirmation again when a rejection is undone (14.12, 14.101)', async () => {
  await strangers(2)
  const read = () =>
    festival.db
      .selectFrom('message')
      .selectAll()
      .where('recipient', '=', 'stranger1@elsewhere.test')
      .execute()
  const before = await read()
  const { id } = await (
    await decideOn(ravi, await readOnly(ravi, '?q=stranger1'), { decision: 'reject' })
  ).json()
  expect(await read()).toEqual(before.map((row) => ({ ...row, state: 'cancelled' })))
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
  expect(await read()).toEqual(before)
  await decideOn(ravi, await readOnly(ravi, '?q=stranger1'), {
    decision: 'reject',
    writeToAll: true,
  })
  const reopened = await (
    await decideOn(ravi, await readOnly(ravi, '?q=stranger1'), { decision: 'reopen' })
  ).json()
  await ravi.send('POST', `/api/desk/decisions/${reopened.id}/undo`)
  await liftLimits()
  expect(sentTo().slice(1)).toEqual([['stranger1@elsewhere.test', 'decision']])
})

test('sends the confirmation of a rejected entry only if the rejection is undone (14.101)', async () => {
  const begun = festival.mailer.begun.length
  festival.mailer.behaviour = 'hang'
  const sent = submit(festival, 'registration', { email: 'stranger@elsewhere.test' })
  await expect.poll(() => festival.mailer.begun.length).toBe(begun + 1)
  const { id } = await (await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })).json()
  festival.mailer.behaviour = 'send'
  festival.mailer.releaseHanging('fail')
  await sent.catch(() => undefined)
  await liftLimits()
  expect(sentTo()).toEqual([])
  // The minute starts when the decision is sent.
  festival.passSeconds(-3 * 3_600)
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
  await liftLimits()
  expect(sentTo()).toEqual([['stranger@elsewhere.test', 'registration']])
})

test('does not send a rejected entry’s confirmation to an address corrected during a failing attempt (14.101)', async () => {
  const begun = festival.mailer.begun.length
  festival.mailer.behaviour = 'hang'
  const sent = submit(festival, 'registration', { email: 'stranger@elsewhere.test' })
  await expect.poll(() => festival.mailer.begun.length).toBe(begun + 1)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  const { id, version } = await readOnly(ravi)
  const { members } = registrationBody
  const answers = pickAnswers(details.registration, registrationBody)
  const corrected = await ravi.send('POST', `/api/desk/entries/${id}/details`, {
    id: randomUUID(),
    version,
    details: { ...answers, members, email: 'right@elsewhere.test' },
  })
  expect(corrected.status).toBe(200)
  festival.mailer.behaviour = 'send'
  festival.mailer.releaseHanging('fail')
  await sent.catch(() => undefined)
  await liftLimits()
  expect(sentTo()).toEqual([])
})

const post = async (call: string, body: object) =>
  (await ravi.send('POST', `/api/desk/decisions/${call}`, body)).json()

test('previews how many rejected participants will receive no e-mail (14.76, 14.101)', async () => {
  await strangers(4)
  const pick = async () => ({
    by: 'rows',
    rows: (await readQueue(ravi)).map(({ id, version }) => ({ id, version })),
  })
  const waiting = () =>
    festival.db
      .selectFrom('message')
      .select(['recipient', 'state'])
      .where('kind', '=', 'registration')
      .where('state', 'in', ['queued', 'cancelled'])
      .orderBy('recipient')
      .execute()
  const before = await waiting()
  expect(before.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  const selection = await pick()
  expect(await post('preview', { selection, decision: 'reject' })).toMatchObject({
    willDecide: 4,
    unreached: 3,
  })
  expect(await post('preview', { selection, decision: 'withdraw' })).toMatchObject({
    willDecide: 4,
    unreached: 0,
  })
  const id = randomUUID()
  await post('many', { id, selection, decision: 'reject' })
  expect(await waiting()).toEqual(before.map((row) => ({ ...row, state: 'cancelled' })))
  await post(`${id}/undo`, {})
  expect(await waiting()).toEqual(before)
  await post('many', { id: randomUUID(), selection: await pick(), decision: 'reject' })
  await liftLimits()
  expect(sentTo()).toEqual([
    ['stranger0@elsewhere.test', 'registration'],
    ['stranger0@elsewhere.test', 'decision'],
  ])
})

test.each([
  ['a list', []],
  ['unknown', { stat: 'submitted' }],
])('rejects a filter that is %s (14.13)', async (_what, filter) => {
  await strangers(1)
  const selection = { by: 'filter', filter, seenAt: '2025-10-02T04:30:00.123Z' }
  expect(await post('many', { id: randomUUID(), selection, decision: 'reject' })).toMatchObject({
    code: 'invalid',
  })
})
