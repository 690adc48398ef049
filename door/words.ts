import { formatTime, instantAt } from '../festival/content/slot'

/** Returns, for example, "9:02 AM". `at` is in UTC. */
export const formatClock = (at: string): string => formatTime(instantAt(Date.parse(at)))

/** Returns, for example, "1 scan" or "412 people". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? singular : plural}`
