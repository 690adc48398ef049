import type { Subject } from '../../../festival/subject'

/** How long the form for practice pretends to send, in milliseconds (behaviour 9.10). */
export const practiceWait = 2000

/** What the code of a practice form holds: words, which no app pays by. */
export const practiceCode = 'Practice form: this code pays nobody.'

/** The subject as one practises it: as it is, but for a fee, which is nothing. */
export const withoutFee = (subject: Subject): Subject =>
  subject.fee.per === 'pass' ? subject : { ...subject, fee: { per: 'team', amount: 0 } }

/** An id in the shape of a real one that nobody can take for one: "PRACTICE-042917". */
export const makePracticeId = (now: number): string => `PRACTICE-${String(now).slice(-6)}`
