import { expect, test } from 'vitest'
import { makeDoorEntry } from '../tests/support/fake-door'
import { applyChanges, applyScans, countPeople } from './list'

const asha = makeDoorEntry('1', 'AAAA', ['Asha', 'Ravi'])
const mira = makeDoorEntry('2', 'BBBB', ['Mira'])

const scan = (member: number, isPresent: boolean, at: string) => ({
  id: `${member} ${at}`,
  entryId: '1',
  member,
  isPresent,
  at,
  volunteer: 'Vani',
  hasClockJumped: false,
})

test('shows unsent scans in the list (21.52)', () => {
  const scans = [
    scan(1, true, '2025-10-11T03:32:00.000Z'),
    scan(2, true, '2025-10-11T03:32:00.000Z'),
  ]
  const [first, second] = applyScans(asha, scans, 'Door 1').people
  expect(first).toMatchObject({ arrivedAt: '2025-10-11T03:32:00.000Z', arrivedAtDoor: 'Door 1' })
  expect(second?.arrivedAt).not.toBeNull()
  expect(applyScans(mira, scans, 'Door 1')).toEqual(mira)
})

test('removes an arrival when a person is unticked (21.52)', () => {
  const scans = [
    scan(1, true, '2025-10-11T03:32:00.000Z'),
    scan(1, false, '2025-10-11T03:33:00.000Z'),
  ]
  expect(applyScans(asha, scans, 'Door 1').people[0]).toMatchObject({ arrivedAt: null })
})

test.each([
  ['removes an arrival at this door', 'Door 1', null],
  ['keeps an arrival at another door', 'Door 2', '2025-10-11T03:32:00.000Z'],
  ['keeps an arrival that the desk marked', '', '2025-10-11T03:32:00.000Z'],
])('%s when a person is unticked (21.53)', (_, arrivedAtDoor, expected) => {
  const [first] = asha.people
  const people = [
    { member: 1, name: 'Asha', ...first, arrivedAt: '2025-10-11T03:32:00.000Z', arrivedAtDoor },
  ]
  const untick = scan(1, false, '2025-10-11T03:33:00.000Z')
  const listed = applyScans({ ...asha, people }, [untick], 'Senior Quiz · Door 1')
  expect(listed.people[0]?.arrivedAt).toBe(expected)
})

test('shows the earliest arrival of a person (21.52)', () => {
  const scans = [
    scan(1, true, '2025-10-11T03:35:00.000Z'),
    scan(1, true, '2025-10-11T03:32:00.000Z'),
  ]
  expect(applyScans(asha, scans, 'Door 1').people[0]?.arrivedAt).toBe('2025-10-11T03:32:00.000Z')
})

test('updates changed entries and drops removed ones (21.55)', () => {
  const changed = { ...asha, college: 'Elsewhere' }
  const list = { isWhole: false, entries: [changed], removed: ['2'] }
  expect(applyChanges([asha, mira], list)).toEqual([changed])
})

test('replaces the list if the server sends all of it (21.55)', () => {
  expect(applyChanges([asha], { isWhole: true, entries: [mira], removed: [] })).toEqual([mira])
})

test('counts all people and the people who are in (21.52)', () => {
  const one = applyScans(asha, [scan(2, true, '2025-10-11T03:32:00.000Z')], 'Door 1')
  expect(countPeople([one, mira])).toEqual({ all: 3, arrived: 1 })
})

test('counts refused people only if they have been let in (21.52)', () => {
  const refused = { ...asha, state: 'refused' as const }
  const one = applyScans(refused, [scan(2, true, '2025-10-11T03:32:00.000Z')], 'Door 1')
  expect(countPeople([one, mira])).toEqual({ all: 2, arrived: 1 })
})
