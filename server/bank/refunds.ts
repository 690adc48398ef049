import type { Transaction } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import type { MatchKind } from '../../festival/bank/match'
import type {
  DueRefund,
  RecordRefunds,
  Refund,
  Refunds,
  RefundsRecorded,
} from '../../festival/contract/bank'
import { mayAct, type Role } from '../../festival/contract/organisers'
import type { MoneyOutcome } from '../../festival/contract/states'
import { groupBy } from '../../festival/group-by'
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
import { deriveUuid } from '../system/secret'
import {
  allocate,
  isAllocatedByRefund,
  lockPayments,
  refundCommandId,
  undoAllocations,
} from './allocate'
import { findCashRefund, recordCashRefund, removeCashRefund, requireOwnLine } from './cash-book'
import { findDueRefunds, isAccepted, readExpectedEntries } from './expected'
import { type MatchDetails, type Matcher, sumCredits, withLockedMatches } from './matches'
import { cancelRefundEmail, saveRefundEmail } from './refund-email'
import { readRows, selectAllocations } from './rows'

const maxListed = 500

const notAcceptedKinds: readonly MatchKind[] = ['not-accepted']

/** Returns a function that finds an entry's UPI ID, and the other entries that gave the same. */
const readUpiIds = async (db: Db) => {
  const rows = await db.selectFrom('refund_upi_id').selectAll().orderBy('entry_id').execute()
  const byUpiId = groupBy(rows, ({ upi_id }) => [upi_id])
  const name = await readEntryNames(
    db,
    rows.map(({ entry_id }) => entry_id),
  )
  return (entryId: string): Pick<Refund, 'upiId' | 'sameUpiId'> => {
    const upiId = rows.find(({ entry_id }) => entry_id === entryId)?.upi_id ?? ''
    const others = byUpiId.get(upiId)?.filter(({ entry_id }) => entry_id !== entryId) ?? []
    return { upiId, sameUpiId: others.map(({ entry_id: id }) => ({ id, label: name(id).label })) }
  }
}

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
  const findUpiId = await readUpiIds(db)
  const sumOf = (outcome: MoneyOutcome) =>
    sumBy(all, ({ kind, amount }) => (kind === outcome ? amount : 0))
  return {
    refunds: refunds.slice(0, most).map((refund) => ({ ...refund, ...findUpiId(refund.entryId) })),
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
): Promise<DueRefund | undefined> => {
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

interface Due {
  details: MatchDetails
  refunds: readonly DueRefund[]
}

/** Runs work under the lock of payments, with all refunds that are due. */
const withDueRefunds = <Result>(
  db: Db,
  matcher: Matcher,
  work: (transaction: Transaction<Tables>, due: Due) => Promise<Result>,
): Promise<Result> =>
  withLockedMatches(
    { db, matcher },
    { kinds: notAcceptedKinds },
  )(async (transaction, details) => {
    const refunds = await findDueRefunds(transaction, details, matcher.listCancelled())
    return work(transaction, { details, refunds })
  })

/** @throws ApiError `illegal` or `forbidden` */
const requireDue = ({ refunds }: Due, { entry_id, amount }: RefundRow, role: Role): DueRefund => {
  const due = refunds.find(({ entryId }) => entryId === entry_id)
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

/**
 * Allocates unallocated payments to the entry, so that they verify no other entry. Writes nothing
 * before it throws, unless the refund is in cash.
 * @throws ApiError 409 if the amount is more than is open, or the id belongs to another refund
 * @throws ApiError 403 if neither bank nor cash shows the money and the organiser is not an admin
 */
const saveRefund = async (
  transaction: Transaction<Tables>,
  due: Due,
  refund: RefundRow,
  { isCash, role }: { isCash: boolean; role: Role },
): Promise<void> => {
  const { id, entry_id, actor, amount, kind, at } = refund
  if (await wasRefundRecorded(transaction, refund, isCash)) {
    return
  }
  const { rows } = requireDue(due, refund, role)
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
    await allocate(transaction, allocations, due.details.duplicates)
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
}

export const recordRefund = (
  db: Db,
  matcher: Matcher,
  refund: RefundRow,
  settings: { isCash: boolean; role: Role },
): Promise<void> =>
  withDueRefunds(db, matcher, (transaction, due) => saveRefund(transaction, due, refund, settings))

/** Each refund has an id of its own, derived from the command's, and can be undone alone. */
export const recordRefunds = (
  db: Db,
  matcher: Matcher,
  { id, items, note }: RecordRefunds,
  { email: actor, role }: Organiser,
  now: Date,
): Promise<RefundsRecorded> =>
  withDueRefunds(db, matcher, async (transaction, due) => {
    const name = await readEntryNames(
      transaction,
      items.map(({ entryId }) => entryId),
    )
    const common = { actor, at: now.toISOString(), kind: 'returned', note } as const
    const recorded: RefundRow[] = []
    const leftOut: RefundsRecorded['leftOut'] = []
    for (const { entryId, amount } of items) {
      const refund = { ...common, id: deriveUuid(id, entryId), entry_id: entryId, amount }
      try {
        await saveRefund(transaction, due, refund, { isCash: false, role })
        recorded.push(refund)
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error
        }
        leftOut.push({ entryId, ...name(entryId), why: error.detail })
      }
    }
    return { recorded: sumCredits(recorded), leftOut }
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
