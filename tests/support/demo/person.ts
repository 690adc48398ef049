import { yearSuggestions } from '#edition/participants'
import type { Chance } from './chance'

export interface Person {
  name: string
  phone: string
  email: string
  institution: string
  year: string
}

const firstNames = [
  'Aarav',
  'Bhavana',
  'Charan',
  'Divya',
  'Eshwar',
  'Farida',
  'Gokul',
  'Harini',
  'Ishaan',
  'Jaya',
] as const
const lastNames = [
  'Demo',
  'Example',
  'Invented',
  'Madeup',
  'Nobody',
  'Pretend',
  'Sample',
  'Specimen',
] as const
const colleges = [
  'Example College',
  'Invented Institute',
  'Sample College',
  'Specimen Academy',
] as const
/** Team rules allow the first years of study in the list. */
const [firstYear = '1st year', secondYear = firstYear] = yearSuggestions

const initials = 'ABCDEFGHJKLMNPRSTV'

/** Phones and e-mails are unique, and names are unique within a team. */
export const inventPerson = (index: number, chance: Chance): Person => {
  const name = `${chance.pick(firstNames)} ${initials[index % initials.length]} ${chance.pick(lastNames)}`
  return {
    name,
    phone: `90000${String(index).padStart(5, '0')}`,
    email: `${name.toLowerCase().replaceAll(' ', '.')}.${index}@students.example`,
    institution: chance.pick(colleges),
    year: chance.pick([firstYear, secondYear]),
  }
}
