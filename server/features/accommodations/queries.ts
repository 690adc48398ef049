import type { AccommodationRow, DbOrTransaction } from '../../db/schema'

export const insertAccommodation = async (db: DbOrTransaction, row: AccommodationRow): Promise<AccommodationRow> => {
  await db.insertInto('Accommodation').values(row).execute()
  return row
}

export const findAccommodation = (db: DbOrTransaction, id: string): Promise<AccommodationRow> =>
  db.selectFrom('Accommodation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
