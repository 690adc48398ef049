import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema'
import type { ExportFormat } from './export-table'

/** Who acts at the command line, as the audit log names them. */
const actor = 'command line'

interface TakenExport {
  table: string
  format: ExportFormat
  rows: number
  at: Date
}

/** Adds an export to the audit log: which table and how many rows left it (behaviour 14.8). */
export const noteExport = async (db: Db, { table, format, rows, at }: TakenExport): Promise<void> => {
  await db
    .insertInto('audit_entry')
    .values({
      id: randomUUID(),
      at: at.toISOString(),
      actor,
      action: 'exported',
      record_id: null,
      decision_id: null,
      detail: JSON.stringify({ table, format, rows }),
    })
    .execute()
}
