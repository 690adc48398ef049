import { afterEach, expect, test, vi } from 'vitest'
import { subjects } from '#edition/catalogue'
import type { Subject } from '../../festival/content/subject'

const now = Date.parse('2025-10-03T06:30:00.000Z')
const withoutPasses = subjects.filter(({ passRequired }) => !passRequired)

afterEach(() => {
  vi.doUnmock('#edition/accommodation')
  vi.doUnmock('#edition/catalogue')
  vi.doUnmock('#edition/delegate-pass')
  vi.doUnmock('#edition/participants')
  vi.resetModules()
})

/** Invents for an edition with these subjects, without passes and rooms. */
const invent = async (listed: readonly Subject[]) => {
  vi.resetModules()
  vi.doMock('#edition/accommodation', () => ({ accommodation: undefined }))
  vi.doMock('#edition/catalogue', () => ({ subjects: listed }))
  vi.doMock('#edition/delegate-pass', () => ({ tiers: [] }))
  const { inventFestival } = await import('../../tests/support/demo/invent-festival')
  const { writeStatements } = await import('../../tests/support/demo/write-statement')
  const invented = inventFestival(60, 3)
  return { invented, statements: writeStatements(invented, now, 3) }
}

test('the demo invents registrations for an edition without workshops, passes and rooms (19.27)', async () => {
  const { invented, statements } = await invent(withoutPasses)
  expect(invented).toHaveLength(60)
  expect(new Set(invented.map(({ kind }) => kind))).toEqual(new Set(['registration']))
  expect(invented.map(({ fault }) => fault)).toContain('same-file')
  expect(statements.later.length).toBeGreaterThan(statements.first.length)
})

test('the demo invents registrations for an edition with one event (19.27)', async () => {
  const { invented } = await invent(withoutPasses.slice(0, 1))
  expect(invented).toHaveLength(60)
})

test('the demo invents no entries if nothing is open (19.27)', async () => {
  const { invented, statements } = await invent(
    withoutPasses.map((subject) => ({ ...subject, status: 'soon' })),
  )
  expect(invented).toEqual([])
  expect(statements.first.length).toBeGreaterThan(0)
})

test('the demo invents free entries without payments, with the edition’s own answers (19.27)', async () => {
  const [first, ...paid] = withoutPasses
  const free = { ...first, fee: { per: 'free' } } as Subject
  vi.doMock('#edition/participants', () => ({
    participantCategories: [{ value: 'school', label: 'School student' }],
    yearSuggestions: ['Class XI', 'Class XII'],
  }))
  const { invented } = await invent([free, ...paid])
  const made = invented.find(({ subject }) => subject?.key === free.key)
  expect(made).toMatchObject({ amount: 0, givesUtr: false })
  expect(made?.person.year).toContain('Class')
  const { makeBody } = await import('../../tests/support/demo/send-entries')
  expect(made && makeBody(made, '', new Map(), [])).toMatchObject({ category: 'school' })
})
