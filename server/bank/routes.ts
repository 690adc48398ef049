import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { formatPaise } from '../../festival/bank/cells'
import type { MatchKind } from '../../festival/bank/match'
import type { KnownColumns } from '../../festival/bank/statement'
import { type Refunds, saveColumnsSchema } from '../../festival/contract/bank'
import { mayAct, type Role } from '../../festival/contract/organisers'
import type { MoneyOutcome } from '../../festival/contract/states'
import { sumBy } from '../../festival/sum-by'
import { saveAudit } from '../db/audit'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Db, Tables } from '../db/schema'
import type { RefundRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { findEntryWithReview, readEntryNames } from '../entries/entry'
import { readReview } from '../entries/review'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organiser } from '../organisers/guard'
import {
  allocate,
  isAllocatedByRefund,
  lockPayments,
  refundCommandId,
  undoAllocations,
} from './allocate'
import { findCashRefund, recordCashRefund, removeCashRefund, requireOwnLine } from './cash-book'
import { findPayments } from './entry-rows'
import { findDueRefunds } from './expected'
import { type BankDeps, importFile, readImports, requireBounds, undoImport } from './imports'
import { type Matcher, withLockedMatches } from './matches'
import { cancelRefundEmail, saveRefundEmail } from './refund-email'
import { selectAllocations } from './rows'

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

const maxListed = 500

const notAcceptedKinds: readonly MatchKind[] = ['not-accepted']

export const listRefunds = async (db: Db, matcher: Matcher, most = maxListed): Promise<Refunds> => {
  const refunds = await findDueRefunds(
    db,
    await matcher.find({ kinds: notAcceptedKinds }),
    matcher.listCancelled(),
  )
  const all = await db.selectFrom('refund').selectAll().orderBy('at', 'desc').execute()
  const latest = all.slice(0, most)
  const ids = latest.map(({ entry_id }) => entry_id)
  const name = await readEntryNames(db, ids)
  const sumOf = (outcome: MoneyOutcome) =>
    sumBy(all, ({ kind, amount }) => (kind === outcome ? amount : 0))
  return {
    refunds: refunds.slice(0, most),
    recorded: latest.map(
      ({ id, entry_id: entryId, kind: outcome, amount, note, actor: by, at }) => ({
        id,
        entryId,
        ...name(entryId),
        outcome,
        amount,
        note,
        by,
        at,
      }),
    ),
    sums: {
      due: sumBy(refunds, ({ amount }) => amount),
      returned: sumOf('returned'),
      kept: sumOf('kept'),
    },
  }
}

/**
 * @throws ApiError `illegal` if the id belongs to another refund, `undone` if the refund was
 * undone, `key-reused` if the id is used elsewhere
 */
const wasRefundRecorded = async (
  transaction: Transaction<Tables>,
  refund: RefundRow,
  isCash: boolean,
): Promise<boolean> => {
  const { id } = refund
  const earlier = await transaction
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const cash = await findCashRefund(transaction, id)
  if (earlier) {
    const hadCash = cash !== undefined
    if (isSameRefund(earlier, refund) && hadCash === isCash) {
      return true
    }
    throw new ApiError('illegal', 'This refund was already recorded. Refresh the list.')
  }
  const undone = transaction.selectFrom('audit_line').select('id').where('decision_id', '=', id)
  if (cash || (await undone.where('action', '=', 'refund-taken-back').executeTakeFirst())) {
    throw new ApiError('undone', 'This refund was undone. Record it again if it took place.')
  }
  await requireUnusedId(transaction, id)
  return false
}

const isSameRefund = (stored: RefundRow, refund: RefundRow): boolean =>
  stored.entry_id === refund.entry_id &&
  stored.amount === refund.amount &&
  stored.kind === refund.kind &&
  stored.note === refund.note &&
  stored.actor === refund.actor

/**
 * Allocates unallocated payments to the entry, so that they verify no other entry.
 * @throws ApiError 409 if the amount is more than is open, or the id belongs to another refund
 * @throws ApiError 403 if neither bank nor cash shows the money and the organiser is not an admin
 */
