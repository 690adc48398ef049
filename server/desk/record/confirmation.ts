import type { SubmissionRecord, UnsentMail } from '../../../festival/desk/record'
import type { DbOrTransaction, MessageKind, MessageRow } from '../../db/schema'
import { isConfirmation, outcomeOf } from '../../mail/queries'

/** The message that confirmed a record. */
export const findConfirmation = (db: DbOrTransaction, recordId: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('message')
    .innerJoin('submission', 'submission.message_id', 'message.id')
    .selectAll('message')
    .where('submission.record_id', '=', recordId)
    .executeTakeFirst()

/** How a confirmation stands; one that was never made failed. */
export const tellConfirmation = (message: MessageRow | undefined): SubmissionRecord['confirmation'] =>
  message ? outcomeOf(message) : 'failed'

const whatOf = (kind: MessageKind): UnsentMail['what'] =>
  isConfirmation(kind) ? 'confirmation' : kind === 'decision' ? 'decision' : 'link'

/** A record's e-mails that have not gone out, the oldest first. */
export const listUnsent = async (
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
  const at = now.toISOString()
  return rows.map((row) => {
    const outcome = outcomeOf(row)
    const isWaiting = outcome !== 'queued' || row.next_attempt_at > at
    return {
      id: row.id,
      what: whatOf(row.kind),
      state: outcome === 'sent' ? 'queued' : outcome,
      nextAt: row.state === 'failed' ? null : row.next_attempt_at,
      canSend:
        row.state !== 'sending' &&
        isWaiting &&
        (isConfirmation(row.kind) || row.attempts > 0 || row.state === 'failed'),
    }
  })
}
