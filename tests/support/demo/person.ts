import type { Chance } from './chance'

/** Somebody who was made up. */
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
  'Example Medical College',
  'Invented Institute of Medical Sciences',
  'Sample Dental College',
  'Specimen College of Nursing',
] as const
/** Years that break no team's rule. */
const years = ['1st year', '2nd year'] as const

const initials = 'ABCDEFGHJKLMNPRSTV'

/** The `index`th person: no two have the same phone or e-mail, and no two of a team the same name. */
export const inventPerson = (index: number, chance: Chance): Person => {
  const name = `${chance.pick(firstNames)} ${initials[index % initials.length]} ${chance.pick(lastNames)}`
  return {
    name,
    phone: `90000${String(index).padStart(5, '0')}`,
    email: `${name.toLowerCase().replaceAll(' ', '.')}.${index}@students.example`,
    institution: chance.pick(colleges),
    year: chance.pick(years),
  }
}
