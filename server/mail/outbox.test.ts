import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { festival, startFestival, startSecondProcess } from '../../tests/support/festival'
import { heldLease, queueMessage, readMessage } from '../../tests/support/messages'
import { MailError } from './mailer'

startFestival({ env: { ORGANISERS_EMAIL: 'organisers@cerebra.test' } })

const logText = () => festival.logged.join('')

test('sends a message once, with a copy to the organisers', async () => {
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('sent')
  expect(await festival.outbox.deliver(id)).toBe('sent')
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(1)
  expect(festival.mailer.sent[0]).toMatchObject({
    messageId: id,
    from: 'Lumbar Days <registrations@festival.example>',
    to: 'asha@students.test',
    cc: 'organisers@cerebra.test',
    subject: 'We have received your registration: Senior Quiz ‘Peristalympics’ (EVT-000123)',
  })
  expect(await readMessage(festival, id)).toMatchObject({
    state: 'sent',
    attempts: 1,
    sent_at: '2025-10-01T04:30:00.123Z',
    lease_until: null,
    last_error: null,
  })
})

test('keeps the content of an e-mail until it is sent', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  const { payload } = await readMessage(festival, id)
  await festival.outbox.deliver(id)
  expect((await readMessage(festival, id)).payload).toBe(payload)
  festival.mailer.behaviour = 'send'
  festival.passSeconds(60)
  expect(await festival.outbox.deliver(id)).toBe('sent')
  expect((await readMessage(festival, id)).payload).toBe('')
})

test('sends a message once for a hundred simultaneous callers', async () => {
  const id = await queueMessage(festival)
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => festival.outbox.deliver(id)))
  expect(outcomes).toEqual(Array(100).fill('sent'))
  expect(festival.mailer.sent).toHaveLength(1)
  expect((await readMessage(festival, id)).attempts).toBe(1)
})

test('retries at growing intervals while the mail server is down', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  const delays = []
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await festival.outbox.deliverDue()
    const { next_attempt_at, state } = await readMessage(festival, id)
    expect(state).toBe('queued')
    delays.push((Date.parse(next_attempt_at) - festival.now.getTime()) / 1_000)
    festival.now = new Date(Date.parse(next_attempt_at) - 1)
    await festival.outbox.deliverDue()
    expect(festival.mailer.begun).toHaveLength(attempt + 1)
    festival.passSeconds(0.001)
  }
  const expected = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400]
  for (const [index, seconds] of expected.entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(seconds * 0.8)
    expect(delays[index]).toBeLessThanOrEqual(seconds * 1.2)
  }
})

test('retries a refused address after 1 h and 6 h, and then gives up', async () => {
  festival.mailer.behaviour = 'reject'
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('refused')
  const entries = () =>
    festival.logged.map((line) => JSON.parse(line)).filter(({ message }) => message === id)
  const tried: number[] = []
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    festival.passSeconds(600)
    const before = festival.mailer.begun.length
    await festival.outbox.deliverDue()
    if (festival.mailer.begun.length > before) {
      tried.push(minute)
    }
  }
  expect(tried).toEqual([expect.closeTo(60, -1), expect.closeTo(380, -2)])
  expect(await readMessage(festival, id)).toMatchObject({ state: 'failed', attempts: 3 })
  expect(entries().map(({ level }) => level)).toEqual([40, 40, 50])
  expect(entries()[2]).toMatchObject({
    msg: 'an e-mail could not be delivered; its recipient has not been notified',
  })
})

test('repeating the form uses up no retries of a refused address', async () => {
  festival.mailer.behaviour = 'reject'
  const id = await queueMessage(festival)
  for (let minute = 0; minute < 10; minute += 1) {
    expect(await festival.outbox.deliver(id)).toBe('refused')
    festival.passSeconds(60)
  }
  expect(await readMessage(festival, id)).toMatchObject({ state: 'queued', attempts: 10 })
})

test('gives up on a message after three days of failures', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  festival.passSeconds(3 * 86_400 - 61)
  await festival.outbox.deliver(id)
  expect((await readMessage(festival, id)).state).toBe('queued')
  festival.passSeconds(61)
  await festival.outbox.deliver(id)
  expect((await readMessage(festival, id)).state).toBe('failed')
})

test('reports an e-mail as queued if the attempt outlasts the participant’s wait (7.2)', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  await festival.outbox.deliver(id)
  festival.passSeconds(60)
  festival.mailer.behaviour = 'hang'
  expect(await festival.outbox.deliver(id)).toBe('queued')
})

