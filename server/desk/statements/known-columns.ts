import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { columnsSchema } from '../../../festival/bank/columns'
import type { KnownColumns } from '../../../festival/bank/statement'
import type { KeepColumns } from '../../../festival/desk/statement'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { noteAudit } from '../../reviews/audit'

const stored = v.object({ key: v.string(), columns: columnsSchema })

/** The columns that organisers chose, the newest first. What an earlier version kept by names of banks is passed over. */
export const listKnownColumns = async (db: Db): Promise<KnownColumns[]> => {
  const rows = await db.selectFrom('bank_layout').select('layout').orderBy('at', 'desc').execute()
  return rows.flatMap(({ layout }) => {
    const read = v.safeParse(stored, JSON.parse(layout))
    return read.success ? [read.output] : []
  })
}

/** Keeps columns under the names of their header row; a later choice for the same names takes its place (behaviour 15.3). */
export const keepColumns = (db: Db, chosen: KeepColumns, actor: string, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    const id = `own-${createHash('sha256').update(chosen.key).digest('base64url').slice(0, 22)}`
    const row = { id, layout: JSON.stringify(chosen), actor, at: now.toISOString() }
    await transaction
      .insertInto('bank_layout')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await noteAudit(transaction, { at: now, actor, action: 'layout-kept', detail: { layout: id } })
  })
