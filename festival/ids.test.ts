import { expect, test } from 'vitest'
import {
  eventNumberAt,
  formatDelegateId,
  formatDelegateRegistrationId,
  formatEventRegistrationId,
  formatRequestId,
  nextEventNumber,
} from './ids'

test('an event registration is EVT- and the last six digits of the clock', () => {
  expect(formatEventRegistrationId(eventNumberAt(1_759_861_234_567))).toBe('EVT-234567')
  expect(formatEventRegistrationId(eventNumberAt(1_759_861_000_042))).toBe('EVT-000042')
})

test('the number after 999999 is 000000', () => {
  expect(formatEventRegistrationId(nextEventNumber(234_567))).toBe('EVT-234568')
  expect(formatEventRegistrationId(nextEventNumber(999_999))).toBe('EVT-000000')
})

test('a Delegate Pass ID has twelve digits, also for small and for enormous random numbers', () => {
  expect(formatDelegateId(7n)).toBe('000000000007')
  expect(formatDelegateId(123_456_789_012n)).toBe('123456789012')
  expect(formatDelegateId(2n ** 96n - 1n)).toMatch(/^\d{12}$/)
})

test('a delegate’s registration id is DP- and the last six of the Delegate Pass ID', () => {
  expect(formatDelegateRegistrationId('123456789012')).toBe('DP-789012')
  expect(formatDelegateRegistrationId('000000000007')).toBe('DP-000007')
})

test('a request for a room is ACC- and six drawn digits, or more where six have become scarce', () => {
  expect(formatRequestId('123456789012')).toBe('ACC-789012')
  expect(formatRequestId('000000000007', 7)).toBe('ACC-0000007')
})
