import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queueMessage, readMessage } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp

beforeEach(async () => {
  festival = await createTestApp({ env: { ORGANISERS_EMAIL: 'organisers@cerebra.test' } })
})
afterEach(() => festival.close())

const passSeconds = (seconds: number) => {
  festival.now = new Date(festival.now.getTime() + seconds * 1_000)
}

const logText = () => festival.logged.join('')

/** A second process over the same tables, with a mailer of its own. */
const startSecondProcess = async () => {
  const second = await createTestApp({ beside: festival })
  second.now = festival.now
  return second
}

test('a message goes to its registrant, with the organisers copied, once', async () => {
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('sent')
  expect(await festival.outbox.deliver(id)).toBe('sent')
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(1)
  expect(festival.mailer.sent[0]).toMatchObject({
    messageId: id,
    from: 'Cerebra <registrations@cerebra.example>',
    to: 'asha@students.test',
    cc: 'organisers@cerebra.test',
    subject: 'You are registered: Senior Quiz ‘Peristalympics’ (EVT-000123)',
  })
  expect(await readMessage(festival, id)).toMatchObject({
    state: 'sent',
    attempts: 1,
    sent_at: '2025-10-01T04:30:00.123Z',
    lease_until: null,
    last_error: null,
  })
})

test('a hundred callers at the same time share one attempt and its outcome', async () => {
  const id = await queueMessage(festival)
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => festival.outbox.deliver(id)))
  expect(outcomes).toEqual(Array(100).fill('sent'))
  expect(festival.mailer.sent).toHaveLength(1)
  expect((await readMessage(festival, id)).attempts).toBe(1)
})

test('while the mail server is away a message is tried again after 5 s, 30 s, 2 min, 10 min, 30 min, an hour and more', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  const waits = []
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await festival.outbox.deliverDue()
    const { next_attempt_at, state } = await readMessage(festival, id)
    expect(state).toBe('queued')
    waits.push((Date.parse(next_attempt_at) - festival.now.getTime()) / 1_000)
    festival.now = new Date(Date.parse(next_attempt_at))
  }
  const expected = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400]
  for (const [index, seconds] of expected.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(seconds * 0.8)
    expect(waits[index]).toBeLessThanOrEqual(seconds * 1.2)
  }
})

test('a message is not tried before its time', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  await festival.outbox.deliverDue()
  festival.mailer.behaviour = 'send'
  passSeconds(3.9)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toEqual([])
  passSeconds(2.2)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(1)
  expect(await readMessage(festival, id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
})

test('a registrant who submits again does not wait for the next turn', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('pending')
  festival.mailer.behaviour = 'send'
  expect(await festival.outbox.deliver(id)).toBe('sent')
})

test('an address that the mail server refuses is given up at once, loudly, and without naming it', async () => {
  festival.mailer.behaviour = 'reject'
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('failed')
  expect(await readMessage(festival, id)).toMatchObject({ state: 'failed', attempts: 1 })
  const entry = festival.logged.map((line) => JSON.parse(line)).find(({ message }) => message === id)
  expect(entry).toMatchObject({ level: 50, msg: 'a confirmation was given up; its registrant has not been told' })
  passSeconds(86_400)
  await festival.outbox.deliverDue()
  expect((await readMessage(festival, id)).attempts).toBe(1)
})

test('a message that was given up goes out when its registrant submits again', async () => {
  festival.mailer.behaviour = 'reject'
  const id = await queueMessage(festival)
  await festival.outbox.deliver(id)
  festival.mailer.behaviour = 'send'
  expect(await festival.outbox.deliver(id)).toBe('sent')
})

test('a message that found no way for three days is given up', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  passSeconds(3 * 86_400 - 1)
  expect(await festival.outbox.deliver(id)).toBe('pending')
  passSeconds(1)
  expect(await festival.outbox.deliver(id)).toBe('failed')
})

test('a message whose payload cannot be read is given up, not tried for ever', async () => {
  const id = await queueMessage(festival, { payload: '{"event_name":"Senior Quiz"}' })
  expect(await festival.outbox.deliver(id)).toBe('failed')
  expect(festival.mailer.sent).toEqual([])
})

