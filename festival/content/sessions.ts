import { formatHours, formatShortDay, formatTime, type Slot, toDay } from './slot'

/**
 * Returns, for example, "Thu 9 Oct, 9:00 AM to 12:30 PM", or "Sun 12 Oct, 9:00 AM prelims, 2:00 PM
 * finals".
 */
export const formatSessions = (slots: readonly Slot[]): string => {
  const [only, another] = slots
  if (only && !another) {
    return `${formatShortDay(toDay(only.start))}, ${formatHours(only)}`
  }
  return [...new Set(slots.map(({ start }) => toDay(start)))]
    .map((day) => {
      const onDay = slots.filter(({ start }) => toDay(start) === day)
      const begins = onDay.map(
        ({ start, part, label = '' }) => `${part ?? formatTime(start)} ${label.toLowerCase()}`,
      )
      return `${formatShortDay(day)}, ${begins.join(', ').trim()}`
    })
    .join('; ')
}
