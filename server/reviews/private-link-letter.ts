import * as v from 'valibot'
import { breakLinks } from '../../festival/break-links'
import { letterOf } from '../mail/confirmation'
import { type EmailContent, fact } from '../mail/email-content'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  name: v.string(),
  /** The id that the registrant holds. */
  label: v.string(),
  what: v.string(),
  address: v.string(),
  days: v.number(),
})

export type PrivateLinkPayload = v.InferOutput<typeof payloadSchema>

const writeEmail = ({ name, label, what, address, days }: PrivateLinkPayload): EmailContent => ({
  subject: `Your submission: ${what} (${breakLinks(label)})`,
  colour: 'lymph',
  kicker: what,
  title: 'We have received it',
  paragraphs: [
    `Dear ${breakLinks(name)},`,
    `We have received your submission for ${what}. The link below shows its status; keep it to yourself.`,
    `It works for ${days} days. If you did not ask for it, somebody else entered your address; you need not do anything.`,
  ],
  action: { label: 'Open my submission', address },
  stamp: fact('Your ID', breakLinks(label)),
  groups: [],
})

/** The letter with a private link that a registrant asked for. */
export const privateLinkLetter = letterOf({ schema: payloadSchema, write: writeEmail })
