import type { Audience, RegistrantCategory } from '../../festival/content'

/** What a registrant may be, as the forms show it; a value is what records store. */
export const registrantCategories: readonly RegistrantCategory[] = [
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

/** Whom events and workshops are meant for, in the order in which the schedule offers them. */
export const audiences: readonly Audience[] = [
  { value: 'medical', label: 'Medical', askedBy: 'mbbs|medical student|medico|undergraduate|ug' },
  { value: 'dental', label: 'Dental', askedBy: 'dental|dentist|bds|mds' },
  {
    value: 'paramedical',
    label: 'Paramedical',
    askedBy: 'paramedic|paramedical|allied|nursing|bsc|physio|physiotherapy|pharmacy|bpt|mlt',
  },
]

/** What the chatbot offers to be asked about whom the festival is for. */
export const audienceQuestion = 'Can paramedics participate?'
