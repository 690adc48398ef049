import { sql, type Transaction } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import { compareText } from '../../festival/bank/payments'
import { bankHolder, type CashHolder } from '../../festival/contract/cash'
import type { EntryDetails } from '../../festival/contract/entry'
import { mayAct } from '../../festival/contract/organisers'
import { sumBy } from '../../festival/sum-by'
import { saveAudit } from '../db/audit'
import type { CashMoveRow } from '../db/desk-schema'
import { acquireLock, sumOfMoney } from '../db/engines'
import type { DbOrTransaction, Tables } from '../db/schema'
import type { RefundRow } from '../db/statement-schema'
import { changeReview, readReview } from '../entries/review'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError } from '../http/api-error'
import type { Organiser } from '../organisers/guard'
import { lockPayments, readBalance, undoRefundFirstMessage, wasRefunded } from './allocate'

/** Serialises changes to the cash book. Acquire after `lockPayments`, before an entry's lock. */
export const lockCash = (transaction: Transaction<Tables>): Promise<void> =>
  acquireLock(transaction, 'cash')

const selectCashLines = (db: DbOrTransaction) =>
  db.selectFrom('cash_move').where('removed_at', 'is', null)

const selectCashTaken = (db: DbOrTransaction, entryId: string) =>
  selectCashLines(db).where('kind', '=', 'taken').where('entry_id', '=', entryId)

type CashLine = Omit<CashMoveRow, 'removed_at' | 'removed_by'>

const insertLine = async (db: DbOrTransaction, line: CashLine): Promise<void> => {
  const row = { ...line, removed_at: null, removed_by: null }
  await db.insertInto('cash_move').values(row).execute()
}

/** @throws ApiError `forbidden` if another organiser recorded the line */
export const requireOwnLine = ({ actor }: { actor: string }, { email, role }: Organiser): void => {
  if (actor !== email && !mayAct(role, 'admin')) {
    throw new ApiError(
      'forbidden',
      'Only the organiser who recorded this, or an admin, can undo it.',
    )
  }
}

type NewLine = Pick<CashLine, 'id' | 'at' | 'actor' | 'amount' | 'entry_id'>

export const recordCashTaken = (db: DbOrTransaction, line: NewLine): Promise<void> =>
  insertLine(db, { ...line, kind: 'taken', from_holder: null, to_holder: line.actor })

/** @throws ApiError `illegal` if the organiser holds less cash */
export const recordCashRefund = async (
  transaction: Transaction<Tables>,
  { id, at, actor, amount, entry_id }: RefundRow,
): Promise<void> => {
  await lockCash(transaction)
  const holds = await readCashHeldBy(transaction, actor)
  if (amount > holds) {
    throw new ApiError(
      'illegal',
      `You hold ${formatPaise(Math.max(0, holds))} in cash. To refund more in cash, ask another organiser to hand cash over to you first.`,
    )
  }
  const line = { id, at, actor, amount, entry_id }
  await insertLine(transaction, { ...line, kind: 'returned', from_holder: actor, to_holder: null })
}

export const listCashTaken = (
  db: DbOrTransaction,
  entryId: string,
): Promise<EntryDetails['cashTaken']> =>
  selectCashTaken(db, entryId)
    .select(['amount', 'actor as by', 'at'])
    .orderBy('at')
    .orderBy('id')
    .execute()

export const listRemovedCash = async (db: DbOrTransaction, entryId: string) => {
  const lines = await db
    .selectFrom('cash_move')
    .select(['id', 'amount', 'removed_at', 'removed_by as by'])
    .where('kind', '=', 'taken')
    .where('entry_id', '=', entryId)
    .where('removed_at', 'is not', null)
    .execute()
  return lines.map(({ removed_at, ...line }) => ({ ...line, at: removed_at ?? '' }))
}

interface Removal {
  actor: string
  now: Date
}

/** If `decision` is absent, this means all cash of the entry. */
interface TakenCash {
  entryId: string
  decision?: string
}

