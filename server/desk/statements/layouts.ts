import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { KeepLayout } from '../../../festival/desk/statement'
import { type Layout, layoutKey, layoutSchema } from '../../../festival/statement/layout'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { noteAudit } from '../../reviews/audit'

/** The layouts that organisers made, the newest first. */
export const listLayouts = async (db: Db): Promise<Layout[]> => {
  const rows = await db.selectFrom('bank_layout').select('layout').orderBy('at', 'desc').execute()
  return rows.map(({ layout }) => v.parse(layoutSchema, JSON.parse(layout)))
}

/** Keeps a layout under the names of its columns; a later one with the same names takes its place (behaviour 15.3). */
export const keepLayout = (db: Db, { header, layout }: KeepLayout, actor: string, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    const id = `own-${createHash('sha256').update(layoutKey(header)).digest('base64url').slice(0, 22)}`
    const row = { id, layout: JSON.stringify({ ...layout, id }), actor, at: now.toISOString() }
    await transaction
      .insertInto('bank_layout')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await noteAudit(transaction, { at: now, actor, action: 'layout-kept', detail: { layout: id } })
  })
