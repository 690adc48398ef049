import { createHash } from 'node:crypto'
import { identifyRow } from '../../festival/bank/statement'
import type { Payment } from '../../festival/bank/verdict'
import type { BankPayment } from '../../festival/matching/claim'
import { readPages } from '../db/read-pages'
import type { DbOrTransaction } from '../db/schema'
import type { BankMatchRow, BankRow } from '../db/statement-schema'

/** A row's id: the same in every file that has it (behaviour 15.10). */
export const fingerprint = (payment: Payment): string =>
  createHash('sha256').update(identifyRow(payment)).digest('base64url').slice(0, 32)

/** A row as it is matched; `spentOn` of one whose person was forgotten is nobody. */
export const toPayment = (
  { id, line, day, amount, narration, reference, balance }: BankRow,
  spentOn: string | undefined,
): BankPayment => ({
  id,
  line,
  day,
  amount,
  narration,
  reference,
  ...(balance === null ? {} : { balance }),
  ...(spentOn === undefined ? {} : { spentOn }),
})

/** Rows of files that were not taken back (behaviour 15.49). */
export const liveRows = (db: DbOrTransaction) =>
  db
    .selectFrom('bank_row')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .where('bank_import.dropped_at', 'is', null)

/** All rows that were kept, with what each was spent on. */
export interface KeptRows {
  rows: Map<string, BankPayment>
  /** The records that each spent row holds; none where they were forgotten. */
  spentOn: Map<string, string[]>
}

export const readKeptRows = async (db: DbOrTransaction): Promise<KeptRows> => {
  const spendings = await db.selectFrom('bank_spending').select('row_id').execute()
  const matches = await db
    .selectFrom('bank_match')
    .select(['row_id', 'record_id'])
    .where('freed_by', 'is', null)
    .orderBy('record_id')
    .execute()
  const spentOn = new Map(spendings.map(({ row_id }): [string, string[]] => [row_id, []]))
  for (const { row_id, record_id } of matches) spentOn.get(row_id)?.push(record_id)
  const kept = await readPages(
    (after, limit) =>
      liveRows(db).selectAll('bank_row').where('bank_row.id', '>', after).orderBy('bank_row.id').limit(limit).execute(),
    ({ id }) => id,
  )
  const holderOf = (id: string) => (spentOn.has(id) ? (spentOn.get(id)?.[0] ?? '') : undefined)
  return { rows: new Map(kept.map((row) => [row.id, toPayment(row, holderOf(row.id))])), spentOn }
}

/** A record's matches that hold, each with its row. */
export const readRecordMatches = (
  db: DbOrTransaction,
  recordId: string,
): Promise<(BankRow & { importedBy: string; reason: string; share: BankMatchRow['amount'] })[]> =>
  db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .selectAll('bank_row')
    .select(['bank_import.actor as importedBy', 'bank_match.reason', 'bank_match.amount as share'])
    .where('record_id', '=', recordId)
    .where('freed_by', 'is', null)
    .orderBy('bank_row.day')
    .execute()
