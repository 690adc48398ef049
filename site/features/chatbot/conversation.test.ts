import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Outside of a component the hook only reads.
vi.mock('react', () => ({ useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read() }))

const { ask, typingDelay, useConversation } = await import('./conversation')

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-10-01T09:00:00+05:30') })
})

afterEach(() => {
  vi.useRealTimers()
})

it('answers 1.5 seconds after the question, and sends nothing that is empty', () => {
  expect(typingDelay).toBe(1500)
  ask('   ')
  expect(useConversation()).toEqual({ messages: [], typing: 0 })

  ask('  vistura fee ')
  expect(useConversation()).toMatchObject({ messages: [{ id: 0, sender: 'user', text: 'vistura fee' }], typing: 1 })
  vi.advanceTimersByTime(1499)
  expect(useConversation().messages).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(useConversation().typing).toBe(0)
  expect(useConversation().messages[1]).toMatchObject({
    id: 1,
    sender: 'bot',
    timestamp: Date.parse('2025-10-01T09:00:01.5+05:30'),
    text: expect.stringContaining('₹600 per team'),
  })
})

it('knows what "it" is from the answer before', () => {
  ask('when is it')
  vi.advanceTimersByTime(1500)
  expect(useConversation().messages.at(-1)?.text).toContain('Vistura')
})
