import { formatRequestId } from '../../../festival/ids'
import type { AccommodationRow, DbOrTransaction } from '../../db/schema'
import { insertUnderDrawnId } from '../../submissions/draw-id'

const insertUnlessTaken = async (db: DbOrTransaction, row: AccommodationRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('Accommodation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Saves a request under a random number that no other has (behaviour 4.5).
 * @throws Error when no free number was drawn
 */
export const insertAccommodation = (
  db: DbOrTransaction,
  request: Omit<AccommodationRow, 'request_id'>,
  draw?: () => string,
): Promise<AccommodationRow> =>
  insertUnderDrawnId(
    (drawn, digits) => ({ ...request, request_id: formatRequestId(drawn, digits) }),
    (row) => insertUnlessTaken(db, row),
    draw,
  )

export const findAccommodation = (db: DbOrTransaction, id: string): Promise<AccommodationRow> =>
  db.selectFrom('Accommodation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
