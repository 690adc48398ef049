import { formatDelegateRegistrationId } from '../../../festival/ids'
import type { DbOrTransaction, DelegatePassRow } from '../../db/schema'
import { insertUnderDrawnId } from '../../submissions/draw-id'

const insertUnlessTaken = async (db: DbOrTransaction, row: DelegatePassRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('DelegatePass')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Saves a pass under a Delegate Pass ID of twelve random digits. Another is drawn while the table has the id or its last six
 * digits already (behaviour 4.3).
 * @throws Error when no free id was drawn
 */
export const insertDelegatePass = (
  db: DbOrTransaction,
  pass: Omit<DelegatePassRow, 'delegate_id' | 'registration_id'>,
  draw?: () => string,
): Promise<DelegatePassRow> =>
  insertUnderDrawnId(
    (drawn, digits) => ({
      ...pass,
      delegate_id: drawn,
      registration_id: formatDelegateRegistrationId(drawn, digits),
    }),
    (row) => insertUnlessTaken(db, row),
    draw,
  )

export const findDelegatePass = (db: DbOrTransaction, id: string): Promise<DelegatePassRow> =>
  db.selectFrom('DelegatePass').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
