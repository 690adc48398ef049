import { subjects as built } from '#edition/catalogue'
import type { FixedSubject } from './subject'

/** Without the fields that change during the festival. Read those from the current festival. */
export const subjects: readonly FixedSubject[] = built

const byKey = new Map(subjects.map((subject) => [subject.key, subject]))

export const findSubject = (key: string): FixedSubject | undefined => byKey.get(key)

/** The form for addresses without a known key: the edition's first subject. */
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

/** Ignores case, because keys in addresses are typed. */
export const subjectForForm = (key: string | null | undefined): FixedSubject =>
  subjects.find((subject) => subject.key.toLowerCase() === key?.toLowerCase()) ?? defaultSubject

/** The number of its plate in the atlas, from 1. */
export const plateNumber = ({ key }: Pick<FixedSubject, 'key'>): number =>
  subjects.findIndex((subject) => subject.key === key) + 1
