import { expect, test } from 'vitest'
import { filterNames, filters, queueFilterSchema } from '../../../festival/contract/queue'
import { readView } from '../../address'
import { describeFilter, describeSearchCounts } from './queue-filters'

test('omits from a filter’s description what the page already shows, and the default “not later” (14.73)', () => {
  const { filter } = readView(
    'q=asha&kind=registration&event=SeniorQuiz&state=submitted&day=2025-10-01&source=bank&later=no',
  )
  expect(describeFilter(filter)).toBe('Registrations · Senior Quiz · Wed 1 Oct · Verified by bank')
  expect(describeFilter(readView('college=AIIMS&later=yes&night=2025-10-09').filter)).toBe(
    'Rooms, night of Thu 9 Oct · Later · College: AIIMS',
  )
})

test('shows how many results a search has in each state (14.15)', () => {
  expect(describeSearchCounts({ verified: 1 })).toBe('1 verified, 0 waiting')
  expect(describeSearchCounts({ submitted: 1_200, rejected: 2 })).toBe(
    '0 verified, 1,200 waiting, 2 rejected',
  )
})

test('every filter has a description, and every choice or text field a label (14.73)', () => {
  expect(Object.keys(queueFilterSchema.entries)).toEqual(filterNames)
  for (const name of filterNames) {
    const { place, values = ['x'], describe } = filters[name]
    const words = describe(values[0] ?? '')
    expect(words, name).not.toBe('')
    if (place === 'choice' || place === 'text') {
      expect(filters[name].label, name).toBeTruthy()
    }
  }
})
