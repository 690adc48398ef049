import { dayMs, formatShortDay, isRealDay } from '../../../festival/content/slot'

/** False unless both times are set. Both are local times, so they can be compared as text. */
export const isDepartureTooEarly = (arrival: string, departure: string): boolean =>
  arrival !== '' && departure !== '' && departure <= arrival

/** For example "4 nights, Wed 8 Oct to Sun 12 Oct". Undefined if a date is missing or invalid. */
export const describeStay = (arrival: string, departure: string): string | undefined => {
  const [from = ''] = arrival.split('T')
  const [to = ''] = departure.split('T')
  if (!isRealDay(from) || !isRealDay(to) || isDepartureTooEarly(arrival, departure)) {
    return undefined
  }
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  return `${countNights(nights)}, ${formatShortDay(from)} to ${formatShortDay(to)}`
}

const countNights = (nights: number): string => {
  if (nights === 0) {
    return 'No night'
  }
  return nights === 1 ? '1 night' : `${nights} nights`
}
