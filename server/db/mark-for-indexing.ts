import type { SelectQueryBuilder } from 'kysely'
import { isAmong } from './engines'
import type { DbOrTransaction, Tables } from './schema'

type EntryIds =
  | readonly string[]
  | SelectQueryBuilder<Tables, keyof Tables, { entry_id: string | null }>

/**
 * Call this after every change of an entry, or of data that affects its flags.
 * @param ids all entries if omitted
 */
export const markForIndexing = async (db: DbOrTransaction, ids?: EntryIds): Promise<void> => {
  const mark = db.updateTable('review').set({ is_indexed: 0 })
  if (ids === undefined) {
    await mark.execute()
  } else if ('execute' in ids) {
    await mark.where('entry_id', 'in', ids).execute()
  } else if (ids.length > 0) {
    await mark.where(isAmong(db, 'entry_id', ids)).execute()
  }
}
