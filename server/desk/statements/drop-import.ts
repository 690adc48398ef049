import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { StatementDropped } from '../../../festival/desk/statement'
import type { Db, DbOrTransaction, Tables } from '../../db/schema'
import type { BankImportRow, BankRow } from '../../db/statement-schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { noteAuditOnce } from '../../reviews/audit'
import { lockPayments } from '../../reviews/bank-matches'
import { readClaim } from '../../reviews/claims'
import { ownRows } from './own-rows'
import { flaggedFindings } from './take-back-reversed'

/** The ids of the rows that this file has and no other one. */
const ownIds = (db: DbOrTransaction, importId: string) =>
  ownRows(db).select('bank_row.id').where('bank_row.import_id', '=', importId)

const mostNamed = 3

/** Nothing may rest on a payment that no file has: what was verified by it is decided anew first, by a person and with its own trace. */
const refuseSpent = async (transaction: Transaction<Tables>, importId: string): Promise<void> => {
  const spent = await transaction
    .selectFrom('bank_spending')
    .select('row_id')
    .where('row_id', 'in', ownIds(transaction, importId))
    .execute()
  if (spent.length === 0) return
  const matches = await transaction
    .selectFrom('bank_match')
    .select('record_id')
    .distinct()
    .where('row_id', 'in', ownIds(transaction, importId))
    .where('freed_by', 'is', null)
    .orderBy('record_id')
    .limit(mostNamed)
    .execute()
  const labels: string[] = []
  for (const { record_id } of matches) labels.push((await readClaim(transaction, record_id))?.label ?? record_id)
  const of = labels.length > 0 ? ` (${labels.join(', ')}${spent.length > labels.length ? ' …' : ''})` : ''
  const payments = spent.length === 1 ? 'One payment' : `${spent.length} payments`
  throw new ApiError(
    'illegal',
    `${payments} that only this file has verified somebody${of}. Put those back among the waiting first, then take the file back.`,
  )
}

/** Rows that other files have as well are theirs from now on. */
const passOn = async (transaction: Transaction<Tables>, importId: string): Promise<void> => {
  await transaction
    .updateTable('bank_row')
    .set(({ selectFrom }) => ({
      import_id: selectFrom('bank_import_row')
        .innerJoin('bank_import', 'bank_import.id', 'bank_import_row.import_id')
        .select('bank_import.id')
        .whereRef('bank_import_row.row_id', '=', 'bank_row.id')
        .where('bank_import.id', '<>', importId)
        .orderBy('bank_import.at')
        .orderBy('bank_import.id')
        .limit(1),
    }))
    .where('import_id', '=', importId)
    .where('id', 'not in', ownIds(transaction, importId))
    .execute()
}

/** Takes the rows out of everything; those that were ever spent stay in the history of what they verified. */
const removeRows = async (transaction: Transaction<Tables>, importId: string): Promise<void> => {
  await transaction
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', ({ selectFrom }) =>
      selectFrom('bank_finding')
        .select('record_id')
        .where('state', 'in', flaggedFindings)
        .where('row_id', 'in', ownIds(transaction, importId)),
    )
    .execute()
  await transaction.deleteFrom('bank_finding').where('row_id', 'in', ownIds(transaction, importId)).execute()
  await transaction
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', ({ selectFrom }) =>
      selectFrom('bank_match').select('record_id').where('freed_by', '=', importId).where('is_reversed', '=', 1),
    )
    .execute()
  await transaction
    .deleteFrom('bank_row')
    .where('id', 'in', ownIds(transaction, importId))
    .where('id', 'not in', ({ selectFrom }) => selectFrom('bank_match').select('row_id'))
    .execute()
  await transaction.deleteFrom('bank_import_row').where('import_id', '=', importId).execute()
}

const sumUp = (rows: readonly Pick<BankRow, 'amount'>[]): StatementDropped['gone'] => ({
  count: rows.length,
  sum: rows.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
})

const notedSchema = v.object({ gone: v.number(), kept: v.number(), paise: v.number() })

/** What an earlier press answered, out of its line of the audit log. */
const readDropped = async (transaction: Transaction<Tables>, id: string): Promise<StatementDropped> => {
  const { detail } = await transaction
    .selectFrom('audit_entry')
    .select('detail')
    .where('decision_id', '=', id)
    .where('action', '=', 'statement-dropped')
    .executeTakeFirstOrThrow()
  const { gone, kept, paise } = v.parse(notedSchema, JSON.parse(detail))
  return { id, gone: { count: gone, sum: paise }, kept }
}

/** What a line of the audit log says of a file: enough to know it again when its rows are gone. */
export const tellFile = ({
  content,
  rows,
  first_day,
  last_day,
}: Pick<BankImportRow, 'content' | 'rows' | 'first_day' | 'last_day'>) => ({
  rows,
  first: first_day,
  last: last_day,
  file: (content ?? '').slice(0, 16),
})

/**
 * Takes a file back as a whole (behaviour 15.49): its rows count for nothing any more, except for those that another file has
 * as well. It changes no submission, and so is refused while a payment that only this file has is spent. The audit log keeps what
 * it was. Whoever does it twice gets the first answer.
 * @throws ApiError 404, or 409 while something rests on it
 */
export const dropImport = (db: Db, id: string, actor: string, now: Date): Promise<StatementDropped> =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const imported = await transaction.selectFrom('bank_import').selectAll().where('id', '=', id).executeTakeFirst()
    if (!imported) throw new ApiError('not-found', 'There is no such file.')
    if (imported.dropped_at !== null) return readDropped(transaction, id)
    if (imported.lists_rows === 0)
      throw new ApiError(
        'illegal',
        'An earlier version of the desk read this file, and did not note which rows it had.',
      )
    await refuseSpent(transaction, id)
    const own = await transaction
      .selectFrom('bank_row')
      .select('amount')
      .where('id', 'in', ownIds(transaction, id))
      .execute()
    const gone = sumUp(own)
    const kept = imported.rows - gone.count
    await passOn(transaction, id)
    await removeRows(transaction, id)
    await transaction
      .updateTable('bank_import')
      .set({ dropped_at: now.toISOString(), dropped_by: actor })
      .where('id', '=', id)
      .execute()
    const detail = { ...tellFile(imported), gone: gone.count, kept, paise: gone.sum, by: imported.actor }
    await noteAuditOnce(transaction, { at: now, actor, action: 'statement-dropped', decisionId: id, detail })
    return { id, gone, kept }
  })
