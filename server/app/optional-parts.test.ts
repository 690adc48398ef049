import { expect, test, vi } from 'vitest'

test('an edition without rooms and passes answers their calls as any that is not there (1.14)', async () => {
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
  // Tests of other files share what is imported.
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
