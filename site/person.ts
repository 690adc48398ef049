import { readText, writeText } from './forms/draft'

/** By which names the forms ask for the same of a person. */
const names = {
  name: 'members.0.name',
  phone: 'members.0.phone',
  year: 'members.0.year',
  email: 'email',
  institution: 'college',
  category: 'category',
  delegate_id: 'delegate_id',
}

export type Person = Record<keyof typeof names, string>

export const personFields = Object.entries(names).flat()

/** Who speaks in what a form holds; what it does not ask for is empty. */
export const readPerson = (held: unknown): Person => {
  const texts = Object.entries(names).map(([name, other]) => [name, readText(held, name) || readText(held, other)])
  return Object.fromEntries(texts)
}

/** What a form holds with a person in it, and nothing of anybody who stood there before. */
export const fillInPerson = <T>(held: T, person: Person): T =>
  Object.entries(names).reduce(
    (filled, [name, other]) =>
      [name, other].reduce((next, path) => writeText(next, path, Reflect.get(person, name)), filled),
    held,
  )
