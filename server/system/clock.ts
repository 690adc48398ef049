/** A parameter, so that tests can fix the time. */
export type Clock = () => Date

/** `ms` may be negative. */
export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** At most `points` in `seconds`. */
export interface Limit {
  points: number
  seconds: number
}