/**
 * Requires `lockPayments`.
 * @throws ApiError `illegal` if the cash was handed over or refunded
 */
export const removeCashTaken = async (
  transaction: Transaction<Tables>,
  { entryId, decision }: TakenCash,
  removal: Removal,
): Promise<number> => {
  await lockCash(transaction)
  const taken = selectCashTaken(transaction, entryId).selectAll()
  const lines = await (decision === undefined ? taken : taken.where('id', '=', decision)).execute()
  for (const line of lines) {
    await removeLine(transaction, line, removal)
  }
  return sumBy(lines, ({ amount }) => amount)
}

/** @throws ApiError `illegal` if the cash was handed over, or a refund of it is recorded */
const removeLine = async (
  transaction: Transaction<Tables>,
  line: CashMoveRow,
  removal: Removal,
): Promise<void> => {
  await markRemoved(transaction, line, removal)
  if (line.entry_id !== null) {
    await requireUnrefunded(transaction, line.entry_id, line.at)
  }
  await requireStillHeld(transaction, line.to_holder)
}

/** Also finds the line of an undone refund. */
export const findCashRefund = (
  db: DbOrTransaction,
  refundId: string,
): Promise<CashMoveRow | undefined> =>
  db
    .selectFrom('cash_move')
    .selectAll()
    .where('id', '=', refundId)
    .where('kind', '=', 'returned')
    .executeTakeFirst()

/** Does nothing if the refund was not paid in cash. */
export const removeCashRefund = (
  transaction: Transaction<Tables>,
  refundId: string,
  removal: Removal,
): Promise<void> => markRemoved(transaction, { id: refundId, kind: 'returned' }, removal)

const markRemoved = async (
  transaction: Transaction<Tables>,
  { id, kind }: Pick<CashMoveRow, 'id' | 'kind'>,
  { actor, now }: Removal,
): Promise<void> => {
  await transaction
    .updateTable('cash_move')
    .set({ removed_at: now.toISOString(), removed_by: actor })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .execute()
}

/**
 * Call after removing the line. Also checks the balance, because clocks of processes may differ.
 */
const requireUnrefunded = async (
  transaction: Transaction<Tables>,
  entryId: string,
  since: string,
): Promise<void> => {
  const taken = await selectCashTaken(transaction, entryId).select('amount').execute()
  const cash = sumBy(taken, ({ amount }) => amount)
  if (
    (await wasRefunded(transaction, entryId, since)) ||
    (await readBalance(transaction, entryId, cash)) < 0
  ) {
    throw new ApiError('illegal', undoRefundFirstMessage)
  }
  const kept = await transaction
    .selectFrom('refund')
    .select('id')
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'kept')
    .where('at', '>=', since)
    .executeTakeFirst()
  if (kept) {
    throw new ApiError(
      'illegal',
      'This payment is recorded as not to be refunded. Undo that first, under Refunds.',
    )
  }
}

/** Call after removing the line. The holder may have handed the cash over. */
const requireStillHeld = async (db: DbOrTransaction, holder: string | null): Promise<void> => {
  if (holder !== null && holder !== bankHolder && (await readCashHeldBy(db, holder)) < 0) {
    throw new ApiError(
      'illegal',
      `${holder} no longer has this cash. Undo their later handovers and refunds first.`,
    )
  }
}

