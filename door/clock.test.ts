import { expect, test } from 'vitest'
import { correctClock, observeClock, readClock } from './clock'

const server = '2025-10-11T03:30:00.000Z'
const serverMs = Date.parse(server)

test('corrects the device’s clock with the server’s time halfway through the call (21.57)', () => {
  const clock = correctClock(serverMs - 600_000, serverMs - 599_000, server)
  expect(readClock(clock, serverMs - 599_500).toISOString()).toBe(server)
})

test('flags scans after the device’s clock jumps back, until the next contact (21.57)', () => {
  const clock = correctClock(serverMs, serverMs, server)
  const later = observeClock(clock, serverMs + 60_000)
  expect(later.hasJumped).toBe(false)
  const jumped = observeClock(later, serverMs + 30_000)
  expect(jumped.hasJumped).toBe(true)
  expect(observeClock(jumped, serverMs + 90_000).hasJumped).toBe(true)
  expect(correctClock(serverMs, serverMs, server).hasJumped).toBe(false)
})

test('does not flag small corrections from network time (21.57)', () => {
  const clock = correctClock(serverMs, serverMs, server)
  expect(observeClock(clock, serverMs - 500).hasJumped).toBe(false)
})
