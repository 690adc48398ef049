import * as v from 'valibot'
import type { SubmissionKind } from '../db/schema'
import { writeAccommodationMail } from './accommodation-mail'
import { writeDelegatePassMail } from './delegate-pass-mail'
import { type Letter, oneLine, setLetterAsText } from './letter'
import { setLetterAsPage } from './letter-page'
import type { Mail } from './mailer'
import { accommodationPayloadSchema, delegatePassPayloadSchema, registrationPayloadSchema } from './payload'
import { writeRegistrationMail } from './registration-mail'

interface Written {
  letter: Letter
  payload: Mail['payload']
}

const writeLetter = (kind: SubmissionKind, json: unknown): Written => {
  switch (kind) {
    case 'registration': {
      const payload = v.parse(registrationPayloadSchema, json)
      return { payload, letter: writeRegistrationMail(payload) }
    }
    case 'delegate-pass': {
      const payload = v.parse(delegatePassPayloadSchema, json)
      return { payload, letter: writeDelegatePassMail(payload) }
    }
    case 'accommodation': {
      const payload = v.parse(accommodationPayloadSchema, json)
      return { payload, letter: writeAccommodationMail(payload) }
    }
  }
}

/**
 * Makes the e-mail of a kept message, from its payload as JSON text (behaviour 7.11).
 * @throws Error when the payload is not one of this kind.
 */
export const renderMail = (
  kind: SubmissionKind,
  json: string,
): Pick<Mail, 'subject' | 'setWords' | 'kind' | 'payload'> => {
  const { letter, payload } = writeLetter(kind, JSON.parse(json))
  const setWords = async () => ({ html: await setLetterAsPage(letter), text: setLetterAsText(letter) })
  return { subject: oneLine(letter.subject), setWords, kind, payload }
}
