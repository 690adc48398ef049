import { readText } from './forms/draft'

/** How the forms name the details of a person. */
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

/** `values` are those of a form or a person. Missing details are empty. */
export const readPerson = (values: unknown): Person => {
  const texts = Object.entries(personNames).map(([name, path]) => [
    name,
    readText(values, name) || readText(values, path),
  ])
  return Object.fromEntries(texts)
}
