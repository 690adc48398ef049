import { expect, test } from 'vitest'
import { describeChangeInFull, type StateChange } from './festival'

const event = 'SeniorQuiz'
type Sessions = Extract<StateChange, { field: 'sessions' }>['after']
const describeSessions = (before: Sessions, after: Sessions) =>
  describeChangeInFull({ event, field: 'sessions', before, after })
const nine = { start: '2025-10-12T09:00:00+05:30', end: '2025-10-12T10:00:00+05:30' } as const
const eleven = { start: '2025-10-12T11:00:00+05:30', end: '2025-10-12T12:00:00+05:30' } as const
const two = { start: '2025-10-12T14:00:00+05:30' } as const
const morning = { start: '2025-10-12T09:00:00+05:30', part: 'morning' } as const

test('says from when to when a session was moved (16.65)', () => {
  expect(describeSessions([nine], [eleven])).toBe(
    'moved it from Sun 12 Oct, 9:00 AM to Sun 12 Oct, 11:00 AM',
  )
  expect(describeSessions([morning], [two])).toBe(
    'moved it from Sun 12 Oct (morning) to Sun 12 Oct, 2:00 PM',
  )
  expect(describeSessions([nine], [{ ...nine, end: eleven.end }])).toBe('changed the sessions')
})

test('names the session that was moved (16.65)', () => {
  const finals = { ...two, label: 'Finals', id: 1 }
  const prelims = { ...nine, label: 'Prelims' }
  expect(describeSessions([prelims, finals], [{ ...prelims, ...eleven }, finals])).toBe(
    'moved Prelims from Sun 12 Oct, 9:00 AM to Sun 12 Oct, 11:00 AM',
  )
  expect(describeSessions([prelims], [{ ...prelims, label: 'Heats' }])).toBe('changed the sessions')
  expect(describeSessions([prelims, finals], [finals, { ...prelims, id: 0, dropped: true }])).toBe(
    'changed the sessions',
  )
})

test('describes other changes with their values before and after (16.65)', () => {
  const changes: [StateChange, string][] = [
    [{ event, field: 'status', before: 'open', after: 'closed' }, 'closed it'],
    [{ event, field: 'status', before: 'cancelled', after: 'open' }, 'reinstated it'],
    [{ event, field: 'status', before: 'cancelled', after: null }, 'reinstated it'],
    [
      { event, field: 'place', before: 'Hall 1', after: 'Hall 2' },
      'changed the place from Hall 1 to Hall 2',
    ],
    [
      { event, field: 'place', before: null, after: 'Hall 2' },
      'changed the place from none to Hall 2',
    ],
    [{ event, field: 'note', before: 'Old', after: null }, 'changed the note from Old to none'],
    [
      { event, field: 'closesAt', before: null, after: '2025-10-09T17:30:00+05:30' },
      'changed the closing time from none to Thu 9 Oct, 5:30 PM',
    ],
    [{ event, field: 'incharges', before: ['A'], after: ['B'] }, 'changed the in-charges'],
  ]
  for (const [change, words] of changes) {
    expect(describeChangeInFull(change)).toBe(words)
  }
})
