import { randomUUID } from 'node:crypto'
import type { DecisionRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { saveMessage } from '../mail/save-message'
import type { Limit } from '../system/limit'
import { type DecisionPayload, describeRecord } from './decision-letter'
import type { PrivateLinkPayload } from './private-link-letter'
import { createPrivateLink, linkDays } from './private-links'
import type { ReviewedRecord } from './records'

/** What the letters with a private link need to know of the installation. */
export interface LinkLetterParts {
  /** The site's address, without a slash at the end. */
  publicUrl: string
  /** E-mails to one mailbox. */
  mailboxLimit: Limit
  now: Date
}

/** Nobody but the registrant may read it, so the organisers' address gets no copy. */
const queue = (
  db: DbOrTransaction,
  kind: 'decision' | 'private-link',
  recordId: string,
  payload: DecisionPayload | PrivateLinkPayload,
  { mailboxLimit, now }: LinkLetterParts,
) =>
  saveMessage(
    db,
    {
      id: randomUUID(),
      kind,
      recordId,
      recipient: payload.email,
      payload: JSON.stringify(payload),
      now,
      notBefore: now,
      is_copied: 1,
    },
    mailboxLimit,
    0,
  )

const addressed = ({ email, name, label, eventName }: ReviewedRecord) => ({ email, name, label, what: eventName })

/** Puts down the e-mail that says how a submission stands, with a link (behaviour 14.41). */
export const queueStatusLetter = async (db: DbOrTransaction, record: ReviewedRecord, parts: LinkLetterParts) => {
  const address = await createPrivateLink(db, record.id, 'status', parts.now, parts.publicUrl)
  return queue(db, 'private-link', record.id, { ...addressed(record), address, days: linkDays.status }, parts)
}

/** Puts down the request for a correction once more, with a new link (behaviour 14.47). */
export const queueCorrectionLetter = async (
  db: DbOrTransaction,
  record: ReviewedRecord,
  { reasons, note }: Pick<DecisionRow, 'reasons' | 'note'>,
  parts: LinkLetterParts,
) => {
  const address = await createPrivateLink(db, record.id, 'correction', parts.now, parts.publicUrl)
  const given: DecisionPayload['reasons'] = JSON.parse(reasons)
  const payload: DecisionPayload = {
    ...describeRecord(record, parts.publicUrl),
    decision: 'ask-correction',
    reasons: given,
    note,
    address,
    days: linkDays.correction,
  }
  return queue(db, 'decision', record.id, payload, parts)
}
