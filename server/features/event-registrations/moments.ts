/** Gives a millisecond for the clock's. */
export type TakeMoment = (now: number) => number

/**
 * Gives each registration of this process a millisecond of its own: the clock's, or the next that none has had. In a
 * rush many come within one, and trying numbers that are surely taken would cost each of them more than the saving.
 */
export const createMoments = (): TakeMoment => {
  // All from the first to the last are given; a clock that is set back begins anew.
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return (now) => {
    const isGiven = first <= now && now <= last
    if (!isGiven) first = now
    last = isGiven ? last + 1 : now
    return last
  }
}
