import * as v from 'valibot'
import { breakLinks } from '../mail/break-links'
import { type EmailContent, fact, link } from '../mail/email-content'
import { letterOf } from '../mail/plain-letter'

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
  subject: `Your submission ${breakLinks(label)}`,
  colour: 'lymph',
  kicker: 'Did it arrive?',
  title: 'Yes, it did',
  paragraphs: [
    `Dear ${breakLinks(name)},`,
    `Your submission for ${what} is with us. The link below shows how it stands; keep it to yourself.`,
    `It works for ${days} days. If you did not ask for it, somebody else wrote your address; there is nothing to do.`,
  ],
  stamp: fact('Your ID', breakLinks(label)),
  groups: [{ title: 'How it stands', facts: [link('Open this', address)] }],
})

/** The letter with a private link that a registrant asked for. */
export const privateLinkLetter = letterOf({ schema: payloadSchema, write: writeEmail })
