import type { ProgrammeItem } from './content'
import { type ProgrammeEntry, sessionsOf } from './session'
import { type Day, dayOf, startOf } from './slot'
import type { Subject } from './subject'

export interface ProgrammeDay {
  day: Day
  entries: readonly ProgrammeEntry[]
}

const itemEntries = (item: ProgrammeItem): ProgrammeEntry[] =>
  item.slots.map((slot, index) => ({ id: `${item.id}-${index}`, title: item.title, slot, item }))

/** A programme day by day; what happens before the festival (online prelims) has days of its own (behaviour 1.8). */
export const listProgrammeDays = (
  subjects: readonly Subject[],
  items: readonly ProgrammeItem[],
): readonly ProgrammeDay[] => {
  const entries = [...subjects.flatMap(sessionsOf), ...items.flatMap(itemEntries)].sort((one, other) =>
    one.slot.start.localeCompare(other.slot.start),
  )
  const days = [...new Set(entries.map((entry) => dayOf(entry.slot.start)))]
  return days.map((day) => ({ day, entries: entries.filter((entry) => dayOf(entry.slot.start) === day) }))
}

/** Whether a moment, in milliseconds since 1970, lies on a day in India. */
export const isOn = (day: Day, moment: number): boolean => moment >= startOf(day) && moment < startOf(day) + 86_400_000
