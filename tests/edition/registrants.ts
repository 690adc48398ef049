import type { RegistrantCategory } from '../../festival/content'

export const registrantCategories: readonly RegistrantCategory[] = [
  { value: 'bds', label: 'Dental Student' },
  { value: 'hygienist', label: 'Dental Hygienist' },
  { value: 'guest', label: 'Guest' },
]

export const yearSuggestions: readonly string[] = ['BDS I', 'BDS II', 'BDS III', 'BDS IV', 'House surgeon']

export const audienceQuestion = 'Can hygienists participate?'

/** The words by which the chatbot is asked about each audience. */
export const audienceWords: Readonly<Record<string, string>> = {
  dental: 'dental|dentist|bds|mds',
  hygiene: 'hygiene|hygienist',
}
