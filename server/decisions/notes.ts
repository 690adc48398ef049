import type { Note } from '../../festival/contract/person'
import { saveAudit } from '../db/audit'
import type { DbOrTransaction } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { noSuchEntry } from '../entries/entry'
import { readReview, refuseUsedId } from '../entries/review'
import type { ReviewHandlers } from './deps'

/** Participants never see notes or the mark "later". */
export const noteHandlers: ReviewHandlers<'addNote' | 'setLater'> = ({ db, clock }) => ({
  addNote: ({ params: { id: entryId }, body: { id, words }, organiser: { email: actor } }) =>
    transact(db, async (transaction) => {
      if (!(await readReview(transaction, entryId))) {
        throw noSuchEntry()
      }
      const at = clock()
      const row = { id, entry_id: entryId, actor, at: at.toISOString(), words }
      const isNew = await insertOnce(transaction.insertInto('note').values(row))
      if (isNew) {
        await saveAudit(transaction, { at, actor, action: 'noted', entryId, detail: {} })
      }
      const notes = await listNotes(transaction, entryId)
      if (!notes.some((note) => note.id === id && note.words === words)) {
        throw refuseUsedId()
      }
      return { notes }
    }),

  setLater: ({ params: { id: entryId }, body: { isLater }, organiser: { email: actor } }) =>
    transact(db, async (transaction) => {
      const at = clock()
      const laterAt = isLater ? at.toISOString() : null
      const { numUpdatedRows } = await transaction
        .updateTable('review')
        .set({ later_at: laterAt })
        .where('entry_id', '=', entryId)
        .where('later_at', isLater ? 'is' : 'is not', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 1n) {
        await saveAudit(transaction, {
          at,
          actor,
          action: isLater ? 'put-later' : 'taken-up',
          entryId,
        })
      } else if (!(await readReview(transaction, entryId))) {
        throw noSuchEntry()
      }
      return { isLater }
    }),
})

export const listNotes = (db: DbOrTransaction, entryId: string): Promise<Note[]> =>
  db
    .selectFrom('note')
    .select(['id', 'words', 'actor as by', 'at'])
    .where('entry_id', '=', entryId)
    .orderBy('at')
    .orderBy('id')
    .execute()
