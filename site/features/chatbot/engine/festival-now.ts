import { availabilityOf, isSaleOver } from '../../../../festival/availability'
import type { Edition } from '../../../../festival/content'
import { dayAt } from '../../../../festival/day'
import { tellDesk } from '../../../../festival/help-desk'
import { listProgrammeDays } from '../../../../festival/programme'
import type { Subject } from '../../../../festival/subject'

/** An edition at a moment (milliseconds since 1970), on a public address or a private one (behaviour 2.8). */
export const festivalAt = (edition: Edition, now: number, isPublic: boolean) => {
  const availability = (subject: Subject) => availabilityOf(subject, now, isPublic)
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
    /** Whether the festival is over, so that passes and rooms are no longer sold (behaviour 2.9). */
    isOver: isSaleOver(now, edition.identity, isPublic),
  }
}

/** An edition as it stands when a question is asked. */
export type FestivalNow = ReturnType<typeof festivalAt>
