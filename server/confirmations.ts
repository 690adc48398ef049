import type { SubmissionKind } from './db/schema'
import { accommodationConfirmation } from './features/accommodations/confirmation'
import { delegatePassConfirmation } from './features/delegate-passes/confirmation'
import { registrationConfirmation } from './features/event-registrations/confirmation'
import type { ReadConfirmation } from './mail/confirmation'

/** How the e-mail of each kind of message is made. */
export const confirmations: Readonly<Record<SubmissionKind, ReadConfirmation>> = {
  registration: registrationConfirmation,
  'delegate-pass': delegatePassConfirmation,
  accommodation: accommodationConfirmation,
}
