import { identity } from '#edition/identity'
import type { Erasure } from '../../festival/contract/my-entry'
import { breakLinks } from '../../festival/text/break-links'
import { saveAudit } from '../db/audit'
import type { DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { findEntryWithReview, noSuchEntry } from '../entries/entry'
import { ApiError } from '../http/api-error'
import { saveEmail } from '../mail/save-message'
import type { ReviewHandlers } from './deps'

export const readErasure = async (db: DbOrTransaction, entryId: string): Promise<Erasure> => {
  const review = await db
    .selectFrom('review')
    .select([
      'erasure_asked_at as askedAt',
      'erasure_answered_at as answeredAt',
      'erasure_answer as answer',
    ])
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  return review ?? { askedAt: null, answeredAt: null, answer: '' }
}

/** Idempotent, so that a stranger with the link cannot add requests. */
export const requestErasure = async (
  transaction: DbOrTransaction,
  entryId: string,
  now: Date,
): Promise<void> => {
  const { numUpdatedRows } = await transaction
    .updateTable('review')
    .set({ erasure_asked_at: now.toISOString() })
    .where('entry_id', '=', entryId)
    .where('erasure_asked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) {
    await saveAudit(transaction, {
      at: now,
      actor: 'registrant',
      action: 'erasure-asked',
      entryId,
      detail: {},
    })
  }
}

/** The answer explains why an entry is kept. `forget` erases entries. */
export const erasureHandlers: ReviewHandlers<'answerErasure'> = ({ db, clock, outbox }) => ({
  answerErasure: async ({
    params: { id: entryId },
    body: { answer },
    organiser: { email: actor },
  }) => {
    const messageId = await transact(db, async (transaction) => {
      const reviewed = await findEntryWithReview(transaction, entryId)
      if (!reviewed) {
        throw noSuchEntry()
      }
      const now = clock()
      const { numUpdatedRows } = await transaction
        .updateTable('review')
        .set({ erasure_answered_at: now.toISOString(), erasure_answer: answer })
        .where('entry_id', '=', entryId)
        .where('erasure_asked_at', 'is not', null)
        .where('erasure_answered_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) {
        if (reviewed.review.erasure_answer === answer) {
          return undefined
        }
        throw new ApiError('illegal', 'This entry has no open erasure request.')
      }
      await saveAudit(transaction, {
        at: now,
        actor,
        action: 'erasure-answered',
        entryId,
        detail: {},
      })
      const { email, name, label, eventName } = reviewed.entry
      const text = `You asked us to erase your details for ${eventName} (${label}). We have kept them for this reason:\n\n${breakLinks(answer)}\n\nIf you do not agree, write to ${identity.email}.`
      const payload = {
        email,
        name,
        subject: `Your request to erase your details (${label})`,
        text,
      }
      return saveEmail(transaction, {
        kind: 'announcement',
        entryId,
        payload,
        now,
        ccOrganisers: true,
      })
    })
    if (messageId !== undefined) {
      await outbox.deliver(messageId)
    }
    return readErasure(db, entryId)
  },
})
