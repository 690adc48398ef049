import type { Transaction } from 'kysely'
import { findEntryRowIds } from '../bank/entry-rows'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction, Tables } from '../db/schema'

export const findEarlierProofs = async (
  db: DbOrTransaction,
  entryIds: readonly string[],
): Promise<string[]> => {
  if (entryIds.length === 0) {
    return []
  }
  const proofs = await db
    .selectFrom('proof')
    .select('url')
    .where('entry_id', 'in', entryIds)
    .execute()
  return proofs.map(({ url }) => url).filter((url) => URL.canParse(url))
}

const tablesByEntry = [
  'review',
  'search_token',
  'decision',
  'proof',
  'flag',
  'group_member',
  'private_link',
  'allocation',
  'refund',
  'refund_upi_id',
  'note',
  'attendance',
  'ticket',
] as const

/**
 * Day, amount and allocation are kept, because otherwise the next statement would import the rows
 * as new payments.
 */
const redactBankRows = async (transaction: Transaction<Tables>, entryIds: readonly string[]) => {
  const rowIds = await findEntryRowIds(transaction, entryIds)
  await transaction
    .updateTable('bank_row')
    .set({ narration: '', reference: '' })
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('allocation').select('row_id').where('entry_id', 'in', entryIds)),
        eb('id', 'in', rowIds.length > 0 ? rowIds : ['']),
      ]),
    )
    .where(
      'id',
      'not in',
      transaction
        .selectFrom('allocation')
        .select('row_id')
        .where('entry_id', 'not in', entryIds)
        .where('freed_by', 'is', null),
    )
    .execute()
}

const reindexFlaggedEntries = async (
  transaction: Transaction<Tables>,
  entryIds: readonly string[],
) => {
  const groups = transaction
    .selectFrom('group_member')
    .select('group_id')
    .where('entry_id', 'in', entryIds)
  const flagged = transaction
    .selectFrom('flag')
    .select('entry_id')
    .where(({ or, eb }) => or([eb('other_id', 'in', entryIds), eb('group_id', 'in', groups)]))
  await markForIndexing(transaction, flagged)
}

/** Leaves the audit log, which contains only organisers' addresses, entry ids and keys. */
export const eraseDeskRows = async (
  transaction: Transaction<Tables>,
  entryIds: readonly string[],
): Promise<void> => {
  await redactBankRows(transaction, entryIds)
  await reindexFlaggedEntries(transaction, entryIds)
  await transaction
    .deleteFrom('ocr_result')
    .where('proof', 'in', ({ selectFrom }) =>
      selectFrom('proof').select('id').where('entry_id', 'in', entryIds),
    )
    .execute()
  for (const table of tablesByEntry) {
    await transaction.deleteFrom(table).where('entry_id', 'in', entryIds).execute()
  }
  await transaction.deleteFrom('flag').where('other_id', 'in', entryIds).execute()
}
