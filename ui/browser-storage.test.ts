import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Loads a fresh copy of the module, as a new page does. */
const load = async () => {
  const { useCanStore, ...kept } = await import('./browser-storage')
  const CanStore = () => String(useCanStore())
  return { ...kept, readCanStore: () => renderToStaticMarkup(createElement(CanStore)) }
}

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

it('keeps, returns and removes a value', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  const { keep, readKept, readCanStore } = await load()
  keep('one', { a: 1 })
  stored.set('broken', '{')
  expect([readKept('one'), readKept('two'), readKept('broken')]).toEqual([
    { a: 1 },
    undefined,
    undefined,
  ])
  keep('one', undefined)
  expect([stored.has('one'), readCanStore()]).toEqual([false, 'true'])
})

it.each([
  ['is missing', undefined],
  ['throws', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('notices on first use that storage %s (behaviour 5.63)', async (_, store) => {
  vi.stubGlobal('sessionStorage', store)
  const { keep, readKept, readCanStore } = await load()
  expect(readCanStore()).toBe('true')
  keep('one', 1, 'sessionStorage')
  keep('one', undefined, 'sessionStorage')
  expect([readKept('one', 'sessionStorage'), readCanStore()]).toEqual([undefined, 'false'])
})

it.each<[string, () => Promise<string>]>([
  ['throws at once', refuse],
  ['rejects', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
  ['never answers', () => new Promise(() => undefined)],
])('waits at most two seconds for storage that %s (behaviour 5.63)', async (_, ask) => {
  const { tryStoreAsync, readCanStore } = await load()
  const answer = tryStoreAsync(ask)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([await answer, readCanStore()]).toEqual([undefined, 'false'])
})

it('counts slow storage as working once it responds (behaviour 5.63)', async () => {
  const { tryStore, tryStoreAsync, readCanStore } = await load()
  const answer = tryStoreAsync(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([await answer, readCanStore()]).toEqual([undefined, 'false'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readCanStore()).toBe('true')
  void tryStoreAsync(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
  tryStore(refuse)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(readCanStore()).toBe('false')
})

it('returns the value of storage that responds in time', async () => {
  const { tryStoreAsync, readCanStore } = await load()
  expect(await tryStoreAsync(async () => 'here')).toBe('here')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(readCanStore()).toBe('true')
})
