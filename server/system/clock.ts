/** Injected everywhere, so that tests can fix the time. */
export type Clock = () => Date

/** Adds milliseconds, which may be negative, and formats the time as in the tables. */
export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** At most `points` per `seconds`. */
export interface Limit {
  points: number
  seconds: number
}
