import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { findEdits, isSameSessions, setPart, toEditFormValues } from './change'

const quiz = subjects.find(({ key }) => key === 'SeniorQuiz')
if (!quiz) {
  throw new Error('No Senior Quiz')
}
const before = toEditFormValues(quiz, ['Ravi, +91 98765 43210'])

test('saves only the changed field of an event or workshop (16.63)', () => {
  for (const subject of subjects) {
    const formValues = toEditFormValues(subject, ['Ravi'])
    expect(findEdits(subject, formValues, formValues), subject.key).toEqual({})
    expect(
      findEdits(subject, formValues, { ...formValues, note: 'Bring a pen.' }),
      subject.key,
    ).toEqual({
      note: 'Bring a pen.',
    })
  }
})

test('sets the number of places, or restores the edition’s number (18.14)', () => {
  expect(findEdits(quiz, before, { ...before, places: ' 40 ' })).toEqual({ places: 40 })
  const limited = { ...before, places: '40' }
  expect(findEdits(quiz, limited, { ...limited, places: '' })).toEqual({ places: null })
  for (const places of ['1,000', '4O', '10 teams', '१२']) {
    expect(findEdits(quiz, limited, { ...limited, places })).toEqual({ places: 0 })
  }
})

test('replaces the part of the day with hours, and hours with the part of the day (16.62)', () => {
  const poster = subjects.find(({ key }) => key === 'AxonAlley')
  const [session] = toEditFormValues(poster ?? quiz, []).sessions
  if (!poster || !session) {
    throw new Error('No session')
  }
  const formValues = toEditFormValues(poster, [])
  const hours = { ...setPart(session, ''), start: '2025-10-12T11:00', end: '2025-10-12T12:30' }
  expect(findEdits(poster, formValues, { ...formValues, sessions: [hours] })).toEqual({
    sessions: [{ start: '2025-10-12T11:00:00+05:30', end: '2025-10-12T12:30:00+05:30' }],
  })
  const evening = setPart({ ...hours, start: '2025-10-11' }, 'evening')
  expect(findEdits(poster, formValues, { ...formValues, sessions: [evening] })).toEqual({
    sessions: [{ start: '2025-10-11T18:00:00+05:30', part: 'evening' }],
  })
  const back = setPart(hours, 'morning')
  expect(findEdits(poster, formValues, { ...formValues, sessions: [back] })).toEqual({})
})

test('sends a moved session together with the other sessions', () => {
  const [first, ...others] = before.sessions
  if (!first) {
    throw new Error('No session')
  }
  const moved = {
    ...before,
    sessions: [{ ...first, start: '2025-10-09T11:00', end: '' }, ...others],
  }
  const { end: _, ...rest } = quiz.slots[0] ?? { start: '' }
  expect(findEdits(quiz, before, moved)).toEqual({
    sessions: [{ ...rest, start: '2025-10-09T11:00:00+05:30' }, ...quiz.slots.slice(1)],
  })
})

test('ignores spaces and empty lines, and restores the edition’s value if a field is cleared', () => {
  const placed = { ...before, place: 'Hall 2' }
  expect(
    findEdits(quiz, placed, {
      ...placed,
      place: ' Hall 2 ',
      incharges: '\n Ravi, +91 98765 43210\n',
    }),
  ).toEqual({})
  expect(findEdits(quiz, placed, { ...placed, place: '', incharges: '' })).toEqual({
    place: null,
    incharges: null,
  })
})

test('compares sessions by value, regardless of property order', () => {
  const [session] = quiz.slots
  if (!session) {
    throw new Error('No session')
  }
  const { start, ...others } = session
  expect(isSameSessions([{ ...others, start }], [session])).toBe(true)
  expect(isSameSessions([{ ...session, label: 'Other' }], [session])).toBe(false)
  expect(isSameSessions([session, session], [session])).toBe(false)
})
