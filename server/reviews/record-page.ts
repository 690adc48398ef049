import type { SubmissionRecord, UnsentMail } from '../../festival/desk/record'
import { listRecordRows } from '../bank/record-rows'
import type { Db, DbOrTransaction, MessageKind, MessageRow } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import type { Outbox } from '../mail/outbox'
import { isConfirmation, outcomeOf } from '../mail/queries'
import { saveAudit } from '../organisers/audit'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'
import type { DecisionSettings } from './decide'
import { findDecision, saveDecisionLetter } from './decision-letter'
import { lastDigits, listFlags } from './flags'
import type { Indexer } from './index-records'
import { listProofs } from './proofs'
import { listRows } from './queue'
import { findReviewed, noSuchSubmission, type ReviewedRecord } from './record'
import { findByToken } from './search'
import { listTimeline } from './timeline'

export interface RecordParts {
  db: Db
  clock: Clock
  indexer: Pick<Indexer, 'catchUp'>
  outbox: Pick<Outbox, 'deliver'>
  settings: DecisionSettings
}

const worstFirst = ['failed', 'refused', 'queued', 'sent'] as const

/** One submission with all that is known of it, and sending its e-mails once more (behaviours 14.18, 14.24 and 14.47). */
export const recordHandlers = ({
  db,
  clock,
  indexer,
  outbox,
  settings,
}: RecordParts): Pick<DeskHandlers, 'readRecord' | 'sendAgain' | 'renewLink'> => ({
  readRecord: async ({ parts: { id } }): Promise<SubmissionRecord> => {
    await indexer.catchUp()
    const found = await findReviewed(db, id)
    const [row] = found ? await listRows(db, [found.review]) : []
    if (!found || !row) throw noSuchSubmission()
    const { review, record } = found
    const now = clock()
    const message = await findConfirmation(db, id)
    const unsent = await listUnsent(db, id, now)
    const { phone, facts, members, coupon, utr } = record
    return {
      ...{ ...row, phone, facts, members, coupon, utr },
      due: record.amount,
      cash: review.cash_amount === null ? null : { amount: review.cash_amount / 100, by: review.cash_by ?? '' },
      paymentReference: record.reference,
      ...(await listProofs(db, id)),
      bankRows: await listRecordRows(db, id),
      flagList: await listFlags(db, id),
      timeline: await listTimeline(db, record, { review, message, now }),
      samePerson: await listSamePerson(db, record),
      // One that was never made failed.
      confirmation: message ? outcomeOf(message) : 'failed',
      unsent: unsent.map(({ id: _id, ...mail }) => mail),
    }
  },

  sendAgain: async ({ parts: { id: recordId }, organiser: { email: actor } }) => {
    const message = await findConfirmation(db, recordId)
    if (!message) throw noSuchSubmission()
    const unsent = (await listUnsent(db, recordId, clock())).filter(({ canSend }) => canSend)
    const outcomes = await Promise.all(unsent.map(({ id }) => outbox.deliver(id, 'organiser')))
    const confirmation = worstFirst.find((outcome) => outcomes.includes(outcome)) ?? outcomeOf(message)
    await saveAudit(db, { at: clock(), actor, action: 'confirmation-sent-again', recordId, detail: { confirmation } })
    return { confirmation }
  },

  renewLink: async ({ parts: { id: recordId }, organiser: { email: actor } }) => {
    const now = clock()
    const messageId = await transact(db, async (transaction) => {
      const found = await findReviewed(transaction, recordId)
      if (!found) throw noSuchSubmission()
      const request = await findDecision(transaction, recordId, 'ask-correction')
      if (found.review.state !== 'needs-correction' || !request)
        throw new ApiError('illegal', 'No correction is asked for at the moment.')
      await saveAudit(transaction, { at: now, actor, action: 'correction-link-sent', recordId })
      const { reasons, note } = request
      return saveDecisionLetter(transaction, found.record, {
        ...{ ...settings, decision: 'ask-correction', reasons, note, now },
      })
    })
    return { confirmation: await outbox.deliver(messageId) }
  },
})

/** The message that confirmed a record. */
const findConfirmation = (db: DbOrTransaction, recordId: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('message')
    .innerJoin('submission', 'submission.message_id', 'message.id')
    .selectAll('message')
    .where('submission.record_id', '=', recordId)
    .executeTakeFirst()

const whatOf = (kind: MessageKind): UnsentMail['what'] =>
  isConfirmation(kind) ? 'confirmation' : kind === 'decision' ? 'decision' : 'link'

/** A record's e-mails that have not gone out, the oldest first. */
const listUnsent = async (
  db: DbOrTransaction,
  recordId: string,
  now: Date,
): Promise<(UnsentMail & { id: string })[]> => {
  const rows = await db
    .selectFrom('message')
    .selectAll()
    .where('record_id', '=', recordId)
    .where('state', '<>', 'sent')
    .orderBy('created_at')
    .execute()
  return rows.map((row) => {
    const { id, kind, next_attempt_at, attempts } = row
    const outcome = outcomeOf(row)
    const isWaiting = outcome !== 'queued' || next_attempt_at > now.toISOString()
    const isGivenUp = row.state === 'failed'
    return {
      id,
      what: whatOf(kind),
      state: outcome === 'sent' ? 'queued' : outcome,
      nextAt: isGivenUp ? null : next_attempt_at,
      canSend: row.state !== 'sending' && isWaiting && (isConfirmation(kind) || attempts > 0 || isGivenUp),
    }
  })
}

const mostOfOne = 20

/** Other records of the same e-mail address, phone or Delegate Pass ID, the newest first. */
const listSamePerson = async (db: DbOrTransaction, record: ReviewedRecord) => {
  const tokens = [record.email.toLowerCase().slice(0, 40), lastDigits(record.phone), record.delegateId]
  const found = await findByToken(
    db,
    record,
    tokens.filter((token) => token !== ''),
    mostOfOne,
  )
  return listRows(db, found)
}
