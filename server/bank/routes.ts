import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { columnsSchema } from '../../festival/bank/columns'
import {
  askKnownSchema,
  type Bank,
  bankBounds,
  importFileSchema,
  type KeepColumns,
  type KnownNumbers,
  keepColumnsSchema,
  previewFileSchema,
  settleSchema,
} from '../../festival/desk/bank'
import { noteRefundSchema } from '../../festival/desk/refunds'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import type { DeskHandlers } from '../desk/desk-handlers'
import { ApiError, refuseFields } from '../http/api-error'
import { readBody } from '../http/bodies'
import { noteAudit } from '../reviews/audit'
import { readReview } from '../reviews/review'
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

const stored = v.object({ key: v.string(), columns: columnsSchema })

/** The columns that organisers chose, the newest first. What an earlier version kept by names of banks is passed over. */
const listColumns = async (db: Db): Promise<Bank['known']> => {
  const rows = await db.selectFrom('bank_layout').select('layout').orderBy('at', 'desc').execute()
  return rows.flatMap(({ layout }) => {
    const read = v.safeParse(stored, JSON.parse(layout))
    return read.success ? [read.output] : []
  })
}

/** Keeps columns under the names of their header row; a later choice for the same names takes its place (behaviour 15.3). */
const keepColumns = (db: Db, chosen: KeepColumns, actor: string, now: Date): Promise<void> =>
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

/** The bank (section 15 of the behaviour). */
export const bankHandlers = (parts: SettleParts): Pick<DeskHandlers, BankCalls> => {
  const { db, clock, indexer, matcher } = parts
  const settle = createSettle(parts)

  return {
    readBank: async (context) => {
      const answer: Bank = {
        ...(await readImports(db, clock())),
        known: await listColumns(db),
      }
      return context.json(answer)
    },

    previewFile: async (context) => {
      const file = await readBody(context, previewFileSchema, bankBounds.bytes)
      await requireBounds(db, file, clock())
      await indexer.catchUp()
      return context.body(await matcher.view(file), 200, json)
    },

    askKnownNumbers: async (context) => {
      const { hashes } = await readBody(context, askKnownSchema, bankBounds.bytes)
      const answer: KnownNumbers = { known: await matcher.findKnown(hashes) }
      return context.json(answer)
    },

    importFile: async (context, { email }) => {
      const file = await readBody(context, importFileSchema, bankBounds.bytes)
      await requireBounds(db, file, clock())
      return context.json(await importFile(parts, file, email), 201)
    },

    undoImport: async (context, { email }) => {
      await undoImport(db, context.req.param('id') ?? '', email, clock())
      matcher.forget()
      return context.body(null, 204)
    },

    readMatches: async (context) => {
      await indexer.catchUp()
      return context.body(await matcher.view(), 200, json)
    },

    settle: async (context, { email: actor }) => {
      const { id, items } = await readBody(context, settleSchema, bankBounds.bytes)
      return context.json(await settle({ id, actor }, items))
    },

    keepColumns: async (context, { email }) => {
      await keepColumns(db, await readBody(context, keepColumnsSchema), email, clock())
      return context.json({ known: await listColumns(db) } satisfies Pick<Bank, 'known'>)
    },

    listRefunds: async (context) => context.json(await listRefunds(db, matcher)),

    noteRefund: async (context, { email: actor }) => {
      const { id, submission, amount, outcome, note } = await readBody(context, noteRefundSchema)
      if (outcome === 'kept' && note === '') throw refuseFields([{ path: 'note', message: 'Say why it is kept.' }])
      if (!(await readReview(db, submission))) throw new ApiError('not-found', 'There is no such submission.')
      const at = clock().toISOString()
      await noteRefund(db, matcher, { id, record_id: submission, actor, amount, kind: outcome, note, at })
      return context.json(await listRefunds(db, matcher))
    },
  }
}
