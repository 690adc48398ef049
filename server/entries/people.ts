import { findSubject } from '../../festival/content/catalogue'
import { mostMembers } from '../../festival/content/subject'
import type { ReviewedEntry } from './entry'

/**
 * Lists at least one person, the leader first. A fee per team covers later members too, so their
 * places are listed with empty names.
 */
export const listPeople = ({
  name,
  phone,
  members,
  event,
}: ReviewedEntry): ReviewedEntry['members'] => {
  const people = members.length > 0 ? [...members] : [{ name, phone, year: '' }]
  const subject = findSubject(event)
  if (subject?.fee.per === 'team') {
    while (people.length < mostMembers(subject.teamSize)) {
      people.push({ name: '', phone: '', year: '' })
    }
  }
  return people
}
