import { refundEmail } from '../bank/refund-email'
import type { MessageKind } from '../db/schema'
import { accommodationConfirmation } from '../forms/accommodation'
import { delegatePassConfirmation } from '../forms/delegate-pass'
import { registrationConfirmation } from '../forms/registration'
import type { Installation, ReadConfirmation } from '../mail/confirmation'
import { announcementEmail } from '../messages/announcements'
import { decisionEmail } from '../messages/decision-email'
import { privateLinkEmail } from '../messages/private-links'
import { deskLinkEmail, organiserAddedEmail, signedInEmail } from '../organisers/emails'

export const createConfirmations = (
  installation: Installation,
): Readonly<Record<MessageKind, ReadConfirmation>> => ({
  registration: registrationConfirmation(installation),
  'delegate-pass': delegatePassConfirmation(installation),
  accommodation: accommodationConfirmation(installation),
  'desk-link': deskLinkEmail,
  'desk-signed-in': signedInEmail,
  'organiser-added': organiserAddedEmail,
  decision: decisionEmail(installation),
  refund: refundEmail,
  'private-link': privateLinkEmail,
  announcement: announcementEmail(installation),
})
