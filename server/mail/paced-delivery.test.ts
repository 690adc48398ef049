import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMessage, readMessage } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { MAIL_PER_SECOND: '5' } })
})
afterAll(() => app.close())

test('the outbox begins no more e-mails in a second than it may; the others keep their turn, uncounted', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => queueMessage(app)))
  const began = performance.now()
  await Promise.all(ids.map((id) => app.outbox.deliver(id)))
  const readAll = () => Promise.all(ids.map((id) => readMessage(app, id)))
  await expect.poll(async () => (await readAll()).filter(({ state }) => state === 'sending')).toEqual([])
  const messages = await readAll()
  expect(app.mailer.begun.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 200)
  for (const { state, attempts } of messages) expect(attempts).toBe(state === 'sent' ? 1 : 0)
  expect(messages.filter(({ state }) => state === 'queued')).not.toEqual([])
  app.startDelivery()
  await expect.poll(() => app.mailer.sent.length, { timeout: 10_000 }).toBe(12)
})
