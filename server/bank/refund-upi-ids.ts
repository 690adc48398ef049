import type { Refund } from '../../festival/contract/bank'
import { groupBy } from '../../festival/group-by'
import type { DbOrTransaction } from '../db/schema'
import { readEntryNames } from '../entries/entry'

export const readUpiId = async (db: DbOrTransaction, entryId: string): Promise<string | null> => {
  const query = db.selectFrom('refund_upi_id').select('upi_id').where('entry_id', '=', entryId)
  const row = await query.executeTakeFirst()
  return row?.upi_id ?? null
}

/** Returns a function that finds an entry's UPI ID, and the other entries that gave the same. */
export const readUpiIds = async (db: DbOrTransaction) => {
  const rows = await db.selectFrom('refund_upi_id').selectAll().orderBy('at').execute()
  const byEntry = new Map(rows.map(({ entry_id, upi_id }) => [entry_id, upi_id]))
  const byUpiId = groupBy(rows, ({ upi_id }) => [upi_id])
  const name = await readEntryNames(db, [...byEntry.keys()])
  return (entryId: string): Pick<Refund, 'upiId' | 'sameUpiId'> => {
    const upiId = byEntry.get(entryId) ?? null
    const sameRows = byUpiId.get(upiId ?? '') ?? []
    const others = sameRows.filter(({ entry_id }) => entry_id !== entryId)
    return {
      upiId,
      sameUpiId: others.map(({ entry_id: id }) => ({ id, label: name(id).label })),
    }
  }
}

export const saveUpiId = async (
  db: DbOrTransaction,
  row: { entry_id: string; upi_id: string; at: string },
): Promise<void> => {
  await db
    .insertInto('refund_upi_id')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
    .execute()
}
