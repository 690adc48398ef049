import * as v from 'valibot'
import { linkDays } from '../../festival/contract/decision-mail'
import { confirmLabel } from '../../festival/forms/free'
import { breakLinks } from '../../festival/text/break-links'
import type { DbOrTransaction } from '../db/schema'
import type { ReviewedEntry } from '../entries/entry'
import { createPrivateLink } from '../entries/private-link'
import { readReviews } from '../entries/queue'
import type { RateLimits } from '../http/rate-limits'
import { createEmailReader } from '../mail/confirmation'
import { fact, link } from '../mail/email-content'
import { normalizeMailbox, saveEmail } from '../mail/save-message'
import { hashSecret } from '../system/secret'

/** @returns the seconds to wait if the mailbox has reached its limit */
export const countLinkMail = ({ linkMails }: Pick<RateLimits, 'linkMails'>, email: string) =>
  linkMails.count(hashSecret(`own ${normalizeMailbox(email)}`))

/**
 * Counts e-mails that a stranger may have requested.
 * @returns the seconds to wait if the mailbox has reached a limit
 */
export const countStatusMail = async (
  limits: Pick<RateLimits, 'linkMails' | 'statusMails'>,
  email: string,
): Promise<number | undefined> =>
  (await countLinkMail(limits, email)) ??
  (await limits.statusMails.count(hashSecret(normalizeMailbox(email))))

/** Stored payloads must stay readable, so new fields are optional (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  name: v.string(),
  label: v.string(),
  what: v.string(),
  address: v.string(),
  days: v.number(),
  others: v.optional(
    v.array(v.object({ label: v.string(), what: v.string(), address: v.string() })),
    [],
  ),
  isUnconfirmed: v.optional(v.boolean(), false),
})

type PrivateLinkPayload = v.InferOutput<typeof payloadSchema>

const confirmWords = ` To confirm the registration, open the link and press “${confirmLabel}”.`

export const privateLinkEmail = createEmailReader({
  schema: payloadSchema,
  write: ({ name, label, what, address, days, others, isUnconfirmed }) => ({
    subject: `Status of your registration: ${what} (${breakLinks(label)})`,
    colour: 'lymph',
    kicker: what,
    title: 'The status of your registration',
    paragraphs: [
      `Dear ${breakLinks(name)},`,
      `The link below shows the status of your registration or request for ${what}. Please do not share it.${isUnconfirmed ? confirmWords : ''}`,
      `The link works for ${days} days. If you did not ask for it, someone else entered your address; you do not need to do anything.`,
    ],
    action: { label: 'See the status', address },
    stamp: fact('Your ID', breakLinks(label)),
    groups: others.map((other) => ({
      title: other.what,
      facts: [fact('ID', breakLinks(other.label)), link('See the status', other.address)],
    })),
  }),
})

const hasUnconfirmed = async (db: DbOrTransaction, entries: readonly ReviewedEntry[]) => {
  const ids = entries.map(({ id }) => id)
  const reviews = await readReviews(db, ids)
  return reviews.some(({ state }) => state === 'unconfirmed')
}

/**
 * Queues one e-mail with a link to each entry.
 * @returns the id of the e-mail
 */
export const saveStatusEmail = async (
  db: DbOrTransaction,
  first: ReviewedEntry,
  others: readonly ReviewedEntry[],
  { publicUrl, network, now }: { publicUrl: string; network?: string; now: Date },
): Promise<string> => {
  const makeLink = async ({ id, label, eventName: what }: ReviewedEntry) => ({
    label,
    what,
    address: await createPrivateLink(db, id, 'status', now, publicUrl),
  })
  const { id, email, name } = first
  const payload: PrivateLinkPayload = {
    email,
    name,
    ...(await makeLink(first)),
    days: linkDays.status,
    others: [],
    isUnconfirmed: await hasUnconfirmed(db, [first, ...others]),
  }
  for (const other of others) {
    payload.others.push(await makeLink(other))
  }
  return saveEmail(db, {
    kind: 'private-link',
    entryId: id,
    payload,
    now,
    ccOrganisers: false,
    network,
  })
}
