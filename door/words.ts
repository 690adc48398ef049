import { dayAt, formatShortMoment, formatTime, instantAt } from '../festival/content/slot'

/** Returns, for example, "9:02 AM", or "Thu 9 Oct, 9:02 AM" if not today. `at` is in UTC. */
export const formatClock = (at: string): string => {
  const instant = instantAt(Date.parse(at))
  return instant.startsWith(dayAt(Date.now())) ? formatTime(instant) : formatShortMoment(instant)
}

/** Returns, for example, "1 scan" or "412 people". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? singular : plural}`
