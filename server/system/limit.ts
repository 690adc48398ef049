/** At most this many in this many seconds. */
export interface Limit {
  points: number
  seconds: number
}
