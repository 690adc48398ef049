import { dayMs, formatShortDay, isRealDay } from '../../../festival/content/slot'

/** Whether both moments are given and the second does not come after the first. Both are local, so text compares. */
export const isDepartureTooEarly = (arrival: string, departure: string): boolean =>
  arrival !== '' && departure !== '' && departure <= arrival

/** "4 nights, Wed 8 Oct to Sun 12 Oct"; undefined while the two moments make no stay. */
export const describeStay = (arrival: string, departure: string): string | undefined => {
  const [[from = ''], [to = '']] = [arrival.split('T'), departure.split('T')]
  if (!isRealDay(from) || !isRealDay(to) || isDepartureTooEarly(arrival, departure)) {
    return undefined
  }
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  const length = nights === 0 ? 'No night' : nights === 1 ? '1 night' : `${nights} nights`
  return `${length}, ${formatShortDay(from)} to ${formatShortDay(to)}`
}
