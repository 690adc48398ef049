import { linkDays } from '../../festival/desk/decision-mail'
import type { DecisionRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { saveLetter } from '../mail/save-message'
import { type DecisionPayload, describeRecord } from './decision-letter'
import type { PrivateLinkPayload } from './private-link-letter'
import { createPrivateLink } from './private-links'
import type { ReviewedRecord } from './records'

/** What the letters with a private link need to know of the installation. */
export interface LinkLetterParts {
  /** The site's address, without a slash at the end. */
  publicUrl: string
  now: Date
}

const addressed = ({ email, name, label, eventName }: ReviewedRecord) => ({ email, name, label, what: eventName })

/** Queues the e-mail that says how a submission stands, with a link that is for its registrant alone (behaviour 14.41). @returns its id */
export const queueStatusLetter = async (db: DbOrTransaction, record: ReviewedRecord, parts: LinkLetterParts) => {
  const address = await createPrivateLink(db, record.id, 'status', parts.now, parts.publicUrl)
  const payload: PrivateLinkPayload = { ...addressed(record), address, days: linkDays.status }
  return saveLetter(db, { kind: 'private-link', recordId: record.id, payload, now: parts.now, isCopied: false })
}

/** Queues the request for a correction once more, with a new link (behaviour 14.47). @returns its id */
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
  return saveLetter(db, { kind: 'decision', recordId: record.id, payload, now: parts.now, isCopied: false })
}
