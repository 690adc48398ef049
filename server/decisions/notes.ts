import type { Note } from '../../festival/contract/person'
import { saveAudit } from '../db/audit'
import type { DbOrTransaction } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { noSuchSubmission } from '../entries/entry'
import { readReview, refuseUsedId } from '../entries/review'
import type { ReviewHandlers } from './deps'

/** What organisers say of a submission among themselves: notes, and that it is for later (behaviours 14.132 and 14.133). */
export const noteHandlers: ReviewHandlers<'addNote' | 'putLater'> = ({ db, clock }) => ({
  addNote: ({ params: { id: recordId }, body: { id, words }, organiser: { email: actor } }) =>
    transact(db, async (transaction) => {
      if (!(await readReview(transaction, recordId))) throw noSuchSubmission()
      const at = clock()
      const row = { id, record_id: recordId, actor, at: at.toISOString(), words }
      const isNew = await insertOnce(transaction.insertInto('note').values(row))
      if (isNew) await saveAudit(transaction, { at, actor, action: 'noted', recordId, detail: {} })
      const notes = await listNotes(transaction, recordId)
      if (!notes.some((one) => one.id === id && one.words === words)) throw refuseUsedId()
      return { notes }
    }),

  putLater: ({ params: { id: recordId }, body: { isLater }, organiser: { email: actor } }) =>
    transact(db, async (transaction) => {
      const at = clock()
      const change = transaction
        .updateTable('review')
        .set({ later_at: isLater ? at.toISOString() : null })
        .where('record_id', '=', recordId)
        .where('later_at', isLater ? 'is' : 'is not', null)
      if ((await change.executeTakeFirstOrThrow()).numUpdatedRows === 1n)
        await saveAudit(transaction, {
          at,
          actor,
          action: isLater ? 'put-later' : 'taken-up',
          recordId,
        })
      else if (!(await readReview(transaction, recordId))) throw noSuchSubmission()
      return { isLater }
    }),
})

/** What organisers noted about a submission, the oldest first. */
export const listNotes = (db: DbOrTransaction, recordId: string): Promise<Note[]> =>
  db
    .selectFrom('note')
    .select(['id', 'words', 'actor as by', 'at'])
    .where('record_id', '=', recordId)
    .orderBy('at')
    .orderBy('id')
    .execute()
