import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillRegistration } from '../../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../../tests/support/test-app'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

test('the server is alive and ready, with and without registrations', async () => {
  expect((await festival.request('/healthz')).status).toBe(200)
  expect((await festival.request('/readyz')).status).toBe(200)
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  expect((await festival.request('/readyz')).status).toBe(200)
  expect(festival.logged.filter((line) => line.includes('the table store answers'))).toHaveLength(2)
})

test('without its table the server is alive and not ready', async () => {
  await festival.db.schema.dropTable('EventRegistration').execute()
  expect((await festival.request('/healthz')).status).toBe(200)
  const answer = await festival.request('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: 'The table store does not answer.' })
})