const recordRefund = (
  db: Db,
  matcher: Matcher,
  refund: RefundRow,
  isCash: boolean,
  role: Role,
): Promise<void> =>
  withLockedMatches(
    { db, matcher },
    { kinds: notAcceptedKinds },
  )(async (transaction, details) => {
    const { id, entry_id, actor, amount, kind, at } = refund
    if (await wasRefundRecorded(transaction, refund, isCash)) {
      return
    }
    const dueRefunds = await findDueRefunds(transaction, details, matcher.listCancelled())
    const due = dueRefunds.find(({ entryId }) => entryId === entry_id)
    if (!due || amount > due.amount) {
      const left = due
        ? `Only ${formatPaise(due.amount)} is still to be refunded.`
        : 'There is nothing left to refund for this entry.'
      throw new ApiError('illegal', `${left} Refresh the list.`)
    }
    if (due.isUnseen && !mayAct(role, 'admin')) {
      throw new ApiError(
        'forbidden',
        'No bank statement shows this payment. Ask an admin to record the refund.',
      )
    }
    const unallocated = due.rows.filter(({ allocatedTo }) => allocatedTo.length === 0)
    const allocations = unallocated.map((row) => ({
      row_id: row.id,
      entry_id,
      command_id: refundCommandId(id, row.id),
      amount: row.amount,
      actor,
      at,
      reason: '',
      decision_id: null,
    }))
    if (unallocated.length > 0) {
      await allocate(transaction, allocations, details.duplicates)
    }
    await transaction.insertInto('refund').values(refund).execute()
    await markForIndexing(transaction, [entry_id])
    if (isCash) {
      await recordCashRefund(transaction, refund)
    }
    if (kind === 'returned') {
      const reviewed = await findEntryWithReview(transaction, entry_id)
      if (reviewed) {
        await saveRefundEmail(transaction, reviewed.entry, refund)
      }
    }
    const detail: Record<string, string | number> = { outcome: kind, paise: amount }
    if (isCash) {
      detail.source = 'cash'
    }
    await saveAudit(transaction, {
      at: new Date(at),
      actor,
      action: 'refund-noted',
      entryId: entry_id,
      detail,
    })
  })

const undoRefund = (db: Db, id: string, organiser: Organiser, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const refund = await transaction
      .deleteFrom('refund')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!refund) {
      throw new ApiError('not-found', 'This refund was already undone.')
    }
    requireOwnLine(refund, organiser)
    const { entry_id: entryId, amount, kind } = refund
    await requireNoLaterRefund(transaction, refund)
    await undoAllocations(transaction, { refund: id })
    await markForIndexing(transaction, [entryId])
    await removeCashRefund(transaction, id, { actor: organiser.email, now })
    await cancelRefundEmail(transaction, id)
    await saveAudit(transaction, {
      at: now,
      actor: organiser.email,
      action: 'refund-taken-back',
      entryId,
      decisionId: id,
      detail: { outcome: kind, paise: amount },
    })
  })

/**
 * Otherwise the payment could verify an entry although another refund is recorded.
 * @throws ApiError `illegal`
 */
const requireNoLaterRefund = async (
  transaction: Transaction<Tables>,
  { id, entry_id }: Pick<RefundRow, 'id' | 'entry_id'>,
): Promise<void> => {
  const held = selectAllocations(transaction).select('id').where(isAllocatedByRefund(id))
  const others = transaction.selectFrom('refund').select('id').where('entry_id', '=', entry_id)
  const other = await others.where('id', '<>', id).where('kind', '=', 'returned').executeTakeFirst()
  if (other && (await held.executeTakeFirst())) {
    throw new ApiError(
      'illegal',
      'A later refund of this entry depends on this one. Undo the later refund first.',
    )
  }
}

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

    recordRefund: async ({
      body: { id, entryId, amount, outcome, isCash, note },
      organiser: { email: actor, role },
    }) => {
      if (outcome === 'kept' && note === '') {
        throw refuseFields([{ path: 'note', message: 'Say why the payment will not be refunded.' }])
      }
      if (outcome === 'kept' && isCash) {
        throw refuseFields([
          { path: 'isCash', message: 'Choose cash only if the payment was refunded.' },
        ])
      }
      if (!(await readReview(db, entryId))) {
        throw new ApiError('not-found', 'There is no such entry.')
      }
      const at = clock().toISOString()
      await recordRefund(
        db,
        matcher,
        { id, entry_id: entryId, actor, amount, kind: outcome, note, at },
        isCash,
        role,
      )
      return listRefunds(db, matcher)
    },

    undoRefund: async ({ params: { id }, organiser }) => {
      await undoRefund(db, id, organiser, clock())
      return listRefunds(db, matcher)
    },
  } satisfies Partial<DeskHandlers>
}
