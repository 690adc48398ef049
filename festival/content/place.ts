import type { Identity } from './content'
import type { Subject } from './subject'

/** Where something is, in one line: "Lecture Hall 2, Medical College, City", or the festival where no hall is named. */
export const formatPlace = (
  { college, city }: Pick<Identity, 'college' | 'city'>,
  subject?: Pick<Subject, 'place'>,
): string => [...(subject?.place ? [subject.place] : []), college, city].join(', ')
