import { readText } from './forms/draft'

/** Maps the details of a person to the names of form fields. */
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

/** `values` come from a form or from a stored `Person`. Missing details become empty strings. */
export const readPerson = (values: unknown): Person => {
  const texts = Object.entries(personNames).map(([name, path]) => [
    name,
    readText(values, name) || readText(values, path),
  ])
  return Object.fromEntries(texts)
}
