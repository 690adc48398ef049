import { afterEach, expect, test } from 'vitest'
import { queueMessage, readMessage } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { Pace } from './pace'

let festival: TestApp | undefined
afterEach(async () => {
  await festival?.close()
  festival = undefined
})

test('without a limit everybody begins at once', async () => {
  const pace = new Pace(undefined)
  const began = performance.now()
  for (let turn = 0; turn < 1_000; turn += 1) expect(await pace.take(0)).toBe(true)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('twenty a second begin fifty milliseconds apart, and who would wait too long is told at once', async () => {
  const pace = new Pace(20)
  const began = performance.now()
  const turns = await Promise.all(Array.from({ length: 10 }, () => pace.take(320)))
  expect(performance.now() - began).toBeGreaterThanOrEqual(290)
  expect(turns.filter(Boolean)).toHaveLength(7)
})

test('a rest holds everybody back, doubles while it is asked for again, and is short again after a success', async () => {
  const pace = new Pace(undefined)
  pace.rest()
  pace.rest()
  expect(pace.restLeftMs).toBeGreaterThan(1_500)
  expect(pace.restLeftMs).toBeLessThanOrEqual(2_000)
  expect(await pace.take(500)).toBe(false)
  expect(await pace.take(2_100)).toBe(true)
  pace.rest()
  expect(pace.restLeftMs).toBeGreaterThan(3_000)
  await pace.take(5_000)
  pace.ease()
  pace.rest()
  expect(pace.restLeftMs).toBeLessThanOrEqual(2_000)
})

test('a rest that was asked for in seconds lasts that long, up to ten minutes', () => {
  const pace = new Pace(undefined)
  pace.rest(30)
  expect(Math.round(pace.restLeftMs / 1_000)).toBe(30)
  pace.rest(86_400)
  expect(Math.round(pace.restLeftMs / 1_000)).toBe(600)
})

test('at the end whoever waits is let go', async () => {
  const pace = new Pace(1)
  await pace.take(0)
  const waiting = pace.take(10_000)
  pace.end()
  expect(await waiting).toBe(false)
})

test('the outbox begins no more e-mails in a second than it may; the others keep their turn, uncounted', async () => {
  festival = await createTestApp({ env: { MAIL_PER_SECOND: '5' } })
  const app = festival
  const ids = await Promise.all(Array.from({ length: 12 }, () => queueMessage(app)))
  const outcomes = await Promise.all(ids.map(app.outbox.deliver))
  const sent = outcomes.filter((outcome) => outcome === 'sent').length
  expect(sent).toBeGreaterThanOrEqual(5)
  expect(sent).toBeLessThanOrEqual(6)
  const later = await Promise.all(
    ids.filter((_, index) => outcomes[index] === 'pending').map((id) => readMessage(app, id)),
  )
  for (const message of later) expect(message).toMatchObject({ state: 'queued', attempts: 0 })
  app.outbox.start()
  await expect.poll(() => app.mailer.sent.length, { timeout: 10_000 }).toBe(12)
})
