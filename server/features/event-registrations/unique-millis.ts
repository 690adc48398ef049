/** Hands out each millisecond of the clock once. */
export type NextMillis = (now: number) => number

/** A clock that is back by more than this was set; by less, the registration only took its time to get here. */
const longestWayMs = 60_000

/**
 * Gives each registration of this process a millisecond of its own: the clock's, or the one after the last that was
 * given. In a rush many come within one, and trying numbers that are surely taken would cost each of them more than the
 * saving.
 */
export const createUniqueMillis = (): NextMillis => {
  let last = Number.NEGATIVE_INFINITY
  return (now) => {
    last = now > last || now < last - longestWayMs ? now : last + 1
    return last
  }
}
