import type { DbOrTransaction } from '../db/schema'
import { refuseUsedId } from './review'

/** The tables whose ids devices choose, and through which an id can lead to money. */
const tables = ['cash_move', 'refund', 'bank_import', 'decision'] as const

/** Whether a record of any of these kinds has this id. */
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
 * Comes after a command has looked for an earlier try of itself. Two records of different kinds never share an id, or undoing one would
 * change the other.
 * @throws ApiError `key-reused`
 */
export const requireUnusedId = async (db: DbOrTransaction, id: string): Promise<void> => {
  if (await isUsedId(db, id)) {
    throw refuseUsedId()
  }
}
