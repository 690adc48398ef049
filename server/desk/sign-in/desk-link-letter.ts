import * as v from 'valibot'
import { letterOf } from '../../mail/confirmation'
import { type EmailContent, fact } from '../../mail/email-content'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({ email: v.string(), address: v.string(), minutes: v.number() })

export type DeskLinkPayload = v.InferOutput<typeof payloadSchema>

const writeEmail = ({ address, minutes }: DeskLinkPayload): EmailContent => ({
  subject: 'Your link to the organisers’ desk',
  colour: 'nerve',
  kicker: 'The organisers’ desk',
  title: 'Sign in',
  paragraphs: [
    'Somebody asked for this link with your e-mail address. If it was you, open it and press "Sign in".',
    'If it was not you, do nothing: nobody comes in without this e-mail.',
  ],
  action: { label: 'Open the desk', address },
  stamp: fact('It works', `once, within ${minutes} minutes`),
  groups: [],
  because: 'You get this e-mail because your address is one of the organisers’.',
})

/** The letter with a sign-in link. */
export const deskLinkLetter = letterOf({ schema: payloadSchema, write: writeEmail })
