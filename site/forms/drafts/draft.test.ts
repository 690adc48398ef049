import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { readDraft, removeDraft, type Shelf, writeDraft } from './draft'

const now = Date.parse('2025-10-01T10:00:00+05:30')
const day = 24 * 60 * 60 * 1000
const schema = v.object({ name: v.string() })

const makeShelf = (): Shelf => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}
const brokenShelf: Shelf = {
  getItem: () => {
    throw new Error('switched off')
  },
  setItem: () => {
    throw new Error('no room')
  },
  removeItem: () => {
    throw new Error('switched off')
  },
}

describe('a draft', () => {
  it('is there again after a reload, each form for itself', () => {
    const shelf = makeShelf()
    writeDraft(shelf, 'register:SeniorQuiz', { name: 'Asha' }, now)
    expect(readDraft(shelf, 'register:SeniorQuiz', schema, now)).toEqual({ name: 'Asha' })
    expect(readDraft(shelf, 'register:JuniorQuiz', schema, now)).toBeUndefined()
  })

  it('is gone once removed', () => {
    const shelf = makeShelf()
    writeDraft(shelf, 'register:SeniorQuiz', { name: 'Asha' }, now)
    removeDraft(shelf, 'register:SeniorQuiz')
    expect(readDraft(shelf, 'register:SeniorQuiz', schema, now)).toBeUndefined()
  })

  it('is not read after thirty days', () => {
    const shelf = makeShelf()
    writeDraft(shelf, 'register:SeniorQuiz', { name: 'Asha' }, now)
    expect(readDraft(shelf, 'register:SeniorQuiz', schema, now + 30 * day)).toEqual({ name: 'Asha' })
    expect(readDraft(shelf, 'register:SeniorQuiz', schema, now + 31 * day)).toBeUndefined()
  })

  it('of another shape or with broken text counts as none', () => {
    const shelf = makeShelf()
    writeDraft(shelf, 'register:SeniorQuiz', { names: ['Asha'] }, now)
    expect(readDraft(shelf, 'register:SeniorQuiz', schema, now)).toBeUndefined()
    shelf.setItem('cerebra:draft:register:SeniorQuiz', '{')
    expect(readDraft(shelf, 'register:SeniorQuiz', schema, now)).toBeUndefined()
  })

  it('that cannot be kept breaks nothing', () => {
    for (const shelf of [brokenShelf, undefined]) {
      expect(() => writeDraft(shelf, 'register:SeniorQuiz', { name: 'Asha' }, now)).not.toThrow()
      expect(() => removeDraft(shelf, 'register:SeniorQuiz')).not.toThrow()
      expect(readDraft(shelf, 'register:SeniorQuiz', schema, now)).toBeUndefined()
    }
  })
})
