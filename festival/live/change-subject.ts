import type { Subject } from '../content/subject'
import type { SubjectChange } from './state-schema'

/** Returns the same object if nothing has changed. */
export const changeSubject = (subject: Subject, change: SubjectChange | undefined): Subject => {
  if (!change) {
    return subject
  }
  const { sessions, incharges: _, ...fields } = change
  const changed = { ...subject, ...fields }
  if (!sessions) {
    return changed
  }
  const slots = sessions.filter(({ dropped }) => !dropped)
  const dropped = sessions.filter((session) => session.dropped)
  return dropped.length > 0 ? { ...changed, slots, dropped } : { ...changed, slots }
}

export const changeDetails = <Details extends object>(
  details: Details,
  change: SubjectChange | undefined,
): Details => (change?.incharges ? { ...details, incharges: change.incharges } : details)
