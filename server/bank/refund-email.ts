import * as v from 'valibot'
import { formatPaise } from '../../festival/bank/cells'
import { helpDeskContact } from '../../festival/content/help-desk'
import { nameEntry } from '../../festival/contract/decision-mail'
import { undoUntil } from '../../festival/contract/states'
import { breakLinks } from '../../festival/text/break-links'
import type { DbOrTransaction } from '../db/schema'
import type { RefundRow } from '../db/statement-schema'
import type { ReviewedEntry } from '../entries/entry'
import { createEmailReader } from '../mail/confirmation'
import { type EmailContent, fact, untrustedFact } from '../mail/email-content'
import { cancelEmail, saveEmail } from '../mail/save-message'
import { hashParts } from '../system/secret'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  name: v.string(),
  label: v.string(),
  /** What was paid for: an event's name, a pass, a room. */
  what: v.string(),
  kind: v.picklist(['registration', 'delegate-pass', 'accommodation']),
  /** In paise. */
  refunded: v.number(),
  /** How it was sent, as an organiser typed it: "UPI". */
  how: v.string(),
})
type Payload = v.InferOutput<typeof payloadSchema>

const writeEmail = ({ name, label, what, kind, refunded, how }: Payload): EmailContent => ({
  subject: `Your refund: ${what} (${breakLinks(label)})`,
  colour: 'lymph',
  kicker: what,
  title: 'Your refund',
  paragraphs: [
    `Dear ${breakLinks(name)},`,
    `We have refunded ${formatPaise(refunded)} for ${nameEntry({ kind, what })}.`,
    `If you have not received it, call ${helpDeskContact}.`,
  ],
  stamp: fact('Your ID', breakLinks(label)),
  groups: [
    {
      title: 'Refund',
      facts: [
        fact('Amount', formatPaise(refunded)),
        ...(how === '' ? [] : [untrustedFact('How it was sent', how)]),
      ],
    },
  ],
})

/** The e-mail that tells a participant that their money was refunded. */
export const refundEmail = createEmailReader({ schema: payloadSchema, write: writeEmail })

const emailId = (refundId: string): string => hashParts('refund', refundId)

/** Queues the e-mail of a refund. It leaves after a minute, like that of a decision. */
export const saveRefundEmail = async (
  db: DbOrTransaction,
  { id, email, name, label, kind, eventName }: ReviewedEntry,
  { id: refundId, amount, note, at }: RefundRow,
): Promise<void> => {
  const payload: Payload = {
    email,
    name,
    label,
    what: eventName,
    kind,
    refunded: amount,
    how: note,
  }
  const times = { now: new Date(at), notBefore: undoUntil(at) }
  await saveEmail(db, {
    id: emailId(refundId),
    kind: 'refund',
    entryId: id,
    payload,
    ...times,
    ccOrganisers: false,
  })
}

/** Cancels the e-mail of a refund that was undone, unless it has begun to leave. */
export const cancelRefundEmail = (db: DbOrTransaction, refundId: string): Promise<void> =>
  cancelEmail(db, emailId(refundId))
