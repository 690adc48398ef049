import * as v from 'valibot'
import { dayAt, instantAt } from '../../../festival/day'
import { formatDay, formatTime } from '../../../festival/slot'
import { letterOf } from '../../mail/confirmation'
import { type EmailContent, fact, link } from '../../mail/email-content'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({ email: v.string(), browser: v.string(), at: v.string(), address: v.string() })

export type SignedInPayload = v.InferOutput<typeof payloadSchema>

const writeEmail = ({ browser, at, address }: SignedInPayload): EmailContent => {
  const moment = Date.parse(at)
  return {
    subject: 'Somebody signed in at the organisers’ desk',
    colour: 'nerve',
    kicker: 'The organisers’ desk',
    title: 'A new sign-in',
    paragraphs: [
      'Somebody has just signed in with your e-mail address. If it was you, there is nothing to do.',
      'If it was not you, open the desk, end that session, and tell whoever runs the site to take your name out.',
    ],
    stamp: fact('When', `${formatDay(dayAt(moment))}, ${formatTime(instantAt(moment))}`),
    groups: [{ title: 'From where', facts: [fact('Browser', browser), link('The desk', address)] }],
    because: 'You get this e-mail because your address is one of the organisers’.',
  }
}

/** The letter that tells of a new sign-in. */
export const signedInLetter = letterOf({ schema: payloadSchema, write: writeEmail })
