import type { ParticipantCategory } from '../content/content'

export const participantCategories: readonly ParticipantCategory[] = [
  { value: 'student', label: 'Medical Student' },
  { value: 'paramedic', label: 'Paramedic' },
  { value: 'faculty', label: 'Faculty/Doctor' },
  { value: 'external', label: 'External Participant' },
]

/** Participants may enter other text as well. */
export const yearSuggestions: readonly string[] = [
  '1st year',
  '2nd year',
  '3rd year',
  'Final year',
  'CRRI/CRMI',
  'Postgraduate',
  'Faculty',
]
