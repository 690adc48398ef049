import { refundEmail } from '../bank/refund-email'
import type { MessageKind } from '../db/schema'
import type { Installation, ReadConfirmation } from '../mail/confirmation'
import { deskLinkEmail, organiserAddedEmail, signedInEmail } from '../organisers/emails'
import { announcementEmail } from '../reviews/announcements'
import { decisionEmail } from '../reviews/decision-email'
import { privateLinkEmail } from '../reviews/private-links'
import { accommodationConfirmation } from '../submissions/accommodation'
import { delegatePassConfirmation } from '../submissions/delegate-pass'
import { registrationConfirmation } from '../submissions/registration'

export const createConfirmations = (
  installation: Installation,
): Readonly<Record<MessageKind, ReadConfirmation>> => ({
  registration: registrationConfirmation(installation),
  'delegate-pass': delegatePassConfirmation(installation),
  accommodation: accommodationConfirmation(installation),
  'desk-link': deskLinkEmail,
  'desk-signed-in': signedInEmail,
  'organiser-added': organiserAddedEmail,
  decision: decisionEmail(installation.festival),
  refund: refundEmail,
  'private-link': privateLinkEmail,
  announcement: announcementEmail(installation),
})
