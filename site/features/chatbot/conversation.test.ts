import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyState } from '../../../festival/live/state'
import { ask, type Conversation, typingDelay, useConversation } from './conversation'

const readConversation = (): Conversation => {
  const shown: Conversation[] = []
  const Reader = () => {
    shown.push(useConversation())
    return null
  }
  renderToStaticMarkup(createElement(Reader))
  return shown[0] ?? { messages: [], typing: -1 }
}

beforeEach(() => {
  // A private address, where registration stays open.
  vi.stubGlobal('document', { documentElement: { hasAttribute: () => false } })
  vi.useFakeTimers({ now: Date.parse('2025-10-01T09:00:00+05:30') })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('answers after 1.5 seconds and ignores empty questions', () => {
  expect(typingDelay).toBe(1500)
  ask('   ', emptyState)
  expect(readConversation()).toEqual({ messages: [], typing: 0 })

  ask('  vistura fee ', emptyState)
  expect(readConversation()).toMatchObject({
    messages: [{ id: 0, sender: 'user', text: 'vistura fee' }],
    typing: 1,
  })
  vi.advanceTimersByTime(1499)
  expect(readConversation().messages).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readConversation().typing).toBe(0)
  expect(readConversation().messages[1]).toMatchObject({
    id: 1,
    sender: 'bot',
    timestamp: Date.parse('2025-10-01T09:00:01.5+05:30'),
    text: expect.stringContaining('₹600 per team'),
  })
})

it('understands “it” as the subject of the last answer', () => {
  ask('when is it', emptyState)
  vi.advanceTimersByTime(1500)
  expect(readConversation().messages.at(-1)?.text).toContain('Vistura')
})
