/** The time now. It is passed in everywhere, so that tests can fix it. */
export type Clock = () => Date

/** At most this many in this many seconds. */
export interface Limit {
  points: number
  seconds: number
}
