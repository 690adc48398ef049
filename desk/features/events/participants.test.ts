import { expect, test } from 'vitest'
import type { AttendanceEntry } from '../../../festival/contract/attendance'
import {
  applyMarks,
  countPresent,
  describePresence,
  describeState,
  findWords,
  indexEntries,
  listContacts,
  listFigures,
  nameMember,
  selectEntries,
  startView,
} from './participants'

const person = (member: number, name: string, phone = '') => ({
  member,
  name,
  phone,
  isPresent: false,
  arrivedAt: null,
})

const entry = (changes: Partial<AttendanceEntry>): AttendanceEntry => ({
  entryId: 'e1',
  label: 'EVT-004217',
  state: 'verified',
  source: 'bank',
  amount: 300,
  version: 1,
  sentAt: '2025-10-01T04:30:00.000Z',
  email: 'asha@students.test',
  college: 'Alpha College',
  what: 'SeniorQuiz',
  people: [person(1, 'Zoë Rao', '+91 98765 43210'), person(2, 'Ravi Nair'), person(3, '')],
  ...changes,
})

const team = entry({})
const pending = entry({
  entryId: 'e2',
  label: 'EVT-004218',
  state: 'needs-correction',
  sentAt: '2025-10-01T03:30:00.000Z',
  college: 'Beta College',
  email: 'mira@students.test',
  people: [person(1, 'Mira Shah', '9000012345')],
})
const rejected = entry({ entryId: 'e3', state: 'rejected', people: [person(1, 'Aadi Rao')] })
const guest = entry({
  entryId: 'g1',
  label: '',
  email: '',
  guestRole: 'Judge',
  people: [person(1, 'Dr Bose')],
})
const all = [team, pending, rejected, guest]

const find = (changes: Partial<typeof startView>): string[] =>
  selectEntries(all, indexEntries(all), { ...startView, ...changes }).map(({ entryId }) => entryId)

test.each([
  ['zoe', ['e1']],
  ['RAVI', ['e1']],
  ['4218', ['e2']],
  ['evt-004217', ['e1']],
  ['43210', ['e1']],
  ['98765 43210', ['e1']],
  ['shah mira', ['e2']],
  ['judge', ['g1']],
  ['aadi', []],
])('a search for %s finds %j (17.31)', (text, found) => {
  expect(find({ text })).toEqual(found)
})

test('filters by state and hides rejected entries by default (17.31)', () => {
  expect(find({})).toEqual(['g1', 'e2', 'e1'])
  expect(find({ state: 'verified' })).toEqual(['g1', 'e1'])
  expect(find({ state: 'pending' })).toEqual(['e2'])
  expect(find({ state: 'all' })).toEqual(['e3', 'g1', 'e2', 'e1'])
})

test('sorts by college and by time (17.31)', () => {
  expect(find({ order: 'college', state: 'verified' })).toEqual(['e1', 'g1'])
  expect(find({ order: 'time' })[0]).toBe('e2')
})

const mark = (member: number, isPresent: boolean, at = '2025-10-08T04:00:00.000Z') => ({
  id: `${member}${at}`,
  entryId: 'e1',
  member,
  isPresent,
  at,
})

test('shows unsent marks over the server’s list (17.36)', () => {
  const marked = applyMarks(all, [mark(1, true), mark(3, true)])
  expect(marked[0] && countPresent(marked[0])).toBe(2)
  expect(marked[1]).toBe(pending)
  const undone = applyMarks(marked, [mark(1, false, '2025-10-08T04:05:00.000Z')])
  expect(undone[0]?.people[0]).toMatchObject({
    isPresent: false,
    arrivedAt: '2025-10-08T04:00:00.000Z',
  })
})

test('lists a team with one member present as present and as not yet complete (17.31)', () => {
  const marked = applyMarks(all, [mark(2, true)])
  const findMarked = (presence: 'present' | 'absent') =>
    selectEntries(marked, indexEntries(all), { ...startView, presence }).map(
      ({ entryId }) => entryId,
    )
  expect(findMarked('present')).toEqual(['e1'])
  expect(findMarked('absent')).toEqual(['g1', 'e2', 'e1'])
})

test('counts accepted entries and their named people, without guests (17.30)', () => {
  expect(listFigures(applyMarks(all, [mark(1, true)]), { event: 'SeniorQuiz' })).toEqual([
    ['Present now', '1'],
    ['Participants', '3'],
    ['Entries', '2'],
    ['Verified', '1'],
    ['Pending', '1'],
    ['Verified amount', '₹300'],
  ])
})

test('shows no amount if the server sends none (17.30)', () => {
  const { amount: _, ...withoutAmount } = team
  const names = listFigures([withoutAmount], { event: 'SeniorQuiz' }).map(([name]) => name)
  expect(names).not.toContain('Verified amount')
})

test('counts the present members of a team, and says when the first arrived (17.34)', () => {
  const words = findWords({})
  const marked = applyMarks(all, [mark(3, true), mark(1, true, '2025-10-08T04:05:00.000Z')])
  expect(describePresence(team, words)).toBe('0 of 3')
  expect(marked.map((entry) => describePresence(entry, words))).toEqual([
    '2 of 3, 8 Oct, 9:30 am',
    'Not yet',
    'Not yet',
    'Not yet',
  ])
})

test('says that a person has left the room (17.34)', () => {
  const left = { ...person(1, 'Asha'), arrivedAt: '2025-10-08T04:00:00.000Z' }
  expect(describePresence({ people: [left] }, findWords({ night: '2025-10-08' }))).toBe('Left')
  expect(describePresence({ people: [left] }, findWords({ lunch: '2025-10-08' }))).toBe('Not yet')
})

test('copies each phone number and address once (17.33)', () => {
  expect(listContacts([team, pending, pending, guest], 'phones')).toEqual([
    '+91 98765 43210',
    '9000012345',
  ])
  expect(listContacts([team, pending, guest], 'emails')).toEqual([
    'asha@students.test',
    'mira@students.test',
  ])
})

test('names a place without a name by its number, and pending payments in words (17.34)', () => {
  expect(nameMember(person(3, ''))).toBe('Member 3')
  expect(describeState('submitted')).toBe('Payment not checked')
  expect(describeState('rejected')).toBe('Rejected')
})

test('uses the words of lunches and nights (17.34)', () => {
  expect(findWords({ lunch: '2025-10-08' }).mark).toBe('Eaten')
  expect(findWords({ night: '2025-10-08' })).toMatchObject({ mark: 'Arrived', unmark: 'Left' })
  expect(findWords({ day: '2025-10-08' }).mark).toBe('Present')
})
