/** The device's clock, corrected with the server's time. Times are in milliseconds since 1970. */
export interface Clock {
  /** How far the server is ahead of the device. */
  aheadMs: number
  /** The latest time that the device's clock has shown. */
  latestMs: number
  /** Whether the device's clock has jumped back since the last correction. */
  hasJumped: boolean
}

/** Network time services can set a clock back by a fraction of a second. */
const toleranceMs = 2_000

export const observeClock = (clock: Clock, deviceMs: number): Clock => ({
  ...clock,
  latestMs: Math.max(clock.latestMs, deviceMs),
  hasJumped: clock.hasJumped || deviceMs < clock.latestMs - toleranceMs,
})

/** Assumes that the server read its clock halfway between the request and the response. */
export const correctClock = (sentMs: number, receivedMs: number, serverNow: string): Clock => ({
  aheadMs: Math.round(Date.parse(serverNow) - (sentMs + receivedMs) / 2),
  latestMs: receivedMs,
  hasJumped: false,
})

export const readClock = ({ aheadMs }: Clock, deviceMs: number): Date =>
  new Date(deviceMs + aheadMs)
