import { identity } from '#edition/identity'
import type { Identity } from './content'

/** Returns, for example, "the help desk, +91 00000 00000". */
export const describeHelpDesk = ({
  phones: [desk],
  email,
}: Pick<Identity, 'phones' | 'email'>): string =>
  desk ? `the ${desk.label.toLowerCase()}, ${desk.number}` : email

export const helpDeskContact = describeHelpDesk(identity)

export const describeCancellation = (name: string, amount: number | null | undefined): string => {
  const cancelled = `${name} is cancelled.`
  if (!amount) {
    return cancelled
  }
  return `${cancelled} If you have paid, we will refund you and e-mail you when it is done.`
}

/** For e-mails without a private link. */
export const upiIdAdvice =
  'Please give us the UPI ID for the refund on your private page. “Check my registration” on our site e-mails you its link.'

export const describeCheckTime = (
  edition: Pick<Identity, 'phones' | 'email' | 'checkTime'>,
): string =>
  `Usually you hear from us ${edition.checkTime}. If not, call ${describeHelpDesk(edition)}.`

export const checkTimeWords = describeCheckTime(identity)