test('what a process that died was sending is sent by the next one, when its lease is over', async () => {
  const id = await queueMessage(festival, {
    state: 'sending',
    attempts: 1,
    lease_until: new Date(festival.now.getTime() + 30_000).toISOString(),
  })
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toEqual([])
  passSeconds(30)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(1)
  expect(await readMessage(festival, id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a claim that was taken over since records nothing', async () => {
  festival.mailer.behaviour = 'hang'
  const id = await queueMessage(festival)
  const slow = festival.outbox.deliver(id)
  await expect.poll(async () => (await readMessage(festival, id)).state).toBe('sending')
  passSeconds(31)
  const second = await startSecondProcess()
  expect(await second.outbox.deliver(id)).toBe('sent')
  await festival.mailer.close()
  await slow
  expect(await readMessage(festival, id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  await second.close()
})

test('of two processes one sends each message, and the other learns the outcome', async () => {
  const second = await startSecondProcess()
  const ids = await Promise.all(Array.from({ length: 30 }, () => queueMessage(festival)))
  const outcomes = await Promise.all(ids.flatMap((id) => [festival.outbox.deliver(id), second.outbox.deliver(id)]))
  expect(outcomes).toEqual(Array(60).fill('sent'))
  const sent = [...festival.mailer.sent, ...second.mailer.sent].map(({ messageId }) => messageId)
  expect(sent.toSorted()).toEqual(ids.toSorted())
  await second.close()
})

test('two workers over one queue send each message once', async () => {
  const second = await startSecondProcess()
  const ids = await Promise.all(Array.from({ length: 40 }, () => queueMessage(festival)))
  festival.outbox.start()
  second.outbox.start()
  const sent = () => [...festival.mailer.sent, ...second.mailer.sent].map(({ messageId }) => messageId)
  await expect.poll(() => sent().length, { timeout: 10_000 }).toBe(40)
  await second.close()
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('another process that hangs is not waited for beyond a registrant’s patience', async () => {
  const id = await queueMessage(festival, {
    state: 'sending',
    attempts: 1,
    lease_until: new Date(festival.now.getTime() + 30_000).toISOString(),
  })
  expect(await festival.outbox.deliver(id)).toBe('pending')
})

test('behind eight e-mails that hang, the ninth is let go unharmed', async () => {
  festival.mailer.behaviour = 'hang'
  const hanging = await Promise.all(Array.from({ length: 8 }, () => queueMessage(festival)))
  const attempts = hanging.map((id) => festival.outbox.deliver(id))
  await expect.poll(async () => (await readMessage(festival, hanging[7] ?? '')).state).toBe('sending')
  const ninth = await queueMessage(festival)
  expect(await festival.outbox.deliver(ninth)).toBe('pending')
  expect(await readMessage(festival, ninth)).toMatchObject({ state: 'queued', attempts: 0 })
  await festival.mailer.close()
  expect(await Promise.all(attempts)).toEqual(Array(8).fill('pending'))
})

test('a stopped worker has finished what it began, and begins nothing more', async () => {
  festival.mailer.behaviour = 'hang'
  const id = await queueMessage(festival)
  festival.outbox.start()
  await expect.poll(async () => (await readMessage(festival, id)).state).toBe('sending')
  const stopping = festival.outbox.stop()
  await festival.mailer.close()
  await stopping
  expect((await readMessage(festival, id)).state).toBe('queued')
  festival.mailer.behaviour = 'send'
  passSeconds(60)
  await pause(1_100)
  expect(festival.mailer.sent).toEqual([])
})

test('nothing personal reaches the log or the reason that is kept', async () => {
  const ids = []
  for (const behaviour of ['send', 'refuse', 'reject'] as const) {
    festival.mailer.behaviour = behaviour
    const id = await queueMessage(festival)
    await festival.outbox.deliver(id)
    ids.push(id)
  }
  const reasons = await Promise.all(ids.map(async (id) => (await readMessage(festival, id)).last_error))
  const kept = `${logText()}${reasons.join()}`
  for (const id of ids) expect(kept).toContain(id)
  for (const personal of ['Asha', 'asha@', '0123456789', 'organisers@', 'Test Medical College', '/files/']) {
    expect(kept).not.toContain(personal)
  }
})
