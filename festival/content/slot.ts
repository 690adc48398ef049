/**
 * All times are in Asia/Kolkata (UTC+05:30 all year). They are formatted from their own digits, so
 * that texts do not depend on the machine's time zone or locale data.
 */

/** For example `2025-10-12T09:00:00+05:30`. */
export type Instant = `${number}-${string}-${string}T${string}:${string}:00+05:30`

/** In the form `YYYY-MM-DD`. */
export type Day = `${number}-${string}-${string}`

/** `end` is missing if only the start is known. */
export interface Slot {
  /**
   * Identifies the session in calendars. Defaults to the position when the edition was first built.
   */
  id?: number
  /** For example "Prelims". */
  label?: string
  start: Instant
  end?: Instant
  /** Shown instead of hours that have not been announced. */
  part?: 'morning' | 'afternoon' | 'evening'
}

const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const at = (day: Day, clock: `${string}:${string}`): Instant =>
  `${day}T${clock}:00+05:30` as Instant

export const slot = (
  day: Day,
  from: `${string}:${string}`,
  to: `${string}:${string}`,
  label?: string,
): Slot => {
  const session: Slot = { start: at(day, from), end: at(day, to) }
  if (label) {
    session.label = label
  }
  return session
}

const readDay = (day: string) => {
  // A date without a time is parsed as UTC on every machine.
  const date = new Date(day)
  return {
    weekday: dayNames[date.getUTCDay()],
    date: date.getUTCDate(),
    month: monthNames[date.getUTCMonth()],
    year: date.getUTCFullYear(),
  }
}

export const toDay = (instant: Instant): Day => instant.slice(0, 10) as Day

/** Names ending in `Ms` are in milliseconds. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const offsetMs = 5.5 * hourMs

/** `moment` is in milliseconds since 1970. Drops the seconds. */
export const instantAt = (moment: number): Instant => {
  const local = new Date(moment + offsetMs).toISOString()
  return `${local.slice(0, 16)}:00+05:30` as Instant
}

/** `moment` is in milliseconds since 1970. */
export const dayAt = (moment: number): Day => toDay(instantAt(moment))

/** `Date.parse` alone would accept 30 February. */
export const isRealDay = (day: string): day is Day => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
}

/** Returns, for example, "Wed 8 Oct", or the text itself if it is not a day. */
export const formatStoredDay = (text: string): string =>
  isRealDay(text) ? formatShortDay(text) : text

/** The length assumed for a session whose end has not been announced. */
const defaultSessionMs = 3.5 * hourMs

/** Returns milliseconds since 1970. */
export const findMidnight = (day: Day): number => Date.parse(at(day, '00:00'))

export const shiftDay = (day: Day, days: number): Day => dayAt(findMidnight(day) + days * dayMs)

/** Returns milliseconds since 1970. */
export const findEnd = (slot: Slot): number =>
  slot.end ? Date.parse(slot.end) : Date.parse(slot.start) + defaultSessionMs

/** Returns, for example, "Sunday, 12 October 2025". */
export const formatDay = (day: Day): string => `${readDay(day).weekday}, ${formatDate(day)}`

/** Returns, for example, "Sun 12 Oct". */
export const formatShortDay = (day: string): string => {
  const { weekday, date, month } = readDay(day)
  return `${weekday?.slice(0, 3)} ${date} ${month?.slice(0, 3)}`
}

/** Returns, for example, "12 October 2025". */
export const formatDate = (day: Day): string => {
  const { date, month, year } = readDay(day)
  return `${date} ${month} ${year}`
}

/** Returns, for example, "8 to 12 October 2025". */
export const formatDays = (first: Day, last: Day): string => {
  const from = readDay(first)
  const to = readDay(last)
  const month = from.month === to.month && from.year === to.year ? '' : ` ${from.month}`
  const year = from.year === to.year ? '' : ` ${from.year}`
  return first === last ? formatDate(last) : `${from.date}${month}${year} to ${formatDate(last)}`
}

/** Returns, for example, "9:00 AM". */
export const formatTime = (instant: Instant): string => {
  const [, hours, minutes] = instant.split(/[T:]/)
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}

/** Returns, for example, "Thu 9 Oct, 5:30 PM". */
export const formatShortMoment = (instant: Instant): string =>
  `${formatShortDay(toDay(instant))}, ${formatTime(instant)}`

/** Returns, for example, "9:00 AM to 12:30 PM", or "Morning" if the hours are not announced. */
export const formatHours = (time: Slot): string => {
  if (time.part) {
    return time.part.charAt(0).toUpperCase() + time.part.slice(1)
  }
  return time.end ? `${formatTime(time.start)} to ${formatTime(time.end)}` : formatTime(time.start)
}
