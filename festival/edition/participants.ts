import type { ParticipantCategory } from '../content/content'

/** What a registrant may be, as the forms show it; a value is what records store. */
export const participantCategories: readonly ParticipantCategory[] = [
  { value: 'student', label: 'Medical Student' },
  { value: 'paramedic', label: 'Paramedic' },
  { value: 'faculty', label: 'Faculty/Doctor' },
  { value: 'external', label: 'External Participant' },
]

/** What the year of study suggests; a registrant may write something else. */
export const yearSuggestions: readonly string[] = [
  '1st year',
  '2nd year',
  '3rd year',
  'Final year',
  'CRRI/CRMI',
  'Postgraduate',
  'Faculty',
]
