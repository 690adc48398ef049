import type { FieldError } from '../../../festival/problem'
import type { Subject } from '../../../festival/subject'
import { checkForm } from './check-form'
import type { RegistrationDraft } from './draft'

/** How long the form for practice pretends to send, in milliseconds (behaviour 9.10). */
export const practiceWait = 2000

/** What the code of a practice form holds: words, which no app pays by. */
export const practiceCode = 'Practice form: this code pays nobody.'

/** The subject as one practises it: as it is, but for a fee, which is nothing. */
export const withoutFee = (subject: Subject): Subject =>
  subject.fee.per === 'pass' ? subject : { ...subject, fee: { per: 'team', amount: 0 } }

/** An id in the shape of a real one that nobody can take for one: "PRACTICE-042917". */
export const makePracticeId = (now: number): string => `PRACTICE-${String(now).slice(-6)}`

/** What the practice form asks besides, below the real one's fields; all of it may stay empty (behaviour 9.10). */
export const furtherFields: readonly { path: string; label: string; suggestions?: readonly string[] }[] = [
  { path: 'workshop_experience', label: 'Workshop experience' },
  { path: 'expectations', label: 'Expectations' },
  { path: 'emergency_contact', label: 'Emergency contact' },
  { path: 'emergency_phone', label: 'Emergency phone' },
  { path: 'tshirt_size', label: 'T-shirt size', suggestions: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
  { path: 'dietary_restrictions', label: 'Dietary restrictions' },
]

/** What the real form's check says of these values, but for what may stay empty in practice: year, pass and screenshot. */
export const checkPractice = (subject: Subject, draft: RegistrationDraft, screenshotUrl: string): FieldError[] => {
  const checked = checkForm(subject, draft, screenshotUrl)
  const { members, delegate_id } = draft.values
  const optional = new Map([
    ['members.0.year', members[0]?.year],
    ['delegate_id', delegate_id],
    ['payment_screenshot_url', screenshotUrl],
  ])
  return checked.ok ? [] : checked.errors.filter(({ path }) => optional.get(path)?.trim() !== '')
}
