import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { slot } from '../../../festival/content/slot'
import { findNextDay } from './open-dialog'

const prelims = slot('2025-10-09', '09:00', '10:00', 'Prelims')
const finals = slot('2025-10-11', '14:00', '16:00', 'Finals')
const changed = subjects.map((subject) =>
  subject.key === 'SeniorQuiz' ? { ...subject, slots: [finals, prelims] } : subject,
)

test.each([
  ['a day', 'day:2025-10-11', '2025-10-08', '2025-10-11'],
  ['a lunch', 'lunch:2025-10-10', '2025-10-08', '2025-10-10'],
  ['a programme item', 'item:gala-night', '2025-10-08', '2025-10-11'],
  ['an event', 'event:SeniorQuiz', '2025-10-08', '2025-10-09'],
  ['an event that has a session today', 'event:SeniorQuiz', '2025-10-09', '2025-10-09'],
  ['an event whose first day is over', 'event:SeniorQuiz', '2025-10-10', '2025-10-11'],
  ['an event that is over', 'event:SeniorQuiz', '2025-10-12', '2025-10-12'],
  ['a day that is over', 'day:2025-10-08', '2025-10-12', '2025-10-12'],
] as const)('suggests the next day of %s (21.30)', (_, list, today, day) => {
  expect(findNextDay(list, changed, today)).toBe(day)
})
