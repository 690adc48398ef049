import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type DraftStore, readDraft, removeDraft, writeDraft } from './draft'

const now = Date.parse('2025-10-01T10:00:00+05:30')
const day = 24 * 60 * 60 * 1000
const schema = v.object({ name: v.string() })

const makeDraftStore = (): DraftStore => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}
const brokenDraftStore: DraftStore = {
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
    const draftStore = makeDraftStore()
    writeDraft(draftStore, 'register:SeniorQuiz', { name: 'Asha' }, now)
    expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now)).toEqual({ name: 'Asha' })
    expect(readDraft(draftStore, 'register:JuniorQuiz', schema, now)).toBeUndefined()
  })

  it('is gone once removed', () => {
    const draftStore = makeDraftStore()
    writeDraft(draftStore, 'register:SeniorQuiz', { name: 'Asha' }, now)
    removeDraft(draftStore, 'register:SeniorQuiz')
    expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now)).toBeUndefined()
  })

  it('is not read after thirty days', () => {
    const draftStore = makeDraftStore()
    writeDraft(draftStore, 'register:SeniorQuiz', { name: 'Asha' }, now)
    expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now + 30 * day)).toEqual({ name: 'Asha' })
    expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now + 31 * day)).toBeUndefined()
  })

  it('of another shape or with broken text counts as none', () => {
    const draftStore = makeDraftStore()
    writeDraft(draftStore, 'register:SeniorQuiz', { names: ['Asha'] }, now)
    expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now)).toBeUndefined()
    draftStore.setItem('cerebra:draft:register:SeniorQuiz', '{')
    expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now)).toBeUndefined()
  })

  it('that cannot be kept breaks nothing', () => {
    for (const draftStore of [brokenDraftStore, undefined]) {
      expect(() => writeDraft(draftStore, 'register:SeniorQuiz', { name: 'Asha' }, now)).not.toThrow()
      expect(() => removeDraft(draftStore, 'register:SeniorQuiz')).not.toThrow()
      expect(readDraft(draftStore, 'register:SeniorQuiz', schema, now)).toBeUndefined()
    }
  })
})
