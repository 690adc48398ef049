import type { Transaction } from 'kysely'
import { findOwnRows } from '../bank/entry-rows'
import type { DbOrTransaction, Tables } from '../db/schema'

/** The addresses of proofs that corrections replaced. */
export const findEarlierProofs = async (
  db: DbOrTransaction,
  recordIds: readonly string[],
): Promise<string[]> => {
  if (recordIds.length === 0) return []
  const proofs = await db
    .selectFrom('proof')
    .select('url')
    .where('record_id', 'in', recordIds)
    .execute()
  return proofs.map(({ url }) => url).filter((url) => URL.canParse(url))
}

const byRecord = [
  'review',
  'search_token',
  'decision',
  'proof',
  'flag',
  'group_member',
  'private_link',
  'bank_match',
  'bank_refund',
  'note',
] as const

/**
 * Empties the bank's rows that are these records' and nobody else's. A row itself stays, with its day and amount, and stays allocated: the
 * next download would bring it back as a payment of nobody (behaviour 15.27).
 */
const emptyBankRows = async (
  transaction: Transaction<Tables>,
  recordIds: readonly string[],
): Promise<void> => {
  const named = await findOwnRows(transaction, recordIds)
  await transaction
    .updateTable('bank_row')
    .set({ narration: '', reference: '' })
    .where(({ or, eb, selectFrom }) =>
      or([
        eb(
          'id',
          'in',
          selectFrom('bank_match').select('row_id').where('record_id', 'in', recordIds),
        ),
        eb('id', 'in', named.length > 0 ? named : ['']),
      ]),
    )
    .where(
      'id',
      'not in',
      transaction
        .selectFrom('bank_match')
        .select('row_id')
        .where('record_id', 'not in', recordIds)
        .where('freed_by', 'is', null),
    )
    .execute()
}

/** Whoever is flagged for what they had in common with these records is looked at again once they are gone. */
const flagOthersAnew = async (
  transaction: Transaction<Tables>,
  recordIds: readonly string[],
): Promise<void> => {
  const groups = transaction
    .selectFrom('group_member')
    .select('group_id')
    .where('record_id', 'in', recordIds)
  await transaction
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', ({ selectFrom }) =>
      selectFrom('flag')
        .select('record_id')
        .where(({ or, eb }) => or([eb('other_id', 'in', recordIds), eb('group_id', 'in', groups)])),
    )
    .execute()
}

/**
 * Erases what the desk knows of these records. The audit log stays: it holds organisers' addresses, ids of records and
 * keys, and nothing that a registrant wrote (behaviour 14.30).
 */
export const eraseDeskRows = async (
  transaction: Transaction<Tables>,
  recordIds: readonly string[],
): Promise<void> => {
  await emptyBankRows(transaction, recordIds)
  await flagOthersAnew(transaction, recordIds)
  await transaction
    .deleteFrom('evidence')
    .where('proof', 'in', ({ selectFrom }) =>
      selectFrom('proof').select('id').where('record_id', 'in', recordIds),
    )
    .execute()
  for (const table of byRecord)
    await transaction.deleteFrom(table).where('record_id', 'in', recordIds).execute()
  await transaction.deleteFrom('flag').where('other_id', 'in', recordIds).execute()
}
