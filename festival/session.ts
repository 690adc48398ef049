import type { ProgrammeItem } from './content'
import type { Slot } from './slot'
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

/** The sessions of an event or workshop. */
export const sessionsOf = (subject: Subject): ProgrammeEntry[] =>
  subject.slots.map((slot, index) => ({
    id: `${subject.key}-${index}`,
    title: subject.nickname ?? subject.title,
    slot,
    path: subjectPath(subject),
    subject,
  }))
