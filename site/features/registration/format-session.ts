import { formatHours, formatShortDay, type Slot, toDay } from '../../../festival/content/slot'

/** For example "Sun 12 Oct, 9:00 AM to 10:00 AM prelims". */
export const formatSession = (slot: Slot): string => {
  const time = `${formatShortDay(toDay(slot.start))}, ${formatHours(slot)}`
  return slot.label ? `${time} ${slot.label.toLowerCase()}` : time
}
