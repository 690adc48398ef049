import { expect, test } from 'vitest'
import { festival, startFestival, startSecondProcess } from '../../tests/support/festival'
import { expireLeases, heldLease, queueMessage, readMessage } from '../../tests/support/messages'
import { isPostgres } from '../db/engines'
import type { Db } from '../db/schema'
import { leaseDueMessages } from './queries'
import { defaultTimeouts } from './smtp-mailer'

startFestival()

const startHanging = async () => {
  festival.mailer.behaviour = 'hang'
  const id = await queueMessage(festival)
  const slow = festival.outbox.deliver(id)
  await expect.poll(async () => (await readMessage(festival, id)).state).toBe('sending')
  return { id, slow }
}

test('sends a dead process’s message once its lease has expired', async () => {
  const id = await queueMessage(festival, heldLease())
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toEqual([])
  await expireLeases(festival)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(1)
  expect(await readMessage(festival, id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('records no result after another process has taken the lease over', async () => {
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

test('does not end a lease that another process has taken over', async () => {
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

test('a lease lasts longer than the longest wait and attempt together (7.13)', async () => {
  const begun = Date.now()
  const { id, slow } = await startHanging()
  const { lease_until } = await readMessage(festival, id)
  const longest = festival.config.mail.waitSeconds * 1_000 + defaultTimeouts.whole
  expect(Date.parse(lease_until ?? '')).toBeGreaterThan(begun + longest)
  await festival.mailer.close()
  await slow
})

test('skips e-mails that another process has leased (7.13)', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => queueMessage(festival)))
  const lease = (db: Db) => leaseDueMessages(db, festival.now, 2, 60)
  const [first, beside] = await festival.db.transaction().execute(async (transaction) => {
    const leased = await lease(transaction)
    // SQLite has only one writer, so a second lease cannot run here.
    return [leased, isPostgres(transaction) ? await lease(festival.db) : undefined] as const
  })
  const second = beside ?? (await lease(festival.db))
  expect([...first, ...second].map(({ id }) => id).sort()).toEqual(ids.sort())
})

test('does not let organisers send a decision e-mail while the decision can be undone (14.101)', async () => {
  const next_attempt_at = new Date(festival.now.getTime() + 60_000).toISOString()
  const id = await queueMessage(festival, { kind: 'decision', next_attempt_at })
  expect(await festival.outbox.deliver(id, 'organiser')).toBe('queued')
  expect(festival.mailer.sent).toEqual([])
})

test('delays no e-mail if a clock is set back', async () => {
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

test('a lease expires even if the database clock was set back', async () => {
  const anHourAhead = new Date(Date.now() + 3_600_000).toISOString()
  const id = await queueMessage(festival, { ...heldLease(), lease_until: anHourAhead })
  await festival.outbox.deliverDue()
  expect((await readMessage(festival, id)).state).toBe('sent')
})

test('servers respect each other’s leases even if their clocks differ by minutes', async () => {
  const { slow } = await startHanging()
  const second = await startSecondProcess()
  second.now = new Date(festival.now.getTime() + 300_000)
  await second.outbox.deliverDue()
  expect(second.mailer.sent).toEqual([])
  festival.mailer.releaseHanging()
  await slow
  await second.close()
})

test('releases leases of dead processes at startup if no other process is running', async () => {
  const id = await queueMessage(festival, heldLease())
  await festival.outbox.releaseDeadLeases()
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent.map(({ messageId }) => messageId)).toEqual([id])
})
