import { expect, it } from 'vitest'
import { isReference } from '../../../festival/upi'
import { type DraftStore, removeDraft } from '../drafts/draft'
import { takeReference } from './use-reference'

const now = Date.parse('2025-10-01T10:00:00+05:30')
const day = 24 * 60 * 60 * 1000

const makeDraftStore = (): DraftStore => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

it('a form has the same reference after each reload, and another form another one', () => {
  const draftStore = makeDraftStore()
  const first = takeReference(draftStore, 'register:SeniorQuiz', now)
  expect(isReference(first)).toBe(true)
  expect(takeReference(draftStore, 'register:SeniorQuiz', now + 1)).toBe(first)
  expect(takeReference(draftStore, 'delegate-pass', now)).not.toBe(first)
})

it('it is kept for thirty days from the last visit on', () => {
  const draftStore = makeDraftStore()
  const first = takeReference(draftStore, 'delegate-pass', now)
  expect(takeReference(draftStore, 'delegate-pass', now + 29 * day)).toBe(first)
  expect(takeReference(draftStore, 'delegate-pass', now + 58 * day)).toBe(first)
  expect(takeReference(draftStore, 'delegate-pass', now + 89 * day)).not.toBe(first)
})

it('a form that was sent or cleared has a new one the next time', () => {
  const draftStore = makeDraftStore()
  const first = takeReference(draftStore, 'delegate-pass', now)
  removeDraft(draftStore, 'reference:delegate-pass')
  expect(takeReference(draftStore, 'delegate-pass', now)).not.toBe(first)
})

it('what somebody put into its place is not taken for one, and a device that keeps nothing has one all the same', () => {
  const draftStore = makeDraftStore()
  draftStore.setItem('cerebra:draft:reference:delegate-pass', JSON.stringify({ changedAt: now, value: 'PAID' }))
  expect(isReference(takeReference(draftStore, 'delegate-pass', now))).toBe(true)
  expect(isReference(takeReference(undefined, 'delegate-pass', now))).toBe(true)
})
