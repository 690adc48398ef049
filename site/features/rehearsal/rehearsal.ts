import * as v from 'valibot'
import { limits, phone, requiredText } from '../../../festival/fields'
import type { SummaryError } from '../../../ui/error-summary'

/** How long the rehearsal pretends to send, in milliseconds (behaviour 9.10). */
export const rehearsalWait = 2000

/** What can be typed into the rehearsal. It stays in the page and goes when the page does. */
export const emptyRehearsal = {
  name: '',
  email: '',
  phone: '',
  institution: '',
  category: '',
  year: '',
  experience: '',
  expectations: '',
  emergencyContact: '',
  emergencyPhone: '',
  shirtSize: '',
  diet: '',
}

export type Rehearsal = typeof emptyRehearsal

/** The five fields that the rehearsal asks for; invented answers will do. */
const required = v.object({
  name: requiredText(limits.name, 'The name', 'Enter a name; an invented one will do.'),
  email: v.pipe(
    requiredText(limits.email, 'The e-mail address', 'Enter an e-mail address; an invented one will do.'),
    v.email('Enter a complete e-mail address, such as name@example.com.'),
  ),
  phone,
  institution: requiredText(limits.institution, 'The institution', 'Enter the name of a college or institution.'),
  category: requiredText(limits.name, 'The category', 'Choose a category.'),
})

/** What must change before the rehearsal can go on, in the order of the fields. */
export const checkRehearsal = (typed: Rehearsal): SummaryError[] => {
  const { issues } = v.safeParse(required, typed, { abortPipeEarly: true })
  return (issues ?? []).map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
}

/** An id in the shape of a real one that nobody can take for one: "PRACTICE-042917". */
export const makePracticeId = (now: number): string => `PRACTICE-${String(now).slice(-6)}`
