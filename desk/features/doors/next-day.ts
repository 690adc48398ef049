import { programme } from '#edition/programme'
import { type Day, dayAt, toDay } from '../../../festival/content/slot'
import type { Subject } from '../../../festival/content/subject'
import { parseListName } from '../../../festival/contract/attendance'
import { findNextSession } from '../events/sessions'

/** The list's day, or the day of its next session. Never before today. */
export const findNextDay = (list: string, subjects: readonly Subject[], now: number): Day => {
  const { event, item, day, lunch } = parseListName(list) ?? {}
  const subject = subjects.find(({ key }) => key === event)
  const programmeItem = programme.find(({ id }) => id === item)
  const session = findNextSession(subject ?? programmeItem ?? { slots: [] }, now)
  const today = dayAt(now)
  const nextDay = day ?? lunch ?? (session ? toDay(session.start) : today)
  return nextDay > today ? nextDay : today
}