/** Undoes a handover, or cash that verified no entry. */
export const undoMove = async (
  transaction: Transaction<Tables>,
  id: string,
  organiser: Organiser,
  now: Date,
): Promise<CashMoveRow> => {
  await lockPayments(transaction)
  await lockCash(transaction)
  const line = await selectCashLines(transaction)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!line || line.kind === 'returned') {
    throw new ApiError('not-found', 'This line is no longer in the cash book.')
  }
  requireOwnLine(line, organiser)
  const { amount, to_holder, from_holder, entry_id } = line
  const actor = organiser.email
  const removal = { actor, now }
  const auditLine = {
    at: now,
    actor,
    action: 'cash-taken-back',
    detail: { paise: amount, from: from_holder ?? '', to: to_holder ?? '' },
  } as const
  if (entry_id === null) {
    await removeLine(transaction, line, removal)
    await saveAudit(transaction, auditLine)
    return line
  }
  const review = await readReview(transaction, entry_id)
  if (!review) {
    throw new ApiError(
      'illegal',
      'This cash was paid for an entry that has since been deleted, so the line must stay in the cash book.',
    )
  }
  const { state, source, cash_amount, cash_by } = review
  if (state === 'verified' && source === 'cash') {
    throw new ApiError(
      'illegal',
      'An entry was verified with this cash. Move the entry back to waiting first.',
    )
  }
  await removeLine(transaction, line, removal)
  const left = (cash_amount ?? 0) - amount
  const cash = left > 0 ? { cash_amount: left, cash_by } : { cash_amount: null, cash_by: null }
  const next = { state, source, reindex: true, ...cash }
  if (!(await changeReview(transaction, review, next, auditLine))) {
    throw new ApiError('illegal', 'The entry has just been changed. Check it again.')
  }
  return line
}

export type Handover = CashLine & { from_holder: string; to_holder: string }

/**
 * Idempotent. Requires `lockCash`.
 * @returns whether the handover is new
 * @throws ApiError `illegal` if the holder has less cash, or if the id belongs to another command
 */
export const recordHandover = async (
  transaction: Transaction<Tables>,
  line: Handover,
): Promise<boolean> => {
  const { id, actor, at, from_holder: from, to_holder: to, amount } = line
  const earlier = await transaction
    .selectFrom('cash_move')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (earlier?.removed_at) {
    throw new ApiError('undone', 'This handover was undone. Record it again if it took place.')
  }
  if (
    earlier?.from_holder === from &&
    earlier.to_holder === to &&
    earlier.amount === amount &&
    earlier.actor === actor
  ) {
    return false
  }
  if (earlier) {
    throw new ApiError('illegal', 'This handover was already recorded. Refresh the list.')
  }
  await requireUnusedId(transaction, id)
  const holds = await readCashHeldBy(transaction, from)
  if (amount > holds) {
    throw new ApiError(
      'illegal',
      `Only ${formatPaise(Math.max(0, holds))} can be handed over. Refresh the list.`,
    )
  }
  await insertLine(transaction, line)
  const detail = { paise: amount, from, to }
  await saveAudit(transaction, { at: new Date(at), actor, action: 'cash-handed-over', detail })
  return true
}

const readCashHeldBy = async (db: DbOrTransaction, holder: string): Promise<number> =>
  (await readHolders(db)).find((line) => line.holder === holder)?.holds ?? 0

export const readHolders = async (db: DbOrTransaction): Promise<CashHolder[]> => {
  const flows = await selectCashLines(db)
    .select(['kind', 'from_holder', 'to_holder', sumOfMoney(sql.ref('amount')).as('sum')])
    .groupBy(['kind', 'from_holder', 'to_holder'])
    .execute()
  const holders = new Map<string, CashHolder>()
  const findHolder = (holder: string): CashHolder => {
    const known = holders.get(holder)
    const sums = known ?? { holder, taken: 0, received: 0, handover: 0, returned: 0, holds: 0 }
    holders.set(holder, sums)
    return sums
  }
  for (const { kind, from_holder, to_holder, sum } of flows) {
    const paise = Number(sum)
    if (from_holder !== null) {
      const from = findHolder(from_holder)
      from[kind] += paise
      from.holds -= paise
    }
    if (to_holder !== null) {
      const to = findHolder(to_holder)
      to[kind === 'taken' ? 'taken' : 'received'] += paise
      to.holds += paise
    }
  }
  return [...holders.values()].sort(
    (left, right) => right.holds - left.holds || compareText(left.holder, right.holder),
  )
}
