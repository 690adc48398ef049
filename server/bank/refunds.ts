import type { Transaction } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import type { MatchKind } from '../../festival/bank/match'
import type { Refund, Refunds, RefundsRecorded } from '../../festival/contract/bank'
import { mayAct, type Role } from '../../festival/contract/organisers'
import type { MoneyOutcome } from '../../festival/contract/states'
import type { Paise } from '../../festival/payment/money'
import { sumBy } from '../../festival/sum-by'
import { saveAudit } from '../db/audit'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { RefundRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { findEntryWithReview, readEntryNames } from '../entries/entry'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError } from '../http/api-error'
import type { Organiser } from '../organisers/guard'
import {
  allocate,
  isAllocatedByRefund,
  lockPayments,
  refundCommandId,
  undoAllocations,
} from './allocate'
import { findCashRefund, recordCashRefund, removeCashRefund, requireOwnLine } from './cash-book'
import { findDueRefunds, isAccepted, readExpectedEntries } from './expected'
import { type MatchDetails, type Matcher, withLockedMatches } from './matches'
import { cancelRefundEmail, saveRefundEmail } from './refund-email'
import { readRows, selectAllocations } from './rows'

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

/** Finds the refund of one entry that `listRefunds` lists, without matching all payments. */
export const findDueRefund = async (
  db: DbOrTransaction,
  matcher: Pick<Matcher, 'listOpenRows' | 'listCancelled'>,
  entryId: string,
): Promise<Refund | undefined> => {
  const expected = await readExpectedEntries(db, [entryId])
  const entry = expected.get(entryId)
  if (!entry) {
    return undefined
  }
  const { notAccepted } = isAccepted(entry) ? { notAccepted: [] } : await matcher.listOpenRows()
  const rows = notAccepted.flatMap(([id, row]) => (id === entryId ? [row] : []))
  const match = { kind: 'not-accepted', expected: [entryId], rows } as const
  const details = { matches: [match], rows: await readRows(db, rows) }
  const [refund] = await findDueRefunds(db, details, matcher.listCancelled(), expected)
  return refund
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
    throw new ApiError(
      'undone',
      'The record of this refund was undone. If the money was sent, record it again.',
    )
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

/** @throws ApiError `illegal` or `forbidden` */
const requireDue = (due: Refund | undefined, amount: Paise, role: Role): Refund => {
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
  return due
}

/** Allocates the payments to the entry, so that they cannot verify another one. */
const saveRefund = async (
  transaction: Transaction<Tables>,
  refund: RefundRow,
  { rows }: Refund,
  duplicates: MatchDetails['duplicates'],
  isCash: boolean,
): Promise<void> => {
  const { id, entry_id, actor, amount, kind, at } = refund
  // Throws before anything is written if the organiser holds too little cash.
  if (isCash) {
    await recordCashRefund(transaction, refund)
  }
  const unallocated = rows.filter(({ allocatedTo }) => allocatedTo.length === 0)
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
    await allocate(transaction, allocations, duplicates)
  }
  await transaction.insertInto('refund').values(refund).execute()
  await markForIndexing(transaction, [entry_id])
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
}

/**
 * Leaves out refunds that cannot be recorded.
 * @throws ApiError if the only refund cannot be recorded: 409 if the amount is more than is open, or
 * the id belongs to another refund; 403 if neither bank nor cash shows the money and the organiser
 * is not an admin
 */
export const recordRefunds = (
  db: Db,
  matcher: Matcher,
  refunds: readonly RefundRow[],
  { isCash, role }: { isCash: boolean; role: Role },
): Promise<RefundsRecorded> =>
  withLockedMatches(
    { db, matcher },
    { kinds: notAcceptedKinds },
  )(async (transaction, details) => {
    const listed = await findDueRefunds(transaction, details, matcher.listCancelled())
    const dueByEntry = new Map(listed.map((due) => [due.entryId, due]))
    const leftOut: RefundsRecorded['leftOut'] = []
    for (const refund of refunds) {
      const { entry_id: entryId, amount } = refund
      try {
        if (!(await wasRefundRecorded(transaction, refund, isCash))) {
          const due = requireDue(dueByEntry.get(entryId), amount, role)
          await saveRefund(transaction, refund, due, details.duplicates, isCash)
          dueByEntry.delete(entryId)
        }
      } catch (error) {
        if (!(error instanceof ApiError) || refunds.length === 1) {
          throw error
        }
        leftOut.push({ entryId, why: error.detail })
      }
    }
    return { leftOut }
  })

export const undoRefund = (db: Db, id: string, organiser: Organiser, now: Date): Promise<void> =>
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
 * Otherwise the payment could verify an entry even though another refund is already recorded.
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
