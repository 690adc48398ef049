import { subjects } from '#edition/catalogue'
import type { Subject } from './subject'

const byKey = new Map(subjects.map((subject) => [subject.key, subject]))

export const findSubject = (key: string): Subject | undefined => byKey.get(key)

/** The key whose form shows when an address names none, or an unknown one: the edition's first subject (behaviour 2.4). */
export const defaultSubject: Subject = (() => {
  const first = subjects[0]
  if (!first) throw new Error('No events')
  return first
})()

export const subjectForForm = (key: string | null | undefined): Subject => findSubject(key ?? '') ?? defaultSubject

export const subjectsOf = (group: string): Subject[] => subjects.filter((subject) => subject.group === group)

export const events: readonly Subject[] = subjects.filter((subject) => subject.kind === 'event')
export const workshops: readonly Subject[] = subjects.filter((subject) => subject.kind === 'workshop')

/** The plate's number in the atlas: 1 for the edition's first subject. */
export const plateNumber = (subject: Subject): number => subjects.indexOf(subject) + 1
