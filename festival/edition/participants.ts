import type { ParticipantCategory, PracticeField } from '#festival/content/content'

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

/** The fields that only the practice form has. */
export const practiceFields: readonly PracticeField[] = [
  { path: 'workshop_experience', label: 'Workshop experience' },
  { path: 'expectations', label: 'Expectations' },
  { path: 'emergency_contact', label: 'Emergency contact' },
  { path: 'emergency_phone', label: 'Emergency phone', type: 'tel' },
  {
    path: 'tshirt_size',
    label: 'T-shirt size',
    suggestions: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  },
  { path: 'dietary_restrictions', label: 'Dietary restrictions' },
]
