import type { Identity } from './content'
import { isPlaceholder } from './placeholder'
import type { Subject } from './subject'

type Venue = Pick<Identity, 'college' | 'city'>

const listParts = ({ college, city }: Venue, subject?: Pick<Subject, 'place'>): string[] => {
  const festival = [college, city]
  return subject?.place ? [subject.place, ...festival] : festival
}

/** Returns, for example, "Lecture Hall 2, Medical College, City". */
export const formatPlace = (venue: Venue, subject?: Pick<Subject, 'place'>): string =>
  listParts(venue, subject).join(', ')

/** Leaves out what is not announced yet. May return an empty string. */
export const formatKnownPlace = (venue: Venue, subject?: Pick<Subject, 'place'>): string =>
  listParts(venue, subject)
    .filter((part) => !isPlaceholder(part))
    .join(', ')
