import { expect, test, vi } from 'vitest'

test('returns 404 for rooms and passes if the edition offers neither (1.14)', async () => {
  vi.resetModules()
  vi.doMock('#edition/accommodation', () => ({ accommodation: undefined }))
  vi.doMock('#edition/delegate-pass', () => ({
    tiers: [],
    tiersCaption: undefined,
    delegatePassNotes: [],
  }))
  const { createTestApp } = await import('../../tests/support/test-app')
  vi.doUnmock('#edition/accommodation')
  vi.doUnmock('#edition/delegate-pass')
  // Other test files share the module cache.
  vi.resetModules()
  const festival = await createTestApp()
  for (const path of ['/api/accommodations', '/api/delegate-passes']) {
    const answer = await festival.post(path, {})
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not-found' }),
    ])
  }
  expect((await festival.post('/api/event-registrations', {})).status).toBe(422)
  await festival.close()
})
