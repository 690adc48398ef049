import * as v from 'valibot'
import type { FormKind } from '../../festival/api'
import { dayAt } from '../../festival/day'
import { tellWhy } from '../../festival/desk/decision-mail'
import { reasonKeys } from '../../festival/desk/reasons'
import type { ReviewState } from '../../festival/desk/states'
import { formatRupees } from '../../festival/fee'
import { deskWords } from '../../festival/help-desk'
import type { MySubmission } from '../../festival/my-submission'
import { formatDay } from '../../festival/slot'
import type { PrivateLinkRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { tellNext } from '../reviews/decision-letter'
import { type ReviewedRecord, readRecords } from '../reviews/records'
import { findDecision, readReview } from '../reviews/review'
import { fileLabels, listAskedFor, listOwnFiles } from './asked-for'

const words: Readonly<Record<ReviewState, string>> = {
  submitted: 'We still have to check your payment. We will e-mail you; you need not do anything.',
  verified: 'Your payment is verified, and everything is in order.',
  'needs-correction': 'Something is not right yet. Please correct the items below and send them again.',
  rejected: `It could not be accepted. If you think that this is a mistake, call ${deskWords}.`,
  withdrawn: `It is withdrawn. If you did not ask for that, call ${deskWords}.`,
}

/** What a submission says of itself; what was left empty is left out. */
const listFacts = ({ email, phone, members, amount, reference, utr, facts }: ReviewedRecord): MySubmission['facts'] => {
  const team = members.map(({ name }) => name).join(', ')
  return [
    { label: 'E-mail', value: email },
    { label: 'Phone', value: phone },
    ...(members.length > 1 ? [{ label: 'Team', value: team }] : []),
    ...facts,
    { label: 'Amount', value: amount === null ? 'Covered by the delegate pass' : formatRupees(amount) },
    { label: 'Payment reference', value: reference },
    { label: 'UTR', value: utr },
  ].filter(({ value }) => value !== '')
}

const storedReasons = v.array(v.object({ key: v.picklist(reasonKeys), difference: v.optional(v.nullable(v.number())) }))

/** What the request for a correction that stands asks for; undefined where none does. */
export const readAskedFor = async (
  db: DbOrTransaction,
  record: ReviewedRecord,
  { state }: Pick<ReviewRow, 'state'>,
) => {
  const request = state === 'needs-correction' ? await findDecision(db, record.id, 'ask-correction') : undefined
  if (!request) return undefined
  const reasons = v.parse(storedReasons, JSON.parse(request.reasons))
  return listAskedFor(
    record,
    reasons.map(({ key, difference }) => ({ key, difference: difference ?? undefined })),
    request.note,
  )
}

/** What the page adds to how it stands (behaviour 14.42). */
const tellMore = async (db: DbOrTransaction, record: ReviewedRecord, { state }: Pick<ReviewRow, 'state'>) => {
  if (state === 'verified') return tellNext(record)
  const decision = state === 'rejected' ? 'reject' : state === 'withdrawn' ? 'withdraw' : undefined
  const taken = decision && (await findDecision(db, record.id, decision))
  if (!taken) return []
  return tellWhy({ ...taken, reasons: v.parse(storedReasons, JSON.parse(taken.reasons)) })
}

/** What the holder of a private link sees (behaviour 14.42); undefined where the record is gone. */
export const showSubmission = async (db: DbOrTransaction, link: PrivateLinkRow): Promise<MySubmission | undefined> => {
  const review = await readReview(db, link.record_id)
  const record = review && (await readRecord(db, review))
  if (!record) return undefined
  const { kind, label, eventName, name, sentAt } = record
  const correction = await readAskedFor(db, record, review)
  return {
    kind,
    label,
    eventName,
    name,
    state: review.state,
    words: `It arrived on ${formatDay(dayAt(Date.parse(sentAt)))}. ${words[review.state]}`,
    more: await tellMore(db, record, review),
    version: review.version,
    sentAt,
    linkUntil: link.expires_at,
    facts: listFacts(record),
    files: (await listOwnFiles(db, record)).map(({ field, upload }) => ({
      field,
      label: fileLabels[field] ?? field,
      isPicture: upload.format !== 'pdf',
    })),
    ...(correction ? { correction } : {}),
  }
}

/** One record; undefined where it is gone. */
export const readRecord = async (
  db: DbOrTransaction,
  wanted: { record_id: string; kind: FormKind },
): Promise<ReviewedRecord | undefined> => (await readRecords(db, [wanted])).get(wanted.record_id)