test('sends each queued message once, even with two workers', async () => {
  const second = await startSecondProcess()
  const ids = await Promise.all(Array.from({ length: 40 }, () => queueMessage(festival)))
  festival.startDelivery()
  second.startDelivery()
  const sent = () =>
    [...festival.mailer.sent, ...second.mailer.sent].map(({ messageId }) => messageId)
  await expect.poll(() => sent().length, { timeout: 10_000 }).toBe(40)
  await second.close()
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('waits for another server’s attempt no longer than a participant waits', async () => {
  const id = await queueMessage(festival, heldLease())
  expect(await festival.outbox.deliver(id)).toBe('queued')
})

test('returns a ninth e-mail to the queue while eight are hanging', async () => {
  festival.mailer.behaviour = 'hang'
  const hanging = await Promise.all(Array.from({ length: 8 }, () => queueMessage(festival)))
  const attempts = hanging.map((id) => festival.outbox.deliver(id))
  await expect
    .poll(async () => (await readMessage(festival, hanging[7] ?? '')).state)
    .toBe('sending')
  const ninth = await queueMessage(festival)
  expect(await festival.outbox.deliver(ninth)).toBe('queued')
  await expect
    .poll(() => readMessage(festival, ninth))
    .toMatchObject({ state: 'queued', attempts: 0 })
  expect(await Promise.all(attempts)).toEqual(Array(8).fill('queued'))
  await festival.mailer.close()
  for (const id of hanging) {
    await expect.poll(async () => (await readMessage(festival, id)).state).toBe('queued')
  }
})

test('repeating the form retries a failed e-mail, but at most once a second (7.23)', async () => {
  festival.mailer.behaviour = 'refuse'
  const id = await queueMessage(festival)
  const attemptsOf = async () => (await readMessage(festival, id)).attempts
  for (let time = 0; time < 100; time += 1) {
    expect(await festival.outbox.deliver(id)).toBe('failed')
  }
  expect(await attemptsOf()).toBe(1)
  festival.passSeconds(1)
  expect(await festival.outbox.deliver(id)).toBe('failed')
  expect(await attemptsOf()).toBe(2)
  festival.mailer.behaviour = 'send'
  festival.passSeconds(1)
  expect(await festival.outbox.deliver(id)).toBe('sent')
})

test('repeating the form retries an abandoned address, but at most once a minute', async () => {
  festival.mailer.behaviour = 'reject'
  const id = await queueMessage(festival)
  for (const hours of [0, 2, 7]) {
    festival.passSeconds(hours * 3_600)
    await festival.outbox.deliver(id)
  }
  expect((await readMessage(festival, id)).state).toBe('failed')
  festival.mailer.behaviour = 'send'
  festival.passSeconds(59)
  expect(await festival.outbox.deliver(id)).toBe('refused')
  festival.passSeconds(1)
  expect(await festival.outbox.deliver(id)).toBe('sent')
})

test('starts no queued e-mail after a stop, and sends none twice', async () => {
  festival.mailer.behaviour = 'hang'
  const ids = await Promise.all(Array.from({ length: 100 }, () => queueMessage(festival)))
  const outcomes = ids.map((id) => festival.outbox.deliver(id))
  await expect.poll(() => festival.mailer.begun.length).toBe(8)
  const stopped = festival.stopDelivery()
  // Waiting callers get their answer before the running attempts end.
  expect((await Promise.all(outcomes.slice(8))).every((outcome) => outcome === 'queued')).toBe(true)
  festival.mailer.behaviour = 'send'
  festival.mailer.releaseHanging()
  await stopped
  expect(festival.mailer.begun).toHaveLength(8)
  const waiting = await Promise.all(ids.map((id) => readMessage(festival, id)))
  expect(
    waiting.filter(({ state, attempts }) => state === 'queued' && attempts === 0),
  ).toHaveLength(92)
  const next = await startSecondProcess()
  next.now = new Date(festival.now.getTime() + 60_000)
  next.startDelivery()
  await expect.poll(() => next.mailer.sent.length, { timeout: 10_000 }).toBe(100)
  expect(new Set(next.mailer.sent.map(({ messageId }) => messageId)).size).toBe(100)
  await next.close()
})

test('sends stored e-mails even if new ones take every turn', async () => {
  const waited = await queueMessage(festival)
  let isOver = false
  festival.mailer.delayMs = 20
  const crowd = Array.from({ length: 30 }, async () => {
    while (!isOver) {
      const id = await queueMessage(festival, {
        next_attempt_at: '9999',
        attempts: 1,
        last_error: 'x',
        scheduled_at: '2025',
      })
      await festival.outbox.deliver(id)
    }
  })
  await pause(100)
  festival.startDelivery()
  await expect
    .poll(async () => (await readMessage(festival, waited)).state, { timeout: 5_000 })
    .toBe('sent')
  isOver = true
  await Promise.all(crowd)
})

test('keeps personal details out of the log and the stored reason', async () => {
  const ids = []
  for (const behaviour of ['send', 'refuse', 'reject'] as const) {
    festival.mailer.behaviour = behaviour
    const id = await queueMessage(festival)
    await festival.outbox.deliver(id)
    ids.push(id)
  }
  const reasons = await Promise.all(
    ids.map(async (id) => (await readMessage(festival, id)).last_error),
  )
  const kept = `${logText()}${reasons.join()}`
  for (const id of ids) {
    expect(kept).toContain(id)
  }
  for (const personal of [
    'Asha',
    'asha@',
    '0123456789',
    'organisers@',
    'Test Medical College',
    '/files/',
  ]) {
    expect(kept).not.toContain(personal)
  }
})

test('waits an hour if the provider asks for that (7.18)', async () => {
  festival.mailer.send = () => Promise.reject(new MailError('too many', false, { seconds: 3_600 }))
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('failed')
  const { next_attempt_at } = await readMessage(festival, id)
  expect(Date.parse(next_attempt_at) - festival.now.getTime()).toBeGreaterThanOrEqual(3_600_000)
})
