import type { MessageKind } from '../db/schema'
import type { Installation, ReadConfirmation } from '../mail/confirmation'
import { deskLinkLetter, organiserAddedLetter, signedInLetter } from '../organisers/letters'
import { announcementLetter } from '../reviews/announcements'
import { decisionLetter } from '../reviews/decision-letter'
import { privateLinkLetter } from '../reviews/private-links'
import { accommodationConfirmation } from '../submissions/accommodation'
import { delegatePassConfirmation } from '../submissions/delegate-pass'
import { registrationConfirmation } from '../submissions/registration'

export const createConfirmations = (installation: Installation): Readonly<Record<MessageKind, ReadConfirmation>> => ({
  registration: registrationConfirmation(installation),
  'delegate-pass': delegatePassConfirmation(installation),
  accommodation: accommodationConfirmation(installation),
  'desk-link': deskLinkLetter,
  'desk-signed-in': signedInLetter,
  'organiser-added': organiserAddedLetter,
  decision: decisionLetter,
  'private-link': privateLinkLetter,
  announcement: announcementLetter,
})
