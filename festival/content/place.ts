import type { Identity } from './content'
import type { Subject } from './subject'

/** Returns, for example, "Lecture Hall 2, Medical College, City". */
export const formatPlace = (
  { college, city }: Pick<Identity, 'college' | 'city'>,
  subject?: Pick<Subject, 'place'>,
): string => {
  const festival = `${college}, ${city}`
  return subject?.place ? `${subject.place}, ${festival}` : festival
}
