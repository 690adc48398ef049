import type { DbOrTransaction } from '../db/schema'
import { refuseUsedId } from './review'

/** Tables with ids from devices that lead to money. */
const tables = ['cash_move', 'refund', 'bank_import', 'decision'] as const

export const isUsedId = async (db: DbOrTransaction, id: string): Promise<boolean> => {
  for (const table of tables) {
    const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (row) {
      return true
    }
  }
  return false
}

/**
 * Rows of different tables never share an id; otherwise undoing one would change the other. Call
 * this after checking for an earlier attempt.
 * @throws ApiError `key-reused`
 */
export const requireUnusedId = async (db: DbOrTransaction, id: string): Promise<void> => {
  if (await isUsedId(db, id)) {
    throw refuseUsedId()
  }
}
