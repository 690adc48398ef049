import { createHash } from 'node:crypto'
import type { StatementImported } from '../../../festival/desk/statement'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { noteAudit } from '../../reviews/audit'
import { fingerprint } from '../../reviews/bank-rows'
import type { Clock } from '../../system/clock'
import { tellFile } from './drop-import'
import { droppedMeanwhile, keepRows } from './keep-rows'
import type { NewFile } from './propose'
import { takeBackReversed } from './take-back-reversed'

/** A file that somebody imports. */
export interface ImportedFile extends NewFile {
  id: string
}

/** The same for the same file, in whichever order its rows come. */
const hashContent = ({ days }: ImportedFile, rowIds: Iterable<string>): string =>
  createHash('sha256')
    .update(JSON.stringify([days.first, days.last, ...[...rowIds].sort()]))
    .digest('base64url')

/**
 * Notes the file once, however often its import is sent.
 * @throws ApiError 409 where the id is another file's, or the file was taken back
 */
const noteImport = (
  db: Db,
  { id, days }: ImportedFile,
  { rows, content }: { rows: number; content: string },
  actor: string,
  now: Date,
) =>
  transact(db, async (transaction) => {
    const noted = { first_day: days.first, last_day: days.last, rows, content }
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('bank_import')
      .values({ ...noted, layout: '', id, at: now.toISOString(), actor, lists_rows: 1 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) {
      const before = await transaction
        .selectFrom('bank_import')
        .select(['content', 'dropped_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (before.dropped_at !== null) throw droppedMeanwhile()
      if (before.content === null || before.content === content) return
      throw new ApiError('illegal', 'Another file was imported by this press. Open the page again and drop your file.')
    }
    await noteAudit(transaction, { at: now, actor, action: 'statement-imported', detail: tellFile(noted) })
  })

/** How many rows came with an import for the first time, and what its payments come to. */
export const countFresh = async (db: Db, importId: string): Promise<StatementImported['fresh']> => {
  const rows = await db.selectFrom('bank_row').select('amount').where('import_id', '=', importId).execute()
  return { count: rows.length, sum: rows.reduce((sum, { amount }) => sum + Math.max(0, amount), 0) }
}

/**
 * Keeps the rows of a file, each once, whoever brings it how often (behaviour 15.22), and takes back what the file says was
 * reversed (15.24).
 */
export const importRows = async (
  db: Db,
  clock: Clock,
  file: ImportedFile,
  actor: string,
): Promise<StatementImported> => {
  const rows = new Map([...file.payments, ...file.reversals].map((payment) => [fingerprint(payment), payment]))
  const content = hashContent(file, rows.keys())
  await noteImport(db, file, { rows: rows.size, content }, actor, clock())
  await keepRows(db, file.id, [...rows.values()])
  const takenBack = await takeBackReversed(db, clock, file.id, actor)
  const fresh = await countFresh(db, file.id)
  return { id: file.id, fresh, known: rows.size - fresh.count, takenBack }
}
