import type { SubmissionKind } from './db/schema'
import { accommodationConfirmation } from './features/accommodations/confirmation'
import { delegatePassConfirmation } from './features/delegate-passes/confirmation'
import { registrationConfirmation } from './features/event-registrations/confirmation'
import type { Installation, ReadConfirmation } from './mail/confirmation'

/** How an installation makes the e-mail of each kind of message. */
export const createConfirmations = (
  installation: Installation,
): Readonly<Record<SubmissionKind, ReadConfirmation>> => ({
  registration: registrationConfirmation(installation),
  'delegate-pass': delegatePassConfirmation(installation),
  accommodation: accommodationConfirmation(installation),
})
