import * as v from 'valibot'
import { dayAt, formatDay, formatTime, instantAt } from '../../festival/content/slot'
import { joinWords } from '../../festival/schedule/opened'
import { createEmailReader } from '../mail/confirmation'
import { fact, link } from '../mail/email-content'

const footerReason = 'You are receiving this e-mail because your address belongs to an organiser.'
const frame = { colour: 'nerve', kicker: 'The organisers’ desk', footerReason } as const

// Stored payloads must stay readable, so new fields are optional (`mail/confirmation.ts`).
const linkSchema = v.object({ email: v.string(), address: v.string(), minutes: v.number() })
const addedSchema = v.object({
  email: v.string(),
  added: v.string(),
  role: v.string(),
  by: v.string(),
  address: v.string(),
  events: v.array(v.string()),
})
const signedInSchema = v.object({
  email: v.string(),
  browser: v.string(),
  at: v.string(),
  address: v.string(),
})

export type DeskLinkPayload = v.InferOutput<typeof linkSchema>
export type SignedInPayload = v.InferOutput<typeof signedInSchema>
export type OrganiserAddedPayload = v.InferOutput<typeof addedSchema>

export const deskLinkEmail = createEmailReader({
  schema: linkSchema,
  write: ({ address, minutes }) => ({
    ...frame,
    subject: 'Your link to the organisers’ desk',
    title: 'Sign in',
    paragraphs: [
      'Someone asked for this link with your e-mail address. If it was you, open it and press "Sign in".',
      'If it was not you, ignore this e-mail: no one can sign in without it.',
    ],
    action: { label: 'Open the desk', address },
    stamp: fact('Valid', `once, within ${minutes} minutes`),
    groups: [],
  }),
})

export const signedInEmail = createEmailReader({
  schema: signedInSchema,
  write: ({ browser, at, address }) => ({
    ...frame,
    subject: 'Someone signed in at the organisers’ desk',
    title: 'A new sign-in',
    paragraphs: [
      'Someone has just signed in with your e-mail address. If it was you, you do not need to do anything.',
      'If it was not you, open the desk, end that session, and ask the person who runs the site to remove you.',
    ],
    stamp: fact(
      'When',
      `${formatDay(dayAt(Date.parse(at)))}, ${formatTime(instantAt(Date.parse(at)))}`,
    ),
    groups: [{ title: 'Where', facts: [fact('Browser', browser), link('The desk', address)] }],
  }),
})

const writeToNewOrganiser = (events: readonly string[]) => {
  const paragraphs = [
    'You can now use the organisers’ desk. Open it and ask for a sign-in link with this e-mail address.',
  ]
  if (events.length > 0) {
    paragraphs.push(`You can see the participants of ${joinWords(events)}.`)
  }
  return { subject: 'You are now an organiser', paragraphs }
}

const textToAdmins = {
  subject: 'Someone was added to the organisers’ desk',
  paragraphs: [
    'An admin has added someone to the organisers’ desk.',
    'If this is a mistake, open the desk and remove them under Organisers. That signs them out immediately.',
  ],
}

/** Sent to the new organiser and to all admins named in ORGANISERS. */
export const organiserAddedEmail = createEmailReader({
  schema: addedSchema,
  write: ({ email, added, role, events, by, address }) => {
    const text = email === added ? writeToNewOrganiser(events) : textToAdmins
    const facts = [fact('Added by', by), ...events.map((event) => fact('Event', event))]
    return {
      ...frame,
      ...text,
      title: 'A new organiser',
      action: { label: 'Open the desk', address },
      stamp: fact('Who', `${added}, ${role}`),
      groups: [{ title: 'What', facts }],
    }
  },
})
