import type { Audience, RegistrantCategory } from '../../festival/content'

export const registrantCategories: readonly RegistrantCategory[] = [
  { value: 'bds', label: 'Dental Student' },
  { value: 'hygienist', label: 'Dental Hygienist' },
  { value: 'guest', label: 'Guest' },
]

export const yearSuggestions: readonly string[] = ['BDS I', 'BDS II', 'BDS III', 'BDS IV', 'House surgeon']

export const audiences: readonly Audience[] = [
  { value: 'dental', label: 'Dentistry', askedBy: 'dental|dentist|bds|mds' },
  { value: 'hygiene', label: 'Hygiene', askedBy: 'hygiene|hygienist' },
]

export const audienceQuestion = 'Can hygienists participate?'
