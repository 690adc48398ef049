import type { Transaction } from 'kysely'
import type { DbOrTransaction, Tables } from '../db/schema'

/** The addresses of proofs that corrections replaced. */
export const findEarlierProofs = async (db: DbOrTransaction, recordIds: readonly string[]): Promise<string[]> => {
  if (recordIds.length === 0) return []
  const proofs = await db.selectFrom('proof').select('url').where('record_id', 'in', recordIds).execute()
  return proofs.map(({ url }) => url).filter((url) => URL.canParse(url))
}

const byRecord = ['review', 'search_token', 'presence', 'decision', 'proof', 'flag', 'private_link'] as const

/**
 * Erases what the desk knows of these records. The audit log stays: it holds organisers' addresses, ids of records and
 * keys, and nothing that a registrant wrote (behaviour 14.30).
 */
export const eraseDeskRows = async (transaction: Transaction<Tables>, recordIds: readonly string[]): Promise<void> => {
  for (const table of byRecord) await transaction.deleteFrom(table).where('record_id', 'in', recordIds).execute()
  await transaction.deleteFrom('flag').where('other_id', 'in', recordIds).execute()
}
