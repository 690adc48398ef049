import { type Day, dayAt, findEnd, type Slot, toDay } from './slot'
import {
  listSessions,
  type ProgrammeEntry,
  type ProgrammeItem,
  readSessionId,
  type Subject,
} from './subject'

export interface ProgrammeDay {
  day: Day
  entries: readonly ProgrammeEntry[]
}

const itemEntries = (item: ProgrammeItem): ProgrammeEntry[] =>
  item.slots.map((slot, index) => ({
    id: `${item.id}-${readSessionId(slot, index)}`,
    title: item.title,
    slot,
    item,
  }))

/** Includes the days of online prelims before the festival. */
export const listProgrammeDays = (
  subjects: readonly Subject[],
  items: readonly ProgrammeItem[],
): readonly ProgrammeDay[] => {
  // Not localeCompare, whose first call loads the browser's collation data (80 ms on a slow phone).
  const entries = [...subjects.flatMap(listSessions), ...items.flatMap(itemEntries)].sort(
    (left, right) => Date.parse(left.slot.start) - Date.parse(right.slot.start),
  )
  const days = [...new Set(entries.map((entry) => toDay(entry.slot.start)))]
  return days.map((day) => ({
    day,
    entries: entries.filter((entry) => toDay(entry.slot.start) === day),
  }))
}

/** `moment` is in milliseconds since 1970. */
export const isOnDay = (day: Day, moment: number): boolean => dayAt(moment) === day

/** Returns false if one session ends when the other starts. */
export const areOverlapping = (left: Slot, right: Slot): boolean =>
  Date.parse(left.start) < findEnd(right) && Date.parse(right.start) < findEnd(left)

/** Ignores pairs of sessions of the same subject. */
export const findOverlaps = (
  entries: readonly ProgrammeEntry[],
): [ProgrammeEntry, ProgrammeEntry][] =>
  entries.flatMap((entry, index) =>
    entries
      .slice(index + 1)
      .filter((later) => !entry.subject || entry.subject !== later.subject)
      .filter((later) => areOverlapping(entry.slot, later.slot))
      .map((later): [ProgrammeEntry, ProgrammeEntry] => [entry, later]),
  )

export const filterDays = (
  days: readonly ProgrammeDay[],
  isShown: (entry: ProgrammeEntry) => boolean,
): readonly ProgrammeDay[] =>
  days
    .map(({ day, entries }) => ({ day, entries: entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0)
