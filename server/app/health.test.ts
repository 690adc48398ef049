import { expect, test, vi } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'

import { createSharedCheck } from './health'

startFestival()

test('the server is alive and ready with and without registrations', async () => {
  expect((await festival.request('/healthz')).status).toBe(200)
  expect((await festival.request('/readyz')).status).toBe(200)
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  expect((await festival.request('/readyz')).status).toBe(200)
  expect(festival.logged.filter((line) => line.includes('the database responds'))).toHaveLength(2)
})

test('the server is alive but not ready without its table of registrations', async () => {
  await festival.db.schema.dropTable('EventRegistration').execute()
  expect((await festival.request('/healthz')).status).toBe(200)
  const answer = await festival.request('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The database does not respond.',
  })
})

test('the server is alive but not ready until its tables accept writes again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    expect((await festival.request('/readyz')).status).toBe(200)
    await festival.db.schema.alterTable('heartbeat').renameTo('away').execute()
    vi.advanceTimersByTime(1_000)
    const answer = await festival.request('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining('is not writable'),
    })
    expect((await festival.request('/healthz')).status).toBe(200)
    await festival.db.schema.alterTable('away').renameTo('heartbeat').execute()
    vi.advanceTimersByTime(1_000)
    expect((await festival.request('/readyz')).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('the server is not ready until the newest proof can be read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await festival.post('/api/event-registrations', await fillRegistration(festival))
    expect((await festival.request('/readyz')).status).toBe(200)
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    const opening = vi.spyOn(festival.files.store, 'open').mockRejectedValue(denied)
    vi.advanceTimersByTime(1_000)
    const answer = await festival.request('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ detail: 'The stored files cannot be read.' })
    expect(
      festival.logged.filter((line) => line.includes('the newest stored proof cannot be read')),
    ).toEqual([expect.stringContaining('"code":"EACCES"')])
    opening.mockRestore()
    vi.advanceTimersByTime(1_000)
    expect((await festival.request('/readyz')).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('shares one write among 100 simultaneous checks', async () => {
  let writes = 0
  const check = createSharedCheck(async () => {
    writes += 1
  })
  await Promise.all(Array.from({ length: 100 }, check))
  expect(writes).toBe(1)
})

test('a check times out if its write hangs', async () => {
  const hanging = createSharedCheck(() => new Promise(() => {}), 10)
  await expect(Promise.all([hanging(), hanging()])).rejects.toThrow('did not finish')
})
