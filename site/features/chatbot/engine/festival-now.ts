import { offersAt } from '../../../../festival/availability'
import type { Edition } from '../../../../festival/content'
import { dayAt } from '../../../../festival/day'
import { endsOf } from '../../../../festival/ends'
import { tellDesk } from '../../../../festival/help-desk'
import { listProgrammeDays } from '../../../../festival/programme'
import type { Subject } from '../../../../festival/subject'

/** An edition at a moment (milliseconds since 1970), on a public address or a private one (behaviour 2.8). */
export const festivalAt = (edition: Edition, now: number, isPublic: boolean) => {
  const offers = offersAt(endsOf(edition), now, isPublic)
  const availability = (subject: Subject) => offers.availabilityOf(subject)
  const { firstDay, lastDay } = edition.identity
  const programmeDays = listProgrammeDays(edition.subjects, edition.programme)
  return {
    ...edition,
    availabilityOf: availability,
    /** What one can register for. */
    open: edition.subjects.filter((subject) => availability(subject) === 'open'),
    programmeDays,
    festivalDays: programmeDays.filter(({ day }) => day >= firstDay && day <= lastDay),
    /** "the help desk, +91 00000 00000". */
    desk: tellDesk(edition.identity),
    /** The day in India. */
    today: dayAt(now),
    /** Whether the last day has ended, and what is still sold (behaviour 2.9). */
    isOver: offers.isOver,
    soldTiers: offers.tiers,
    hasRooms: offers.hasRooms,
  }
}

/** An edition as it stands when a question is asked. */
export type FestivalNow = ReturnType<typeof festivalAt>
