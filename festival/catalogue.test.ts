import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { categories, sections } from '#edition/groups'
import { defaultSubject, events, findSubject, plateNumber, subjectForForm, subjectsOf, workshops } from './catalogue'

test('a form without a key, or with one that nobody knows, is that of the first event', () => {
  expect(defaultSubject).toBe(subjects[0])
  for (const key of [undefined, null, '', 'BrainQuiz', defaultSubject.key.toLowerCase(), '__proto__', 'constructor'])
    expect(subjectForForm(key)).toBe(defaultSubject)
  for (const subject of subjects) expect(subjectForForm(subject.key)).toBe(subject)
})

test('a key that the edition does not have finds nothing', () => {
  expect(findSubject('BrainQuiz')).toBeUndefined()
  expect(findSubject('toString')).toBeUndefined()
})

test('events, and then workshops, are numbered as plates from 1', () => {
  const all = [...events, ...workshops]
  expect(all).toHaveLength(subjects.length)
  expect(all.map(plateNumber)).toEqual(all.map((_, index) => index + 1))
})

test('a group lists its subjects in the edition’s order', () => {
  for (const { id } of [...sections, ...categories])
    expect(subjectsOf(id)).toEqual(subjects.filter(({ group }) => group === id))
})
