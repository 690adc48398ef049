import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { KnownColumns } from '../../festival/bank/statement'
import { saveColumnsSchema } from '../../festival/contract/bank'
import { saveAudit } from '../db/audit'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { refuseFields } from '../http/api-error'
import type { DeskHandlers } from '../organisers/guard'
import { findPayments } from './entry-rows'
import { type BankDeps, importFile, readImports, requireBounds, undoImport } from './imports'
import { listRefunds, recordRefunds, undoRefund } from './refunds'

const json = { 'Content-Type': 'application/json' }

/** Ignores layouts that an earlier version saved under the bank's name. */
const listColumns = async (db: Db): Promise<KnownColumns[]> => {
  const rows = await db.selectFrom('bank_layout').select('layout').orderBy('at', 'desc').execute()
  return rows.flatMap(({ layout }) => {
    const read = v.safeParse(saveColumnsSchema, JSON.parse(layout))
    return read.success ? [read.output] : []
  })
}

const saveColumns = (db: Db, chosen: KnownColumns, actor: string, now: Date): Promise<void> =>
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

export const bankHandlers = (deps: BankDeps) => {
  const { db, clock, indexer, matcher } = deps

  return {
    readBank: async () => ({
      ...(await readImports(db, clock(), (await matcher.listOpenRows()).reworded)),
      known: await listColumns(db),
    }),

    previewFile: async ({ context, body: file }) => {
      await requireBounds(db, file, clock())
      await indexer.catchUp()
      return context.body(await matcher.view(file), 200, json)
    },

    importFile: async ({ body: file, organiser: { email } }) => {
      await requireBounds(db, file, clock())
      return importFile(deps, file, email)
    },

    undoImport: async ({ params: { id }, organiser: { email } }) => {
      await undoImport(db, id, email, clock())
      matcher.clearCache()
      return undefined
    },

    findPayments: ({ query: { q } }) => findPayments(db, q),

    readMatches: async ({ context }) => {
      await indexer.catchUp()
      return context.body(await matcher.view(), 200, json)
    },

    saveColumns: async ({ body, organiser: { email } }) => {
      await saveColumns(db, body, email, clock())
      return { known: await listColumns(db) }
    },

    listRefunds: () => listRefunds(db, matcher),

    recordRefunds: ({ body: { refunds, outcome, isCash, note }, organiser: { email, role } }) => {
      if (outcome === 'kept' && note === '') {
        throw refuseFields([{ path: 'note', message: 'Say why the payment will not be refunded.' }])
      }
      if (outcome === 'kept' && isCash) {
        throw refuseFields([
          { path: 'isCash', message: 'Choose cash only if the payment was refunded.' },
        ])
      }
      const common = { actor: email, at: clock().toISOString(), kind: outcome, note }
      const rows = refunds.map(({ entryId, ...refund }) => ({
        ...refund,
        ...common,
        entry_id: entryId,
      }))
      return recordRefunds(db, matcher, rows, { isCash, role })
    },

    undoRefund: async ({ params: { id }, organiser }) => {
      await undoRefund(db, id, organiser, clock())
      return listRefunds(db, matcher)
    },
  } satisfies Partial<DeskHandlers>
}
