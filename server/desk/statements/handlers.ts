import { noteRefundSchema } from '../../../festival/desk/refunds'
import {
  type AllKnownColumns,
  importStatementSchema,
  keepColumnsSchema,
  previewStatementSchema,
  settlePaymentsSchema,
  statementBounds,
} from '../../../festival/desk/statement'
import { ApiError, refuseFields } from '../../http/api-error'
import { readBody } from '../../http/read-body'
import { readReview } from '../../reviews/review'
import type { DeskHandlers } from '../desk-handlers'
import { dropImport } from './drop-import'
import { importRows } from './import-rows'
import { keepColumns, listKnownColumns } from './known-columns'
import { listStatements } from './list-statements'
import { findWindow } from './payment-window'
import { type NewFile, propose, readFlags } from './propose'
import { listRefunds, noteRefund } from './refunds'
import { requireWindow } from './require-window'
import { createSettle, type SettleParts } from './settle'
import { showPreview } from './show-proposals'
import { takeBackReversed } from './take-back-reversed'
import { takeTurns } from './take-turns'
import { writePreview } from './write-preview'

type StatementCalls =
  | 'readStatements'
  | 'previewStatement'
  | 'importStatement'
  | 'dropStatement'
  | 'readProposals'
  | 'settlePayments'
  | 'keepColumns'
  | 'listRefunds'
  | 'noteRefund'

const json = { 'Content-Type': 'application/json' }

/** The bank's statement (section 15 of the behaviour). */
export const statementHandlers = (parts: SettleParts): Pick<DeskHandlers, StatementCalls> => {
  const { db, clock, indexer } = parts
  const settle = createSettle(parts)

  /** @throws ApiError for more rows than one call may bring (behaviour 15.20), or rows of other days (15.51) */
  const requireBounds = async (file: NewFile): Promise<void> => {
    if (file.payments.length + file.reversals.length > statementBounds.rows)
      throw refuseFields([{ path: 'payments', message: `A call brings at most ${statementBounds.rows} rows.` }])
    requireWindow(file, await findWindow(db, clock()))
  }

  const preview = async (file?: NewFile) => {
    await indexer.catchUp()
    const sent = file ? file.payments.length + file.reversals.length : 0
    const shown = await takeTurns(showPreview(await propose(db, file), await readFlags(db), sent))
    return takeTurns(writePreview(shown))
  }

  return {
    readStatements: async (context) => context.json(await listStatements(db, clock())),

    previewStatement: async (context) => {
      const file = await readBody(context, previewStatementSchema, statementBounds.bytes)
      await requireBounds(file)
      return context.body(await preview(file), 200, json)
    },

    importStatement: async (context, { email }) => {
      const file = await readBody(context, importStatementSchema, statementBounds.bytes)
      await requireBounds(file)
      return context.json(await importRows(db, clock, file, email), 201)
    },

    dropStatement: async (context, { email }) => {
      const dropped = await dropImport(db, context.req.param('id') ?? '', email, clock())
      await takeBackReversed(db, clock, dropped.id, email)
      return context.json(dropped)
    },

    readProposals: async (context) => context.body(await preview(), 200, json),

    settlePayments: async (context, { email: actor }) => {
      const { id, items } = await readBody(context, settlePaymentsSchema, statementBounds.bytes)
      return context.json(await settle({ id, actor }, items))
    },

    keepColumns: async (context, { email }) => {
      await keepColumns(db, await readBody(context, keepColumnsSchema), email, clock())
      const answer: AllKnownColumns = { known: await listKnownColumns(db) }
      return context.json(answer)
    },

    listRefunds: async (context) => context.json(await listRefunds(db)),

    noteRefund: async (context, { email: actor }) => {
      const { id, submission, amount, outcome, note } = await readBody(context, noteRefundSchema)
      if (outcome === 'kept' && note === '') throw refuseFields([{ path: 'note', message: 'Say why it is kept.' }])
      if (!(await readReview(db, submission))) throw new ApiError('not-found', 'There is no such submission.')
      const at = clock().toISOString()
      await noteRefund(db, { id, record_id: submission, actor, amount, kind: outcome, note, at })
      return context.json(await listRefunds(db))
    },
  }
}
