/** What a registrant chooses from, in the words that the forms show. */

/** The categories that a registrant chooses from, with the words the form shows (behaviour 5.4). */
export const registrantCategories = [
  { value: 'student', label: 'Medical Student' },
  { value: 'paramedic', label: 'Paramedic' },
  { value: 'faculty', label: 'Faculty/Doctor' },
  { value: 'external', label: 'External Participant' },
] as const

export type RegistrantCategory = (typeof registrantCategories)[number]['value']

/** What the year field suggests; a registrant may write something else. */
export const yearSuggestions = [
  '1st year',
  '2nd year',
  '3rd year',
  'Final year',
  'CRRI/CRMI',
  'Postgraduate',
  'Faculty',
] as const

/** The label of a category as e-mails and confirmations show it. */
export const categoryLabel = (value: RegistrantCategory): string =>
  registrantCategories.find((category) => category.value === value)?.label ?? value
