import * as v from 'valibot'
import { identity } from '#edition/identity'
import type { ReadConfirmation } from './confirmation'
import { type EmailContent, oneLine, renderText } from './email-content'
import { renderHtml } from './render-html'

/** A letter of the desk: what a message of its kind stores, which may only grow by optional fields, and its words. */
interface LetterKind<Payload extends { email: string }> {
  schema: v.GenericSchema<unknown, Payload>
  write: (payload: Payload) => EmailContent
}

/** Puts together what the letters of one kind are made from. A service of templates gets them whole, as a text. */
export const letterOf =
  <Payload extends { email: string }>({ schema, write }: LetterKind<Payload>): ReadConfirmation =>
  (json) => {
    const payload = v.parse(schema, JSON.parse(json))
    const letter = write(payload)
    const subject = oneLine(letter.subject)
    return {
      subject,
      replyTo: identity.email,
      renderBodies: async () => ({ html: await renderHtml(letter), text: renderText(letter) }),
      templateParams: () => ({ email: payload.email, subject, text: renderText(letter) }),
    }
  }
