import { expect, test } from 'vitest'
import { describeStay, isDepartureTooEarly } from './stay'

test('describes a stay by its dates and number of nights', () => {
  expect(describeStay('2025-10-08T16:00', '2025-10-12T20:30')).toBe(
    '4 nights, Wed 8 Oct to Sun 12 Oct',
  )
  expect(describeStay('2025-10-08T23:00', '2025-10-09T01:00')).toBe(
    '1 night, Wed 8 Oct to Thu 9 Oct',
  )
  expect(describeStay('2025-10-08T08:00', '2025-10-08T20:00')).toBe(
    'No night, Wed 8 Oct to Wed 8 Oct',
  )
})

test('gives no description of an incomplete or reversed stay', () => {
  expect(describeStay('', '2025-10-12T20:30')).toBeUndefined()
  expect(describeStay('2025-10-08T16:00', '')).toBeUndefined()
  expect(describeStay('2025-10-12T16:00', '2025-10-08T16:00')).toBeUndefined()
  expect(describeStay('2025-02-30T16:00', '2025-10-08T16:00')).toBeUndefined()
})

test('requires the departure to be at least a minute after the arrival', () => {
  expect(isDepartureTooEarly('2025-10-08T16:00', '2025-10-08T16:00')).toBe(true)
  expect(isDepartureTooEarly('2025-10-08T16:00', '2025-10-08T16:01')).toBe(false)
  expect(isDepartureTooEarly('2025-10-08T16:00', '')).toBe(false)
})
