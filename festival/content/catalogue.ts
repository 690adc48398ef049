import { subjects as built } from '#edition/catalogue'
import type { FixedSubject } from './subject'

/** Fields that change during the festival must be read from the current festival instead. */
export const subjects: readonly FixedSubject[] = built

const byKey = new Map(subjects.map((subject) => [subject.key, subject]))

export const findSubject = (key: string): FixedSubject | undefined => byKey.get(key)

/** The form shows this subject if the address contains no known key. */
export const defaultSubject: FixedSubject = (() => {
  const first = subjects[0]
  if (!first) {
    throw new Error('No events')
  }
  return first
})()

export const events: readonly FixedSubject[] = subjects.filter(
  (subject) => subject.kind === 'event',
)
export const workshops: readonly FixedSubject[] = subjects.filter(
  (subject) => subject.kind === 'workshop',
)

/** How sentences name what participants register for. */
export const subjectNames =
  workshops.length > 0
    ? { one: 'event or workshop', all: 'events and workshops', title: 'Events and workshops' }
    : { one: 'event', all: 'events', title: 'Events' }

export const subjectForForm = (key: string | null | undefined): FixedSubject =>
  subjects.find((subject) => subject.key.toLowerCase() === key?.toLowerCase()) ?? defaultSubject

export const plateNumber = ({ key }: Pick<FixedSubject, 'key'>): number =>
  subjects.findIndex((subject) => subject.key === key) + 1
