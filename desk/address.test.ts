import { expect, test } from 'vitest'
import {
  attendanceAddress,
  entryAddress,
  listAddress,
  matchRoute,
  readAttendanceList,
  readView,
  searchFor,
  waitingSearch,
  writeView,
} from './address'

test.each([
  ['/desk', 'overview', undefined],
  ['/desk/', 'overview', undefined],
  ['/desk/queue', 'queue', undefined],
  ['/desk/lists', 'lists', undefined],
  ['/desk/events/SeniorQuiz', 'event', 'SeniorQuiz'],
  ['/desk/entries/4f', 'entry', '4f'],
  ['/desk/submissions/4f', 'entry', '4f'],
  ['/desk/sign-in', 'sign-in', undefined],
  ['/desk/audit', 'audit', undefined],
  ['/desk/statement', 'statement', undefined],
  ['/desk/entries', 'not-found', undefined],
  ['/desk/entries/4f/more', 'not-found', undefined],
  ['/', 'not-found', undefined],
])('%s shows the %s page', (path, page, id) => {
  expect(matchRoute(path)).toEqual({ page, id })
})

test('opens the queue for old links that have a filter but no path', () => {
  expect(matchRoute('/desk', 'state=submitted')).toEqual({ page: 'queue' })
})

test('keeps the search, filters and order in the address (behaviour 14.73)', () => {
  const search =
    'q=asha+98&kind=registration&event=SeniorQuiz&state=submitted&day=2025-10-01&flag=same-utr&order=newest'
  const view = readView(search)
  expect(view).toEqual({
    filter: {
      q: 'asha 98',
      kind: 'registration',
      event: 'SeniorQuiz',
      state: 'submitted',
      day: '2025-10-01',
      flag: 'same-utr',
    },
    order: 'newest',
  })
  expect(writeView(view)).toBe(search)
})

test('ignores unknown filters and invalid values in an address', () => {
  expect(
    readView('state=lost&kind=tent&day=2025-02-30&flag=red&source=sand&order=sideways&x=1'),
  ).toEqual({
    filter: {},
    order: 'oldest',
  })
  expect(readView(`q=${'a'.repeat(101)}`).filter).toEqual({})
})

test('keeps the list’s filter in the address of an entry that is opened from the list', () => {
  const view = readView('state=submitted')
  expect(listAddress(view)).toBe('/desk/queue?state=submitted')
  expect(listAddress(readView(''))).toBe('/desk/queue')
  expect(entryAddress('4f', 'state=submitted')).toBe('/desk/entries/4f?state=submitted')
  expect(entryAddress('a/b', '')).toBe('/desk/entries/a%2Fb')
})

test('searches all states, and restores the state filter when the search is cleared (14.15)', () => {
  const waiting = readView(waitingSearch)
  const searched = searchFor(readView(`${waitingSearch}&kind=registration`), ' asha ', {})
  expect(writeView(searched)).toBe('q=asha&kind=registration')
  expect(writeView(searchFor(searched, '', waiting.filter))).toBe(
    `kind=registration&${waitingSearch}`,
  )
  const chosen = readView('q=asha&state=verified')
  expect(writeView(searchFor(chosen, 'asha r', waiting.filter))).toBe('q=asha+r&state=verified')
  expect(writeView(searchFor(chosen, '', waiting.filter))).toBe('state=verified')
  expect(writeView(searchFor(readView(''), '', waiting.filter))).toBe('')
})

test('keeps the day, lunch or night of a list in its address (17.40)', () => {
  const address = attendanceAddress({ lunch: '2025-10-09' })
  expect(address).toBe('/desk/lists?on=lunch:2025-10-09')
  expect(readAttendanceList('on=lunch:2025-10-09')).toEqual({ lunch: '2025-10-09' })
  for (const search of ['', 'on=lunch', 'on=lunch:2025-02-30', 'on=tent:2025-10-09']) {
    expect(readAttendanceList(search), search).toBeUndefined()
  }
})
