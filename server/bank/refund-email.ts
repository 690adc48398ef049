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

/** Stored payloads must stay readable, so new fields are optional (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  name: v.string(),
  label: v.string(),
  what: v.string(),
  kind: v.picklist(['registration', 'delegate-pass', 'accommodation']),
  /** In paise. */
  refunded: v.number(),
  /** An organiser types this, for example "UPI". */
  how: v.string(),
})
type Payload = v.InferOutput<typeof payloadSchema>

const listFacts = ({ refunded, how }: Payload) => {
  const amount = fact('Amount', formatPaise(refunded))
  return how === '' ? [amount] : [amount, untrustedFact('How it was sent', how)]
}

const writeEmail = (payload: Payload): EmailContent => {
  const { name, label, what, kind, refunded } = payload
  return {
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
    groups: [{ title: 'Refund', facts: listFacts(payload) }],
  }
}

export const refundEmail = createEmailReader({ schema: payloadSchema, write: writeEmail })

const emailId = (refundId: string): string => hashParts('refund', refundId)

/** The e-mail is sent when the refund can no longer be undone. */
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
  await saveEmail(db, {
    id: emailId(refundId),
    kind: 'refund',
    entryId: id,
    payload,
    now: new Date(at),
    notBefore: undoUntil(at),
    ccOrganisers: false,
  })
}

/** Does nothing if the e-mail is already being sent. */
export const cancelRefundEmail = (db: DbOrTransaction, refundId: string): Promise<void> =>
  cancelEmail(db, emailId(refundId))
