import { expect, test } from 'vitest'
import { type AttendanceEntry, describeListName } from '../../../festival/contract/attendance'
import {
  applyMarks,
  countPresent,
  describePresence,
  describeRepeats,
  describeState,
  findMarkWord,
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
  amount: 300,
  version: 1,
  email: 'asha@students.test',
  college: 'Alpha College',
  what: 'SeniorQuiz',
  room: '',
  code: '',
  people: [person(1, 'Zoë Rao', '+91 98765 43210'), person(2, 'Ravi Nair'), person(3, '')],
  ...changes,
})

const team = entry({})
const pending = entry({
  entryId: 'e2',
  label: 'EVT-004218',
  state: 'needs-correction',
  college: 'Beta College',
  email: 'mira@students.test',
  people: [person(1, 'Mira Shah', '9000012345')],
})
const all = [pending, team]

const find = (changes: Partial<typeof startView>): string[] =>
  selectEntries(all, { ...startView, ...changes }).map(({ entryId }) => entryId)

test.each([
  ['zoe', ['e1']],
  ['RAVI', ['e1']],
  ['4218', ['e2']],
  ['evt-004217', ['e1']],
  ['43210', ['e1']],
  ['98765 43210', ['e1']],
  ['shah mira', ['e2']],
  ['aadi', []],
])('a search for %s finds %j (17.31)', (text, found) => {
  expect(find({ text })).toEqual(found)
})

test('filters by state (17.31)', () => {
  expect(find({})).toEqual(['e2', 'e1'])
  expect(find({ state: 'verified' })).toEqual(['e1'])
  expect(find({ state: 'pending' })).toEqual(['e2'])
})

test('finds the entries on the waiting list (18.14)', () => {
  const waiting = entry({ entryId: 'e3', isOnWaitlist: true, waitingNumber: 2 })
  const view = { ...startView, state: 'waitlist' } as const
  expect(selectEntries([...all, waiting], view)).toEqual([waiting])
  expect(describeState(waiting)).toBe('Waiting list, number 2')
  expect(describeState(entry({ isOnWaitlist: true }))).toBe('No place')
})

test('sorts the waiting list by number (18.18)', () => {
  const second = entry({ entryId: 'e3', isOnWaitlist: true, waitingNumber: 2 })
  const first = entry({ entryId: 'e4', isOnWaitlist: true, waitingNumber: 1 })
  const view = { ...startView, state: 'waitlist' } as const
  expect(selectEntries([second, first], view)).toEqual([first, second])
})

test('sorts by college, or by time as the server does (17.31)', () => {
  expect(find({ order: 'college' })).toEqual(['e1', 'e2'])
  expect(find({ order: 'time' })).toEqual(['e2', 'e1'])
})

const mark = (member: number, isPresent: boolean, at = '2025-10-08T04:00:00.000Z') => ({
  id: `${member}${at}`,
  entryId: 'e1',
  member,
  isPresent,
  at,
})

test('applies unsent marks to the server’s list (17.36)', () => {
  const marked = applyMarks(all, [mark(1, true), mark(3, true)])
  expect(marked[1] && countPresent(marked[1])).toBe(2)
  expect(marked[0]).toBe(pending)
  const undone = applyMarks(marked, [mark(1, false, '2025-10-08T04:05:00.000Z')])
  expect(undone[1]?.people[0]).toMatchObject({
    isPresent: false,
    arrivedAt: '2025-10-08T04:00:00.000Z',
  })
})

test('finds a partly present team under both “Present” and “Not yet” (17.31)', () => {
  const marked = applyMarks(all, [mark(2, true)])
  const findMarked = (presence: 'present' | 'absent') =>
    selectEntries(marked, { ...startView, presence }).map(({ entryId }) => entryId)
  expect(findMarked('present')).toEqual(['e1'])
  expect(findMarked('absent')).toEqual(['e2', 'e1'])
})

test('counts entries and their named people (17.30)', () => {
  expect(listFigures(applyMarks(all, [mark(1, true)]), { event: 'SeniorQuiz' })).toEqual([
    ['Present', '1'],
    ['Participants', '3'],
    ['Entries', '2'],
    ['Verified', '1'],
    ['Pending', '1'],
    ['Verified amount', '₹300'],
  ])
})

