import { identity } from '#edition/identity'
import { type Availability, availabilityOf, isSaleOver } from '../../festival/availability'
import { phaseAt } from '../../festival/countdown'
import type { Subject } from '../../festival/subject'

/** How things stand at the moment of a question. */
export interface Standing {
  availabilityOf: (subject: Subject) => Availability
  /** Whether the festival's last day has ended. */
  hasEnded: boolean
  /** Whether passes and rooms are no longer sold (behaviour 2.9). */
  isSaleOver: boolean
}

/** How things stand at a moment (milliseconds since 1970) on a public address or a private one (behaviour 2.8). */
export const standingAt = (now: number, isPublic: boolean): Standing => ({
  availabilityOf: (subject) => availabilityOf(subject, now, isPublic),
  hasEnded: phaseAt(now, identity) === 'after',
  isSaleOver: isSaleOver(now, identity, isPublic),
})
