import { dayMs, formatShortDay, isRealDay } from '../../../festival/slot'

/** The calendar day in a date with or without a time, `2025-10-08T16:00`; undefined for one that does not exist. */
const readDay = (text: string) => {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(text) ?? []
  const day = `${Number(year)}-${month}-${date}` as const
  return year && isRealDay(day) ? day : undefined
}

/** Whether both moments are given and the second does not come after the first. Both are local, so text compares. */
export const isTurnedRound = (arrival: string, departure: string): boolean =>
  arrival !== '' && departure !== '' && departure <= arrival

/** "4 nights, Wed 8 Oct to Sun 12 Oct"; undefined while the two moments make no stay. */
export const describeStay = (arrival: string, departure: string): string | undefined => {
  const from = readDay(arrival)
  const to = readDay(departure)
  if (!from || !to || isTurnedRound(arrival, departure)) return undefined
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  const length = nights === 0 ? 'No night' : nights === 1 ? '1 night' : `${nights} nights`
  return `${length}, ${formatShortDay(from)} to ${formatShortDay(to)}`
}

/** "Wed 8 Oct"; the text itself where it is no day. */
export const formatStayDay = (text: string): string => {
  const day = readDay(text)
  return day ? formatShortDay(day) : text
}
