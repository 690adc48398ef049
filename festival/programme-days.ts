import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { programme } from '#edition/programme'
import type { ProgrammeItem } from './content'
import { type Day, dayOf, type Slot } from './slot'
import { type Subject, subjectPath } from './subject'

/** One line of the programme: a subject's session or something else that happens. */
export interface ProgrammeEntry {
  id: string
  title: string
  slot: Slot
  /** The address of its page, where it has one. */
  path?: string
  subject?: Subject
  item?: ProgrammeItem
}

export interface ProgrammeDay {
  day: Day
  entries: readonly ProgrammeEntry[]
}

const subjectEntries = (subject: Subject): ProgrammeEntry[] =>
  subject.slots.map((slot, index) => ({
    id: `${subject.key}-${index}`,
    title: subject.nickname ?? subject.title,
    slot,
    path: subjectPath(subject),
    subject,
  }))

const itemEntries = (item: ProgrammeItem): ProgrammeEntry[] =>
  item.slots.map((slot, index) => ({ id: `${item.id}-${index}`, title: item.title, slot, item }))

/** A programme day by day; what happens before the festival (online prelims) has days of its own (behaviour 1.8). */
export const listProgrammeDays = (all: readonly Subject[], items: readonly ProgrammeItem[]): ProgrammeDay[] => {
  const entries = [...all.flatMap(subjectEntries), ...items.flatMap(itemEntries)].sort((one, other) =>
    one.slot.start.localeCompare(other.slot.start),
  )
  const days = [...new Set(entries.map((entry) => dayOf(entry.slot.start)))]
  return days.map((day) => ({ day, entries: entries.filter((entry) => dayOf(entry.slot.start) === day) }))
}

export const programmeDays: readonly ProgrammeDay[] = listProgrammeDays(subjects, programme)

/** Everything that happens, in the order of time. */
export const programmeEntries: readonly ProgrammeEntry[] = programmeDays.flatMap(({ entries }) => entries)

/** The days of the festival itself. */
export const festivalDays: readonly ProgrammeDay[] = programmeDays.filter(
  ({ day }) => day >= identity.firstDay && day <= identity.lastDay,
)
