import { identity } from '#edition/identity'
import type { Identity } from './content'

/** "the help desk, +91 00000 00000": whom to call, as a sentence says it. */
export const tellDesk = ({ phones: [desk], email }: Pick<Identity, 'phones' | 'email'>): string =>
  desk ? `the ${desk.label.toLowerCase()}, ${desk.number}` : email

/** Whom to call in this edition. */
export const deskWords = tellDesk(identity)

/** What whoever registered for it is told of what does not take place; the amount is what was due. */
export const tellCancelled = (name: string, amount: number | null | undefined): string =>
  `${name} is cancelled.${amount ? ' You get your money back; we write to you when it is sent.' : ''}`

/** How long the check of a payment takes, and what to do after that. */
export const tellCheck = (edition: Pick<Identity, 'phones' | 'email' | 'checkTime'>): string =>
  `Usually you hear from us ${edition.checkTime}. If not, call ${tellDesk(edition)}.`

/** The same for this edition. */
export const checkWords = tellCheck(identity)
