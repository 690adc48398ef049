import { expect, test } from 'vitest'
import { at as instant, slot } from '../festival/slot'
import { lastChangeAt } from './last-change'

const at = (india: string) => Date.parse(`${india}+05:30`)
/** Three days with two sessions. */
const festival = {
  identity: { countdownTarget: instant('2027-03-05', '09:30'), lastDay: '2027-03-07' },
  subjects: [
    { slots: [slot('2027-02-20', '18:00', '18:30'), slot('2027-03-06', '10:00', '11:30')] },
    { slots: [slot('2027-03-06', '14:30', '16:00')] },
  ],
} as const
const changeAt = (india: string) => lastChangeAt(at(india), festival)

test('a build between two sessions knows the last one that ended, and before the festival none', () => {
  expect(changeAt('2027-03-05T09:29:59')).toBe(0)
  expect(changeAt('2027-03-05T09:30:00')).toBe(at('2027-03-05T09:30:00'))
  expect(changeAt('2027-03-06T12:00:00')).toBe(at('2027-03-06T11:30:00'))
  expect(changeAt('2028-04-01T15:00:00')).toBe(at('2027-03-08T00:00:00'))
})
