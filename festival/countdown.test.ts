import { describe, expect, it, test } from 'vitest'
import { countdownAt, phaseAt } from './countdown'
import { at } from './slot'

const target = at('2025-10-08', '00:00')

describe('the countdown to 8 October 2025, midnight in India', () => {
  it('has one day, one hour, one minute and one second left', () => {
    const left = countdownAt(Date.parse('2025-10-06T22:58:59+05:30'), target)
    expect(left).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1, isOver: false })
  })

  it('reaches zero at 18:30 UTC of the day before', () => {
    expect(countdownAt(Date.parse('2025-10-07T18:29:59Z'), target).seconds).toBe(1)
    expect(countdownAt(Date.parse('2025-10-07T18:30:00Z'), target).isOver).toBe(true)
  })

  it('stays at zero for good', () => {
    const left = countdownAt(Date.parse('2026-01-01T00:00:00Z'), target)
    expect(left).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0, isOver: true })
  })
})

test('the festival begins with the end of its countdown and is over after its last day', () => {
  expect(
    ['2025-10-07T23:59:59', '2025-10-08T00:00:00', '2025-10-12T23:59:59', '2025-10-13T00:00:00'].map((time) =>
      phaseAt(Date.parse(`${time}+05:30`), { countdownTarget: target, lastDay: '2025-10-12' }),
    ),
  ).toEqual(['before', 'during', 'during', 'after'])
})
