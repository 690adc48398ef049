/** The time now. It is passed in everywhere, so that tests can fix it. */
export type Clock = () => Date

/** The time so many milliseconds later, or earlier for a negative number, as the tables write it. */
export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** At most this many in this many seconds. */
export interface Limit {
  points: number
  seconds: number
}
