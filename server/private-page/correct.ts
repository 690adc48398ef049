import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import { amountDue } from '../../festival/amount-due'
import { findSubject } from '../../festival/catalogue'
import { type Corrected, correctedSchema } from '../../festival/correction'
import type { EarlierValue } from '../../festival/desk/record'
import type { correctMineSchema, MySubmission } from '../../festival/my-submission'
import { parseBody } from '../../festival/problem'
import type { Team } from '../../festival/registration'
import { formats } from '../../festival/upload'
import type { PrivateLinkRow, ReviewRow } from '../db/desk-schema'
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { noteAudit } from '../reviews/audit'
import { keepEarlierProof } from '../reviews/keep-earlier-proof'
import type { ReviewedRecord } from '../reviews/records'
import { changeReview, readReview } from '../reviews/review'
import { claimUploads } from '../submissions/submit'
import type { Clock } from '../system/clock'
import { readAskedFor, readRecord, showSubmission } from './show-submission'

type Correction = Omit<v.InferOutput<typeof correctMineSchema>, 'secret'>

const currentOf = ({ state, version, changed_at }: ReviewRow) => ({ state, version, by: null, at: changed_at })

const refuseStale = (review: ReviewRow) =>
  new ApiError('stale', 'This submission has changed since you opened it. Please look at it again.', {
    current: currentOf(review),
  })

const proofOf = ({ proofs }: ReviewedRecord, asked: string): string =>
  proofs.find(({ field }) => field === asked)?.url ?? ''

/** What stands in the fields that are changed now, behind what stood in others before (behaviour 14.44). */
const addEarlier = (
  { earlier_values }: ReviewRow,
  fields: readonly { name: string; value: string }[],
  now: Date,
): string => {
  const earlier: EarlierValue[] = JSON.parse(earlier_values)
  const at = now.toISOString()
  return JSON.stringify([...earlier, ...fields.map(({ name, value }) => ({ at, field: name, value }))])
}

const fileMissing = 'Please choose a new file and send it.'

/**
 * Takes a correction: only what was asked for, checked as the form checks it. The record keeps its id, the earlier proofs stay, and
 * the submission waits for a check again (behaviours 14.43 and 14.44).
 */
export const createCorrect = ({ db, clock }: { db: Db; clock: Clock }) => {
  const save = async (
    transaction: Transaction<Tables>,
    link: PrivateLinkRow,
    { version, fields, proofs }: Correction,
  ) => {
    const now = clock()
    const review = await readReview(transaction, link.record_id)
    const record = review && (await readRecord(transaction, review))
    if (!record) throw new ApiError('gone', 'This submission is not here any more.')
    if (review.version !== version) throw refuseStale(review)
    const asked = await readAskedFor(transaction, record, review)
    if (!asked) throw new ApiError('illegal', 'Nothing of this submission is to be put right at the moment.')

    const parsed = parseBody(
      correctedSchema(
        asked.fields.map(({ name }) => name),
        asked.teamSize,
      ),
      fields,
    )
    const missing = asked.proofs
      .filter(({ field }) => !proofs[field] || proofs[field] === proofOf(record, field))
      .map(({ field }) => ({ path: field, message: fileMissing }))
    const errors = [...(parsed.ok ? [] : parsed.errors), ...missing]
    if (!parsed.ok || errors.length > 0) throw refuseFields(errors)

    // It takes the row's lock, so of two corrections at once the second finds another version.
    const waiting = {
      state: 'submitted',
      ground: null,
      changed_by: null,
      prepared: 0,
      corrected_at: now.toISOString(),
    } as const
    const earlier_values = addEarlier(review, asked.fields, now)
    if (!(await changeReview(transaction, review, { ...waiting, earlier_values }, now)))
      throw refuseStale((await readReview(transaction, review.record_id)) ?? review)
    const sent = asked.proofs.map(({ field, preset, takes }) => ({ field, preset, takes, url: proofs[field] ?? '' }))
    const claims = sent.map(({ takes, ...claim }) => ({
      ...claim,
      formats: takes.map((type) => formats[type]),
      isFresh: true,
    }))
    await claimUploads(transaction, claims, now.toISOString())
    for (const { field } of sent) {
      const url = proofOf(record, field)
      // One whose time was over has left a note in the place of its address.
      if (URL.canParse(url))
        await keepEarlierProof(transaction, { recordId: record.id, field, url, sentAt: record.sentAt, now })
    }
    await changeRecord(
      transaction,
      record,
      parsed.value,
      Object.fromEntries(sent.map(({ field, url }) => [field, url])),
    )
    const changed = [...asked.fields.map(({ name }) => name), ...sent.map(({ field }) => field)]
    await noteAudit(transaction, {
      at: now,
      actor: 'registrant',
      action: 'corrected',
      recordId: record.id,
      detail: { fields: changed.join(' '), version: version + 1 },
    })
  }

  /**
   * @returns how the submission stands then
   * @throws ApiError `stale`, `illegal`, `invalid` or `gone`
   */
  return async (link: PrivateLinkRow, correction: Correction): Promise<MySubmission> => {
    await transact(db, (transaction) => save(transaction, link, correction))
    const shown = await showSubmission(db, link)
    if (!shown) throw new ApiError('gone', 'This submission is not here any more.')
    return shown
  }
}

type Changes = Omit<Corrected, 'members'> & { members?: Team | undefined }

/** Only what is there: an undefined value would be written as nothing. */
const given = (texts: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** What is due follows a team that has grown or shrunk (behaviour 3.3). */
const dueOf = ({ event, members, coupon }: ReviewedRecord, count: number): { amount?: number } => {
  const fee = findSubject(event)?.fee
  const amount = fee && members.length !== count ? amountDue(fee, count, coupon !== '') : undefined
  return amount === undefined ? {} : { amount }
}

const registrationChanges = (record: ReviewedRecord, { name, phone, members, utr, delegate_id }: Changes) => {
  const [leader, ...rest] = members ?? record.members
  if (!leader) return given({ utr, delegate_id })
  const first = { ...leader, name: name ?? leader.name, phone: phone ?? leader.phone }
  return {
    ...first,
    ...given({ utr, delegate_id }),
    ...dueOf(record, 1 + rest.length),
    team_members: JSON.stringify([first, ...rest]),
  }
}

/** Writes a correction into the record; its ids, its times and whatever was not asked for stay. */
const changeRecord = async (
  transaction: Transaction<Tables>,
  record: ReviewedRecord,
  changes: Changes,
  proofs: Readonly<Record<string, string>>,
): Promise<void> => {
  const { id, kind } = record
  const { name, phone, utr, transaction_id } = changes
  if (kind === 'registration')
    await transaction
      .updateTable('EventRegistration')
      .set({ id, ...registrationChanges(record, changes), ...proofs })
      .where('id', '=', id)
      .execute()
  else if (kind === 'delegate-pass')
    await transaction
      .updateTable('DelegatePass')
      .set({ id, ...given({ name, phone, utr }), ...proofs })
      .where('id', '=', id)
      .execute()
  else
    await transaction
      .updateTable('Accommodation')
      .set({ id, ...given({ name, phone, transaction_id }), ...proofs })
      .where('id', '=', id)
      .execute()
}