const atDoors = entry({
  people: [
    {
      ...person(1, 'Asha'),
      isPresent: true,
      arrivedAt: '2025-10-08T04:00:00.000Z',
      door: 'Door 2',
      repeats: [{ at: '2025-10-08T04:05:00.000Z', door: 'Door 1' }],
    },
    {
      ...person(2, 'Ravi'),
      isPresent: true,
      arrivedAt: '2025-10-08T04:01:00.000Z',
      door: 'Door 10',
    },
  ],
})

test('lists people who came but are no longer accepted separately (21.40)', () => {
  const here = { ...person(1, 'Mira Shah'), isPresent: true }
  const rejected = entry({ entryId: 'e3', state: 'rejected', people: [here, person(2, 'Ira Das')] })
  const entries = [team, rejected]
  expect(selectEntries(entries, startView)).toEqual([team])
  expect(selectEntries(entries, { ...startView, state: 'refused' })).toEqual([rejected])
  expect(describeState(rejected)).toBe('Rejected')
  expect(Object.fromEntries(listFigures(entries, { event: 'SeniorQuiz' }))).toMatchObject({
    Present: '1',
    Entries: '1',
    Pending: '0',
    'Came, no longer accepted': '1',
  })
})

test('counts people by door (21.40)', () => {
  expect(listFigures([atDoors], { event: 'SeniorQuiz' }).slice(0, 4)).toEqual([
    ['Present', '2'],
    ['Door 2', '1'],
    ['Door 10', '1'],
    ['Participants', '2'],
  ])
})

test('says who came twice, and finds them with a filter (21.37)', () => {
  expect(describePresence(atDoors, { event: 'SeniorQuiz' })).toBe('2 of 2, 8 Oct, 9:30 am, Door 2')
  expect(describeRepeats(atDoors)).toBe(
    'Came twice: 8 Oct, 9:30 am, Door 2; 8 Oct, 9:35 am, Door 1',
  )
  expect(describeRepeats(team)).toBe('')
  expect(selectEntries([...all, atDoors], { ...startView, presence: 'repeated' })).toEqual([
    atDoors,
  ])
})

test('says that the clock of a phone was set back before an arrival (21.37)', () => {
  const arrivedAt = '2025-10-08T04:00:00.000Z'
  const asha = { ...person(1, 'Asha'), isPresent: true, arrivedAt, door: 'Door 2' }
  const present = { people: [{ ...asha, hasClockJumped: true as const }] }
  expect(describePresence(present, { event: 'SeniorQuiz' })).toBe(
    'Present 8 Oct, 9:30 am, Door 2, clock was set back',
  )
})

test('shows no amount if the server sends none (17.30)', () => {
  const { amount: _, ...withoutAmount } = team
  const names = listFigures([withoutAmount], { event: 'SeniorQuiz' }).map(([name]) => name)
  expect(names).not.toContain('Verified amount')
})

test('shows no amount for a free event (19.50)', () => {
  const names = listFigures([{ ...team, amount: 0 }], { event: 'SeniorQuiz' }).map(([name]) => name)
  expect(names).not.toContain('Verified amount')
})

test('counts the present members of a team, and says when the first arrived (17.34)', () => {
  const list = { event: 'SeniorQuiz' } as const
  const marked = applyMarks(all, [mark(3, true), mark(1, true, '2025-10-08T04:05:00.000Z')])
  expect(marked.map((entry) => describePresence(entry, list))).toEqual([
    'Not yet',
    '2 of 3, 8 Oct, 9:30 am',
  ])
})

test('says that a person has left the room (17.34)', () => {
  const left = { ...person(1, 'Asha'), arrivedAt: '2025-10-08T04:00:00.000Z' }
  expect(describePresence({ people: [left] }, { night: '2025-10-08' })).toBe('Left')
  expect(describePresence({ people: [left] }, { lunch: '2025-10-08' })).toBe('Not yet')
})

test('numbers a member without a name, and says that a payment is not checked (17.34)', () => {
  expect(nameMember(person(3, ''))).toBe('Member 3')
  expect(describeState(pending)).toBe('Payment not checked')
  expect(describeState(team)).toBe('Verified')
})

test('uses “Eaten” for lunches and “Arrived” for nights (17.34)', () => {
  expect(findMarkWord({ lunch: '2025-10-08' })).toBe('Eaten')
  expect(findMarkWord({ night: '2025-10-08' })).toBe('Arrived')
  expect(findMarkWord({ day: '2025-10-08' })).toBe('Present')
  expect(describeListName('lunch:2025-10-08')).toBe('Lunch of Wed 8 Oct')
})
