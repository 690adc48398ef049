import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { slot } from '../../../festival/content/slot'
import { findNextSession, findStatus, groupByDay } from './sessions'

const quiz = subjects.find(({ key }) => key === 'SeniorQuiz')
if (!quiz) {
  throw new Error('No Senior Quiz')
}
const prelims = slot('2025-10-09', '09:00', '10:00', 'Prelims')
const finals = slot('2025-10-11', '14:00', '16:00', 'Finals')
const senior = { ...quiz, slots: [finals, prelims] }
const junior = { ...quiz, key: 'JuniorQuiz', slots: [slot('2025-10-11', '11:00', '12:00')] }

const at = (time: string) => Date.parse(`${time}+05:30`)

test('finds the session that runs or begins next (17.30)', () => {
  expect(findNextSession(senior, at('2025-10-08T12:00:00'))).toBe(prelims)
  expect(findNextSession(senior, at('2025-10-09T09:59:00'))).toBe(prelims)
  expect(findNextSession(senior, at('2025-10-09T10:00:00'))).toBe(finals)
  expect(findNextSession(senior, at('2025-10-12T10:00:00'))).toBeUndefined()
})

test('groups events by the day of their next session, in order of time (17.39)', () => {
  const list = (time: string) =>
    [...groupByDay([senior, junior], at(time))].map(([day, events]) => [
      day,
      ...events.map(({ key }) => key),
    ])
  expect(list('2025-10-08T12:00:00')).toEqual([
    ['2025-10-09', 'SeniorQuiz'],
    ['2025-10-11', 'JuniorQuiz'],
  ])
  expect(list('2025-10-10T12:00:00')).toEqual([['2025-10-11', 'JuniorQuiz', 'SeniorQuiz']])
  expect(list('2025-10-12T15:00:00')).toEqual([
    ['2025-10-09', 'SeniorQuiz'],
    ['2025-10-11', 'JuniorQuiz'],
  ])
})

test('shows an event as closed once its closing time has passed (17.30)', () => {
  const closing = { ...quiz, status: 'open', closesAt: '2025-10-07T15:00:00+05:30' } as const
  expect(findStatus(closing, at('2025-10-07T14:59:00'))).toBe('open')
  expect(findStatus(closing, at('2025-10-07T15:00:00'))).toBe('closed')
})
