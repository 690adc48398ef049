import type { ParticipantCategory } from '../../festival/content/content'

/** Forms show the label; entries store the value. */
export const participantCategories: readonly ParticipantCategory[] = [
  { value: 'student', label: 'Medical Student' },
  { value: 'paramedic', label: 'Paramedic' },
  { value: 'faculty', label: 'Teacher or doctor' },
  { value: 'external', label: 'External Participant' },
]

/** These are only suggestions, because the form accepts any text. */
export const yearSuggestions: readonly string[] = [
  '1st year',
  '2nd year',
  '3rd year',
  'Final year',
  'CRRI/CRMI',
  'Postgraduate',
  'Faculty',
]
