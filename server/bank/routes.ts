import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { KnownColumns } from '../../festival/bank/statement'
import { keepColumnsSchema } from '../../festival/desk/bank'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { saveAudit } from '../organisers/audit'
import type { DeskHandlers } from '../organisers/guard'
import { readReview } from '../submissions/review'
import { importFile, readImports, requireBounds, undoImport } from './imports'
import { listRefunds, noteRefund } from './refunds'
import { createSettle, type SettleParts } from './settle'

type BankCalls =
  | 'readBank'
  | 'previewFile'
  | 'askKnownNumbers'
  | 'importFile'
  | 'undoImport'
  | 'readMatches'
  | 'settle'
  | 'keepColumns'
  | 'listRefunds'
  | 'noteRefund'

const json = { 'Content-Type': 'application/json' }

/** The columns that organisers chose, the newest first. What an earlier version kept by names of banks is passed over. */
const listColumns = async (db: Db): Promise<KnownColumns[]> => {
  const rows = await db.selectFrom('bank_layout').select('layout').orderBy('at', 'desc').execute()
  return rows.flatMap(({ layout }) => {
    const read = v.safeParse(keepColumnsSchema, JSON.parse(layout))
    return read.success ? [read.output] : []
  })
}

/** Keeps columns under the names of their header row; a later choice for the same names takes its place (behaviour 15.3). */
const keepColumns = (db: Db, chosen: KnownColumns, actor: string, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    const id = `own-${createHash('sha256').update(chosen.key).digest('base64url').slice(0, 22)}`
    const row = { id, layout: JSON.stringify(chosen), actor, at: now.toISOString() }
    await transaction
      .insertInto('bank_layout')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await saveAudit(transaction, { at: now, actor, action: 'layout-kept', detail: { layout: id } })
  })

/** The bank (section 15 of the behaviour). */
export const bankHandlers = (parts: SettleParts): Pick<DeskHandlers, BankCalls> => {
  const { db, clock, indexer, matcher } = parts
  const settle = createSettle(parts)

  return {
    readBank: async () => ({ ...(await readImports(db, clock())), known: await listColumns(db) }),

    previewFile: async ({ context, body: file }) => {
      await requireBounds(db, file, clock())
      await indexer.catchUp()
      return context.body(await matcher.view(file), 200, json)
    },

    askKnownNumbers: async ({ body: { hashes } }) => ({ known: await matcher.findKnown(hashes) }),

    importFile: async ({ body: file, organiser: { email } }) => {
      await requireBounds(db, file, clock())
      return importFile(parts, file, email)
    },

    undoImport: async ({ parts: { id }, organiser: { email } }) => {
      await undoImport(db, id, email, clock())
      matcher.forget()
      return undefined
    },

    readMatches: async ({ context }) => {
      await indexer.catchUp()
      return context.body(await matcher.view(), 200, json)
    },

    settle: ({ body: { id, items }, organiser: { email: actor } }) => settle({ id, actor }, items),

    keepColumns: async ({ body, organiser: { email } }) => {
      await keepColumns(db, body, email, clock())
      return { known: await listColumns(db) }
    },

    listRefunds: () => listRefunds(db, matcher),

    noteRefund: async ({ body: { id, submission, amount, outcome, note }, organiser: { email: actor } }) => {
      if (outcome === 'kept' && note === '') throw refuseFields([{ path: 'note', message: 'Say why it is kept.' }])
      if (!(await readReview(db, submission))) throw new ApiError('not-found', 'There is no such submission.')
      const at = clock().toISOString()
      await noteRefund(db, matcher, { id, record_id: submission, actor, amount, kind: outcome, note, at })
      return listRefunds(db, matcher)
    },
  }
}
