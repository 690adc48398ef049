import type { Edition } from './content'
import { type Day, formatShortDay } from './slot'

/** How many days before and after the festival a room may be asked for (behaviour 5.44). */
const daysAround = 3

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The day so many days later, or earlier for a negative number. */
const shiftDay = (day: Day, days: number): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

/** Each day from the first to the last. */
export const listDays = (first: Day, last: Day): Day[] =>
  first > last ? [] : [first, ...listDays(shiftDay(first, 1), last)]

/** The first and the last day of a stay. */
export interface StayDays {
  first: Day
  last: Day
}

/** The days within which a guest of the festival may arrive and leave. */
export const stayDaysOf = ({ firstDay, lastDay }: Pick<Edition['identity'], 'firstDay' | 'lastDay'>): StayDays => ({
  first: shiftDay(firstDay, -daysAround),
  last: shiftDay(lastDay, daysAround),
})

/** What to say of a day that lies outside of them. */
export const outsideWords = ({ first, last }: StayDays): string =>
  `Rooms are for the festival: choose a day from ${formatShortDay(first)} to ${formatShortDay(last)}.`

/** Whether the day of a local date and time lies within them; both are written so that they compare as text. */
export const isWithin = ({ first, last }: StayDays, localTime: string): boolean => {
  const day = localTime.slice(0, 10)
  return day >= first && day <= last
}
