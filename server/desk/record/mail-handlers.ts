import type { SentAgain } from '../../../festival/desk/walk-in'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import type { Outbox } from '../../mail/outbox'
import { outcomeOf } from '../../mail/queries'
import { noteAudit } from '../../reviews/audit'
import type { DecisionSettings } from '../../reviews/decide'
import { queueCorrectionLetter } from '../../reviews/queue-link-letter'
import { readRecords } from '../../reviews/records'
import { findDecision, readReview } from '../../reviews/review'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'
import { findConfirmation, listUnsent } from './confirmation'

export interface MailParts {
  db: Db
  clock: Clock
  outbox: Pick<Outbox, 'deliver'>
  settings: DecisionSettings
}

const missing = () => new ApiError('not-found', 'There is no such submission.')

const worstFirst = ['failed', 'refused', 'queued', 'sent'] as const

/** Sends e-mails to a registrant once more (behaviours 14.24 and 14.47). */
export const mailHandlers = ({
  db,
  clock,
  outbox,
  settings,
}: MailParts): Pick<DeskHandlers, 'sendAgain' | 'renewLink'> => ({
  sendAgain: async (context, { email: actor }) => {
    const recordId = context.req.param('id') ?? ''
    const message = await findConfirmation(db, recordId)
    if (!message) throw missing()
    const unsent = (await listUnsent(db, recordId, clock())).filter(({ canSend }) => canSend)
    const outcomes = await Promise.all(unsent.map(({ id }) => outbox.deliver(id, 'organiser')))
    const confirmation = worstFirst.find((outcome) => outcomes.includes(outcome)) ?? outcomeOf(message)
    await noteAudit(db, { at: clock(), actor, action: 'confirmation-sent-again', recordId, detail: { confirmation } })
    const answer: SentAgain = { confirmation }
    return context.json(answer)
  },

  renewLink: async (context, { email: actor }) => {
    const recordId = context.req.param('id') ?? ''
    const now = clock()
    const messageId = await transact(db, async (transaction) => {
      const review = await readReview(transaction, recordId)
      const record = review && (await readRecords(transaction, [review])).get(recordId)
      if (!review || !record) throw missing()
      const request = await findDecision(transaction, recordId, 'ask-correction')
      if (review.state !== 'needs-correction' || !request)
        throw new ApiError('illegal', 'No correction is asked for at the moment.')
      await noteAudit(transaction, { at: now, actor, action: 'correction-link-sent', recordId })
      return queueCorrectionLetter(transaction, record, request, { ...settings, now })
    })
    const answer: SentAgain = { confirmation: await outbox.deliver(messageId) }
    return context.json(answer)
  },
})
