import { expect, test } from 'vitest'
import { festival, startFestival, startSecondProcess } from '../../tests/support/festival'
import { expireLeases, heldLease, queueMessage, readMessage } from '../../tests/support/messages'
import { isPostgres } from '../db/engines'
import type { Db } from '../db/schema'
import { leaseDueMessages } from './queries'
import { defaultTimeouts } from './smtp-mailer'

startFestival()

/** A message whose e-mail hangs on its way. */
const startHanging = async () => {
  festival.mailer.behaviour = 'hang'
  const id = await queueMessage(festival)
  const slow = festival.outbox.deliver(id)
  await expect.poll(async () => (await readMessage(festival, id)).state).toBe('sending')
  return { id, slow }
}

test('what a process that died was sending is sent by the next one, when its lease is over', async () => {
  const id = await queueMessage(festival, heldLease())
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toEqual([])
  await expireLeases(festival)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(1)
  expect(await readMessage(festival, id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a claim that was taken over since records nothing', async () => {
  const { id, slow } = await startHanging()
  await expireLeases(festival)
  const second = await startSecondProcess()
  expect(await second.outbox.deliver(id)).toBe('sent')
  await festival.mailer.close()
  await slow
  expect(await readMessage(festival, id)).toMatchObject({
    state: 'sent',
    attempts: 2,
    last_error: null,
  })
  await second.close()
})

test('a claim that was taken over since ends nothing of the one that holds', async () => {
  const { id, slow } = await startHanging()
  await expireLeases(festival)
  const second = await startSecondProcess()
  second.mailer.behaviour = 'hang'
  const sending = second.outbox.deliver(id)
  await expect.poll(async () => (await readMessage(festival, id)).attempts).toBe(2)
  await festival.mailer.close()
  await slow
  expect(await readMessage(festival, id)).toMatchObject({
    state: 'sending',
    attempts: 2,
    last_error: null,
  })
  await second.mailer.close()
  await sending
  await second.close()
})

test('a lease outlasts the wait for its turn and the longest attempt: nobody takes over what is still on its way (7.13)', async () => {
  const begun = Date.now()
  const { id, slow } = await startHanging()
  const { lease_until } = await readMessage(festival, id)
  const longest = festival.config.mail.waitSeconds * 1_000 + defaultTimeouts.whole
  expect(Date.parse(lease_until ?? '')).toBeGreaterThan(begun + longest)
  await festival.mailer.close()
  await slow
})

test('what another process is just taking is passed over at once, and the next is taken (7.13)', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => queueMessage(festival)))
  const lease = (db: Db) => leaseDueMessages(db, festival.now, 2, 60)
  const [first, beside] = await festival.db.transaction().execute(async (transaction) => {
    const leased = await lease(transaction)
    // SQLite has one writer.
    return [leased, isPostgres(transaction) ? await lease(festival.db) : undefined] as const
  })
  const second = beside ?? (await lease(festival.db))
  expect([...first, ...second].map(({ id }) => id).sort()).toEqual(ids.sort())
})

test('no press of an organiser sends a decision’s mail in the minute in which it can be taken back (14.101)', async () => {
  const next_attempt_at = new Date(festival.now.getTime() + 60_000).toISOString()
  const id = await queueMessage(festival, { kind: 'decision', next_attempt_at })
  expect(await festival.outbox.deliver(id, 'organiser')).toBe('queued')
  expect(festival.mailer.sent).toEqual([])
})

test('a clock that was set back makes no e-mail wait the longer for it', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  await festival.outbox.deliver(id)
  festival.mailer.behaviour = 'send'
  festival.passSeconds(-3_600)
  const restarted = await startSecondProcess()
  await restarted.outbox.deliverDue()
  expect((await readMessage(festival, id)).state).toBe('sent')
  await restarted.close()
})

test('a claim from before the table store’s clock was set back holds nothing up', async () => {
  const anHourAhead = new Date(Date.now() + 3_600_000).toISOString()
  const id = await queueMessage(festival, { ...heldLease(), lease_until: anHourAhead })
  await festival.outbox.deliverDue()
  expect((await readMessage(festival, id)).state).toBe('sent')
})

test('servers whose clocks differ by minutes leave each other’s claims alone', async () => {
  const { slow } = await startHanging()
  const second = await startSecondProcess()
  second.now = new Date(festival.now.getTime() + 300_000)
  await second.outbox.deliverDue()
  expect(second.mailer.sent).toEqual([])
  festival.mailer.releaseHanging()
  await slow
  await second.close()
})

test('when no other process lives, what a dead one was sending goes out at the start', async () => {
  const id = await queueMessage(festival, heldLease())
  await festival.outbox.releaseDeadLeases()
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent.map(({ messageId }) => messageId)).toEqual([id])
})
