import { findEnd, type Slot } from '../../../festival/content/slot'
import type { Status, Subject } from '../../../festival/content/subject'
import { groupBy } from '../../../festival/group-by'

/** The session that runs now or begins next. Undefined once all sessions are over. */
export const findNextSession = ({ slots }: Pick<Subject, 'slots'>, now: number): Slot | undefined =>
  slots
    .filter((slot) => findEnd(slot) > now)
    .sort((left, right) => left.start.localeCompare(right.start))[0]

/** Registration may have closed at a set time. */
export const findStatus = ({ status, closesAt }: Subject, now: number): Status =>
  status === 'open' && closesAt && Date.parse(closesAt) <= now ? 'closed' : status

/** Groups events by the day of their next session or, once they are over, of their last one. */
export const groupByDay = (subjects: readonly Subject[], now: number): Map<string, Subject[]> => {
  const findStart = (subject: Subject): string =>
    (findNextSession(subject, now) ?? subject.slots.at(-1))?.start ?? ''
  const sorted = subjects.toSorted((left, right) => findStart(left).localeCompare(findStart(right)))
  return groupBy(sorted, (subject) => [findStart(subject).slice(0, 10)])
}
