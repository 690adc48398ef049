import {
  findEnd,
  formatHours,
  formatShortDay,
  type Slot,
  toDay,
} from '../../../festival/content/slot'
import type { Status, Subject } from '../../../festival/content/subject'
import { groupBy } from '../../../festival/group-by'

/** The session that runs now or begins next. Undefined once all sessions are over. */
export const findNextSession = ({ slots }: Pick<Subject, 'slots'>, now: number): Slot | undefined =>
  slots
    .filter((slot) => findEnd(slot) > now)
    .sort((left, right) => Date.parse(left.start) - Date.parse(right.start))[0]

/** Registration may have closed at a set time. */
export const findStatus = ({ status, closesAt }: Subject, now: number): Status =>
  status === 'open' && closesAt && Date.parse(closesAt) <= now ? 'closed' : status

export const formatSession = (slot: Slot): string =>
  [slot.label, formatShortDay(toDay(slot.start)), formatHours(slot)].filter(Boolean).join(', ')

export interface DayOfEvents {
  title: string
  events: Subject[]
}

/** Groups events by the day of their next session. Events that are over come last. */
export const groupByDay = (subjects: readonly Subject[], now: number): DayOfEvents[] => {
  const dated = subjects.map((subject) => ({ subject, next: findNextSession(subject, now) }))
  const upcoming = dated
    .flatMap(({ subject, next }) => (next ? [{ subject, start: next.start }] : []))
    .sort((left, right) => Date.parse(left.start) - Date.parse(right.start))
  const days = groupBy(upcoming, ({ start }) => [toDay(start)])
  const over = dated.filter(({ next }) => !next).map(({ subject }) => subject)
  const groups = [...days].map(([day, events]) => ({
    title: formatShortDay(day),
    events: events.map(({ subject }) => subject),
  }))
  return over.length > 0 ? [...groups, { title: 'Over', events: over }] : groups
}
