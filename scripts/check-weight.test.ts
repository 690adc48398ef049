import { afterAll, expect, test, vi } from 'vitest'

afterAll(() => vi.resetModules())

test('measures only pages that the edition has (19.20)', async () => {
  const { pages } = await import('./check-weight')
  const optional = ['/workshops', '/delegate-pass', '/accommodation']
  expect(pages.map(([path]) => path)).toEqual(expect.arrayContaining(optional))
  vi.resetModules()
  const { subjects } = await import('#edition/catalogue')
  const events = subjects.filter(({ kind }) => kind === 'event')
  vi.doMock('#edition/catalogue', () => ({ subjects: events }))
  vi.doMock('#edition/delegate-pass', async (original) => ({
    ...(await original<object>()),
    tiers: [],
  }))
  vi.doMock('#edition/accommodation', () => ({ accommodation: undefined }))
  const { pages: fewerPages } = await import('./check-weight')
  const paths = fewerPages.map(([path]) => path)
  expect(paths).toContain('/events')
  expect(paths.filter((path) => optional.includes(path) || path.startsWith('/workshops'))).toEqual(
    [],
  )
})
