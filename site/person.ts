import { readText } from './forms/draft'

/** By which names the forms ask for the same of a person. */
export const personNames = {
  name: 'members.0.name',
  phone: 'members.0.phone',
  year: 'members.0.year',
  email: 'email',
  institution: 'college',
  category: 'category',
  delegate_id: 'delegate_id',
}

export type Person = Record<keyof typeof personNames, string>

/** Who speaks in what a form holds; what it does not ask for is empty. */
export const readPerson = (values: unknown): Person => {
  const texts = Object.entries(personNames).map(([name, other]) => [
    name,
    readText(values, name) || readText(values, other),
  ])
  return Object.fromEntries(texts)
}
