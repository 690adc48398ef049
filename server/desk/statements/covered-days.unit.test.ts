import { expect, test } from 'vitest'
import type { Day } from '../../../festival/slot'
import { coverDays } from './covered-days'

const days = (first: string, last: string) => ({ first: `2025-09-${first}` as Day, last: `2025-09-${last}` as Day })

test('files that overlap or join make one stretch, and a gap between two is covered by none (15.9)', () => {
  expect(coverDays([days('05', '10'), days('01', '06')], days('11', '15'))).toEqual(days('01', '15'))
  expect(coverDays([days('01', '05')], days('11', '15'))).toEqual(days('11', '15'))
  expect(coverDays([days('11', '15'), days('01', '05')])).toEqual(days('11', '15'))
  expect(coverDays([])).toBeUndefined()
})
