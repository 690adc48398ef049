import type { SubmissionRecord } from '../../../festival/desk/record'
import type { DbOrTransaction, MessageRow } from '../../db/schema'

/** The message that confirmed a record. */
export const findConfirmation = (db: DbOrTransaction, recordId: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('message')
    .innerJoin('submission', 'submission.message_id', 'message.id')
    .selectAll('message')
    .where('submission.record_id', '=', recordId)
    .executeTakeFirst()

/** How a confirmation stands; one that was never made failed. */
export const tellConfirmation = (message: MessageRow | undefined): SubmissionRecord['confirmation'] => {
  if (!message || message.state === 'failed') return 'failed'
  return message.state === 'sent' ? 'sent' : message.last_error === null ? 'queued' : 'failed'
}
