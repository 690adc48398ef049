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
    'changed the sessions: Sun 12 Oct, 9:00 AM to 10:00 AM → Sun 12 Oct, 11:00 AM to 12:00 PM',
  )
  expect(describeSessions([morning], [two])).toBe(
    'changed the sessions: Sun 12 Oct, Morning → Sun 12 Oct, 2:00 PM',
  )
  const finals = { ...two, label: 'Finals', id: 1 }
  const prelims = { ...nine, label: 'Prelims' }
  expect(describeSessions([prelims, finals], [{ ...prelims, ...eleven }, finals])).toBe(
    'changed the sessions: Sun 12 Oct, 9:00 AM prelims, 2:00 PM finals → Sun 12 Oct, 11:00 AM prelims, 2:00 PM finals',
  )
})

test('leaves out dropped sessions and times that are the same (16.65)', () => {
  expect(describeSessions([nine, two], [two, { ...nine, id: 0, dropped: true }])).toBe(
    'changed the sessions: Sun 12 Oct, 9:00 AM , 2:00 PM → Sun 12 Oct, 2:00 PM',
  )
  expect(describeSessions([nine, two], [{ ...nine, end: eleven.end }, two])).toBe(
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
      'changed the place: Hall 1 → Hall 2',
    ],
    [{ event, field: 'place', before: null, after: 'Hall 2' }, 'changed the place: none → Hall 2'],
    [{ event, field: 'note', before: 'Old', after: null }, 'changed the note: Old → none'],
    [
      { event, field: 'closesAt', before: null, after: '2025-10-09T17:30:00+05:30' },
      'changed the closing time: none → Thu 9 Oct, 5:30 PM',
    ],
    [{ event, field: 'incharges', before: ['A'], after: ['B'] }, 'changed the in-charges'],
  ]
  for (const [change, words] of changes) {
    expect(describeChangeInFull(change)).toBe(words)
  }
})
