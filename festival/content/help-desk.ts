import { identity } from '#edition/identity'
import type { Identity } from './content'

/** "the help desk, +91 00000 00000": whom to call, as a sentence says it. */
export const describeHelpDesk = ({
  phones: [desk],
  email,
}: Pick<Identity, 'phones' | 'email'>): string =>
  desk ? `the ${desk.label.toLowerCase()}, ${desk.number}` : email

/** Whom to call in this edition. */
export const helpDeskContact = describeHelpDesk(identity)

/** Says to a participant that their event is cancelled; the amount is what was due. */
export const describeCancellation = (name: string, amount: number | null | undefined): string =>
  `${name} is cancelled.${amount ? ' If you have paid, we refund you and send you an e-mail when it is done.' : ''}`

/** How long the check of a payment takes, and what to do after that. */
export const describeCheckTime = (
  edition: Pick<Identity, 'phones' | 'email' | 'checkTime'>,
): string =>
  `Usually you hear from us ${edition.checkTime}. If not, call ${describeHelpDesk(edition)}.`

/** When to expect an answer, for this edition. */
export const checkTimeWords = describeCheckTime(identity)
