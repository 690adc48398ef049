import * as v from 'valibot'
import type { SubmissionKind } from '../db/schema'
import { writeAccommodationMail } from './accommodation-mail'
import { writeDelegatePassMail } from './delegate-pass-mail'
import { type Letter, oneLine, setLetterAsText } from './letter'
import { setLetterAsPage } from './letter-page'
import type { Mail } from './mailer'
import { accommodationPayloadSchema, delegatePassPayloadSchema, registrationPayloadSchema } from './payload'
import { writeRegistrationMail } from './registration-mail'

const writeLetter = (kind: SubmissionKind, payload: unknown): Letter => {
  switch (kind) {
    case 'registration':
      return writeRegistrationMail(v.parse(registrationPayloadSchema, payload))
    case 'delegate-pass':
      return writeDelegatePassMail(v.parse(delegatePassPayloadSchema, payload))
    case 'accommodation':
      return writeAccommodationMail(v.parse(accommodationPayloadSchema, payload))
  }
}

/**
 * Makes the e-mail of a kept message, from its payload as JSON text (behaviour 7.11).
 * @throws Error when the payload is not one of this kind.
 */
export const renderMail = async (
  kind: SubmissionKind,
  payload: string,
): Promise<Pick<Mail, 'subject' | 'html' | 'text'>> => {
  const letter = writeLetter(kind, JSON.parse(payload))
  return { subject: oneLine(letter.subject), html: await setLetterAsPage(letter), text: setLetterAsText(letter) }
}
