import { type Day, dayOf, type Instant } from './slot'

/** How far the clocks of Asia/Kolkata are ahead of UTC, in milliseconds. */
const offsetMs = 330 * 60_000

/** The instant of a moment in milliseconds since 1970; seconds are cut off. */
export const instantAt = (moment: number): Instant => {
  const local = new Date(moment + offsetMs).toISOString()
  return `${local.slice(0, 16)}:00+05:30` as Instant
}

/** The calendar day in India at a moment in milliseconds since 1970. */
export const dayAt = (moment: number): Day => dayOf(instantAt(moment))

/** Whether a `YYYY-MM-DD` names a day that exists: the 30th of February does not, though `Date.parse` takes it. */
export const isRealDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
}
