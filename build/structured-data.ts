import { identity } from '#edition/identity'
import { toDay } from '../festival/content/slot'
import { fullName, type Subject, subjectPath } from '../festival/content/subject'
import type { Festival } from '../festival/live/state'
import { offersAt } from '../festival/schedule/availability'
import { findSaleEnds } from '../festival/schedule/sale-ends'
import type { Screen } from '../site/navigation/navigation'

type Node = Record<string, unknown>

export interface Publication {
  publicUrl: string
  /** In milliseconds since 1970. */
  now: number
  isPublic: boolean
  festival: Festival
}

const describeVenue = (publicUrl: string, subject?: Pick<Subject, 'place'>): Node => ({
  location: {
    '@type': 'Place',
    name: subject?.place ? `${subject.place}, ${identity.college}` : identity.college,
    address: {
      '@type': 'PostalAddress',
      streetAddress: identity.address.join(', '),
      addressLocality: identity.city,
      addressCountry: 'IN',
    },
  },
  organizer: {
    '@type': 'Organization',
    name: identity.association,
    url: `${publicUrl}/`,
    email: identity.email,
  },
})

/** Past events get no status, because schema.org has none for them. */
const describeStatus = (status: 'over' | 'cancelled' | 'scheduled'): Node => {
  switch (status) {
    case 'over':
      return {}
    case 'cancelled':
      return { eventStatus: 'https://schema.org/EventCancelled' }
    case 'scheduled':
      return { eventStatus: 'https://schema.org/EventScheduled' }
  }
}

const describeEvent = (
  subject: Subject,
  { publicUrl, now, isPublic, festival }: Publication,
): Node => {
  const availability = offersAt(findSaleEnds(festival), now, isPublic).findAvailability(subject)
  const days = subject.slots.map(({ start }) => toDay(start)).toSorted()
  return {
    '@context': 'https://schema.org',
    '@type': subject.kind === 'workshop' ? 'EducationEvent' : 'Event',
    '@id': `${publicUrl}${subjectPath(subject)}#event`,
    name: fullName(subject),
    url: publicUrl + subjectPath(subject),
    startDate: days[0],
    endDate: days.at(-1),
    isAccessibleForFree: subject.fee.per === 'free' ? true : undefined,
    ...describeStatus(
      availability === 'over' || availability === 'cancelled' ? availability : 'scheduled',
    ),
    ...describeVenue(publicUrl, subject),
  }
}

const describeFestival = ({ publicUrl, now, isPublic, festival }: Publication): Node => ({
  '@context': 'https://schema.org',
  '@type': 'Festival',
  '@id': `${publicUrl}/#festival`,
  name: identity.title,
  description: identity.description,
  url: `${publicUrl}/`,
  startDate: identity.firstDay,
  endDate: identity.lastDay,
  ...describeStatus(offersAt(findSaleEnds(festival), now, isPublic).isOver ? 'over' : 'scheduled'),
  ...describeVenue(publicUrl),
})

/** Describes the festival on the home page, and events and workshops on their pages. */
export const describeScreen = (screen: Screen, publication: Publication): Node[] => {
  if (!screen.match || screen.match.route.unlisted) {
    return []
  }
  const { route } = screen.match
  const subject = publication.festival.subjects.find(({ key }) => key === route.subjectKey)
  return [
    route.paths[0] === '/' ? describeFestival(publication) : undefined,
    subject && describeEvent(subject, publication),
  ].filter((node) => node !== undefined)
}
