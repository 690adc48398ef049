import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isReference } from '../../festival/payment/upi'
import { memberSchema } from '../team-fields'
import { fillEmptyTexts, readDraft, typedText, writeDraft, writeText } from './draft'
import { takeReference } from './use-entry-form'

const day = 24 * 60 * 60 * 1000
const schema = v.object({ name: v.string() })
const quiz = 'register:SeniorQuiz'
const junior = 'register:JuniorQuiz'

const kept = new Map<string, string>()
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-10-01T10:00:00+05:30') })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refuse = () => {
  throw new Error('switched off')
}
const without = [undefined, { getItem: refuse, setItem: refuse, removeItem: refuse }]

it('keeps a separate draft for each form until it is removed', () => {
  writeDraft(quiz, { name: 'Asha' })
  expect([readDraft(quiz, schema), readDraft(junior, schema)]).toEqual([
    { name: 'Asha' },
    undefined,
  ])
  writeDraft(quiz, undefined)
  expect([readDraft(quiz, schema), kept.size]).toEqual([undefined, 0])
})

it('ignores drafts older than thirty days', () => {
  writeDraft(quiz, { name: 'Asha' })
  vi.advanceTimersByTime(30 * day)
  expect(readDraft(quiz, schema)).toEqual({ name: 'Asha' })
  vi.advanceTimersByTime(day)
  expect(readDraft(quiz, schema)).toBeUndefined()
  expect(kept.size).toBe(0)
})

it('ignores drafts that do not match the schema or are not valid JSON', () => {
  writeDraft(quiz, { names: ['Asha'] })
  expect(readDraft(quiz, schema)).toBeUndefined()
  kept.set('cerebra:draft:register:SeniorQuiz', '{')
  expect(readDraft(quiz, schema)).toBeUndefined()
})

it('works without browser storage, and still creates a payment reference', () => {
  for (const store of without) {
    vi.stubGlobal('localStorage', store)
    expect(() => writeDraft(quiz, { name: 'Asha' })).not.toThrow()
    expect(() => writeDraft(quiz, undefined)).not.toThrow()
    expect(readDraft(quiz, schema)).toBeUndefined()
    expect(isReference(takeReference(quiz))).toBe(true)
  }
})

it('fills only empty fields with text that was typed before hydration', () => {
  const values = v.parse(
    v.object({
      members: v.optional(v.array(memberSchema), [{}]),
      email: typedText,
      category: typedText,
    }),
    { email: 'kept@student.example' },
  )
  const typed = [
    ['members.0.name', 'Typed early'],
    ['members.7.name', 'Nobody'],
    ['email', 'early@student.example'],
    ['category', 'faculty'],
    ['unknown', 'left out'],
    ['__proto__.polluted', 'left out'],
  ] as const
  expect(fillEmptyTexts(values, typed)).toEqual({
    members: [{ name: 'Typed early', phone: '', year: '' }],
    email: 'kept@student.example',
    category: 'faculty',
  })
  expect(values.members[0]?.name).toBe('')
  expect(writeText(values, 'members.0.phone', '1').members).toEqual([
    { name: '', phone: '1', year: '' },
  ])
})

it('keeps one payment reference per form across reloads', () => {
  const first = takeReference(quiz)
  expect(isReference(first)).toBe(true)
  expect(takeReference(quiz)).toBe(first)
  expect(takeReference('delegate-pass')).not.toBe(first)
  writeDraft(`reference:${quiz}`, undefined)
  expect(takeReference(quiz)).not.toBe(first)
})

it('keeps a payment reference for thirty days after the latest visit', () => {
  const first = takeReference(quiz)
  for (const wait of [29, 29]) {
    vi.advanceTimersByTime(wait * day)
    expect(takeReference(quiz)).toBe(first)
  }
  vi.advanceTimersByTime(31 * day)
  expect(takeReference(quiz)).not.toBe(first)
  writeDraft(`reference:${quiz}`, 'PAID')
  expect(isReference(takeReference(quiz))).toBe(true)
})
