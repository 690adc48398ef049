import { subjects as built } from '#edition/catalogue'
import type { FixedSubject } from './subject'

/** The edition's events and workshops, without what moves: that is asked of the festival as it is now. */
export const subjects: readonly FixedSubject[] = built

const byKey = new Map(subjects.map((subject) => [subject.key, subject]))

export const findSubject = (key: string): FixedSubject | undefined => byKey.get(key)

/** The key whose form shows when an address names none, or an unknown one: the edition's first subject (behaviour 2.4). */
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

/** By the key in an address, which is compared without regard to case. */
export const subjectForForm = (key: string | null | undefined): FixedSubject =>
  subjects.find((subject) => subject.key.toLowerCase() === key?.toLowerCase()) ?? defaultSubject

/** The plate's number in the atlas: 1 for the edition's first subject. */
export const plateNumber = ({ key }: Pick<FixedSubject, 'key'>): number =>
  subjects.findIndex((subject) => subject.key === key) + 1
