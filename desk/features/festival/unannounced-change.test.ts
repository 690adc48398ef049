import { expect, test } from 'vitest'
import type { StateChange } from '../../../festival/contract/festival'
import { findUnannouncedChange } from './unannounced-change'

const event = 'SeniorQuiz'
const session = { start: '2025-10-12T09:00:00+05:30' } as const
const later = { start: '2025-10-12T11:00:00+05:30' } as const
const moved: StateChange = { event, field: 'sessions', before: [session], after: [later] }
const movedBack: StateChange = { event, field: 'sessions', before: [later], after: [session] }
const cancelled: StateChange = { event, field: 'status', before: 'open', after: 'cancelled' }
const closed: StateChange = { event, field: 'status', before: 'open', after: 'closed' }
const saveAt = (hour: number, ...changes: StateChange[]) => ({
  at: `2025-10-09T${hour}:00:00.000Z`,
  changes,
})
const messageAt = (hour: number, state: 'done' | 'stopped' = 'done', to = event) => ({
  at: `2025-10-09T${hour}:00:00.000Z`,
  filter: { event: to, scope: 'accepted' as const },
  state,
})

test('finds a cancellation or a move that no message has followed (16.67)', () => {
  expect(findUnannouncedChange([saveAt(11, moved)], [messageAt(10)], event)).toEqual(moved)
  expect(findUnannouncedChange([saveAt(11, cancelled)], [], event)).toEqual(cancelled)
  expect(findUnannouncedChange([saveAt(11, moved)], [messageAt(12)], event)).toBeUndefined()
})

test('ignores messages to other events and stopped messages (16.67)', () => {
  const messages = [messageAt(12, 'done', 'JuniorQuiz'), messageAt(12, 'stopped')]
  expect(findUnannouncedChange([saveAt(11, moved)], messages, event)).toEqual(moved)
})

test('ignores changes of other fields and of other events (16.67)', () => {
  const note: StateChange = { event, field: 'note', before: null, after: 'Bring a pen.' }
  expect(findUnannouncedChange([saveAt(11, note, closed)], [], event)).toBeUndefined()
  expect(findUnannouncedChange([saveAt(11, moved)], [], 'JuniorQuiz')).toBeUndefined()
})

test('ignores a change that was undone before a message was sent (16.67)', () => {
  const saves = [saveAt(12, movedBack), saveAt(11, moved)]
  expect(findUnannouncedChange(saves, [], event)).toBeUndefined()
  expect(
    findUnannouncedChange(saves, [{ ...messageAt(11), at: saves[1]?.at ?? '' }], event),
  ).toEqual(movedBack)
})

test('finds the reinstatement of an event after a message about its cancellation (16.67)', () => {
  const reinstated: StateChange = { ...cancelled, before: 'cancelled', after: 'open' }
  const saves = [saveAt(13, reinstated), saveAt(11, cancelled)]
  expect(findUnannouncedChange(saves, [messageAt(12)], event)).toEqual(reinstated)
})
