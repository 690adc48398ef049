import { sql, type Transaction } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import { bankHolder, type Cash, type CashHolder, type CashMove } from '../../festival/contract/cash'
import type { EntryDetails } from '../../festival/contract/entry'
import { mayAct } from '../../festival/contract/organisers'
import { deskPage } from '../../festival/contract/pages'
import { saveAudit } from '../db/audit'
import type { CashMoveRow } from '../db/desk-schema'
import { acquireLock, sumOfMoney } from '../db/engines'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { RefundRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { readReviews } from '../entries/queue'
import { changeReview, readReview } from '../entries/review'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organiser, Organisers } from '../organisers/guard'
import { listAdmins, listAppointed, mailOrganisers } from '../organisers/organisers'
import type { Clock } from '../system/clock'
import { lockPayments, readBalance, undoRefundFirstMessage, wasRefunded } from './allocate'

const maxListed = 200

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  /** The site's address, without a slash at the end. */
  publicUrl: string
}

export const cashHandlers = ({
  db,
  clock,
  organisers,
  publicUrl,
}: Deps): Pick<DeskHandlers, 'readCash' | 'handOver' | 'undoCashMove'> => {
  const listEligibleHolders = async (database: DbOrTransaction): Promise<string[]> =>
    (await listAppointed(database, organisers))
      .flatMap(({ email, role }) => (mayAct(role, 'verifier') ? [email] : []))
      .sort()

  /** The actor is not e-mailed. Cash paid in at the bank is reported to all admins. */
  const mailHandover = async (
    transaction: Transaction<Tables>,
    { id, amount, from_holder, to_holder }: CashMoveRow,
    { actor, now, isUndone }: { actor: string; now: Date; isUndone: boolean },
  ): Promise<void> => {
    const holders = [from_holder, to_holder].flatMap((holder) => holder ?? [])
    const admins = holders.includes(bankHolder) ? await listAdmins(transaction, organisers) : []
    const recipients = new Set(
      [...holders, ...admins].filter((email) => email !== bankHolder && email !== actor),
    )
    const [from, to] = holders.map((holder) => (holder === bankHolder ? 'the bank' : holder))
    const what = `${formatPaise(amount)} in cash was handed over from ${from} to ${to}`
    await mailOrganisers(transaction, [...recipients], {
      subject: `${isUndone ? 'Undone: handover' : 'Handover'} of ${formatPaise(amount)} in cash`,
      text: [
        isUndone
          ? `${actor} removed this line from the cash book: ${what}.`
          : `${actor} recorded that ${what}.`,
        `If that is wrong, ask ${actor} about it first. An admin can correct it on the cash page: ${publicUrl}${deskPage}/cash`,
      ].join('\n\n'),
      now,
      once: `handover ${id} ${isUndone ? 'undone' : 'recorded'}`,
    })
  }

  const read = async (): Promise<Cash> => {
    const newest = db.selectFrom('cash_move').selectAll().orderBy('at', 'desc').orderBy('id')
    const moves = await newest.limit(maxListed).execute()
    const reviews = await readReviews(db, [
      ...new Set(moves.flatMap(({ entry_id }) => entry_id ?? [])),
    ])
    const entries = await readEntries(db, reviews)
    return {
      holders: await readHolders(db),
      people: await listEligibleHolders(db),
      moves: moves.map((move) => showMove(move, entries.get(move.entry_id ?? ''))),
    }
  }

  return {
    readCash: read,

    handOver: async ({
      body: { id, from: given, to, amount },
      organiser: { email: actor, role },
    }) => {
      const from = given ?? actor
      if (from !== actor && !mayAct(role, 'admin')) {
        throw new ApiError(
          'forbidden',
          'You can hand over only your own cash. An admin can do it for others.',
        )
      }
      const at = clock()
      const move = {
        id,
        at: at.toISOString(),
        actor,
        kind: 'handover',
        entry_id: null,
        amount,
      } as const
      const row = { ...move, from_holder: from, to_holder: to, removed_at: null, removed_by: null }
      await transact(db, async (transaction) => {
        await lockCash(transaction)
        // Checked under the lock, because the holder may be removed concurrently.
        if (
          from === to ||
          (to !== bankHolder && !(await listEligibleHolders(transaction)).includes(to))
        ) {
          throw refuseFields([{ path: 'to', message: 'Choose another organiser, or the bank.' }])
        }
        const isNew = await recordHandover(transaction, row)
        if (isNew) {
          await mailHandover(transaction, row, { actor, now: at, isUndone: false })
        }
      })
      return read()
    },

    undoCashMove: async ({ params: { id }, organiser }) => {
      await transact(db, async (transaction) => {
        const now = clock()
        const line = await undoMove(transaction, id, organiser, now)
        if (line.kind === 'handover') {
          await mailHandover(transaction, line, { actor: organiser.email, now, isUndone: true })
        }
      })
      return read()
    },
  }
}

const showMove = (line: CashMoveRow, entry: ReviewedEntry | undefined): CashMove => {
  const { id, at, actor: by, kind, from_holder: from, to_holder: to, amount } = line
  const { label, name } = entry ?? {}
  const entryId = line.entry_id && label && name ? { id: line.entry_id, label, name } : null
  const removed =
    line.removed_at === null ? null : { at: line.removed_at, by: line.removed_by ?? '' }
  return { id, at, by, kind, from, to, amount, entryId, removed }
}

/** Serialises changes to the cash book. Acquire after `lockPayments`, before an entry's lock. */
export const lockCash = (transaction: Transaction<Tables>): Promise<void> =>
  acquireLock(transaction, 'cash')

const selectCashLines = (db: DbOrTransaction) =>
  db.selectFrom('cash_move').where('removed_at', 'is', null)

/** @throws ApiError `forbidden` if another organiser recorded the line */
export const requireOwnLine = ({ actor }: { actor: string }, { email, role }: Organiser): void => {
  if (actor !== email && !mayAct(role, 'admin')) {
    throw new ApiError(
      'forbidden',
      'Only the organiser who recorded this, or an admin, can undo it.',
    )
  }
}

export const recordCashTaken = async (
  db: DbOrTransaction,
  {
    id,
    entryId,
    actor,
    amount,
    now,
  }: { id: string; entryId: string; actor: string; amount: number; now: Date },
): Promise<void> => {
  const line = {
    id,
    at: now.toISOString(),
    actor,
    kind: 'taken',
    from_holder: null,
    to_holder: actor,
  } as const
  await db
    .insertInto('cash_move')
    .values({ ...line, amount, entry_id: entryId, removed_at: null, removed_by: null })
    .execute()
}

/** @throws ApiError `illegal` if the organiser holds less cash */
export const recordCashRefund = async (
  transaction: Transaction<Tables>,
  {
    id,
    at,
    actor,
    amount,
    entry_id,
  }: Pick<RefundRow, 'id' | 'at' | 'actor' | 'amount' | 'entry_id'>,
): Promise<void> => {
  await lockCash(transaction)
  const holds = await readCashHeldBy(transaction, actor)
  if (amount > holds) {
    throw new ApiError(
      'illegal',
      `You hold ${formatPaise(Math.max(0, holds))} in cash. To refund more in cash, ask another organiser to hand cash over to you first.`,
    )
  }
  const move = {
    id,
    at,
    actor,
    kind: 'returned',
    from_holder: actor,
    to_holder: null,
    amount,
    entry_id,
  } as const
  await transaction
    .insertInto('cash_move')
    .values({ ...move, removed_at: null, removed_by: null })
    .execute()
}

export const listCashTaken = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<EntryDetails['cashTaken']> => {
  const taken = selectCashLines(db).where('kind', '=', 'taken').where('entry_id', '=', entryId)
  return taken.select(['amount', 'actor as by', 'at']).orderBy('at').orderBy('id').execute()
}

export const listRemovedCash = async (db: DbOrTransaction, entryId: string) => {
  const lines = db
    .selectFrom('cash_move')
    .selectAll()
    .where('kind', '=', 'taken')
    .where('entry_id', '=', entryId)
  const removed = await lines.where('removed_at', 'is not', null).execute()
  return removed.map(({ id, amount, removed_at, removed_by }) => ({
    id,
    amount,
    at: removed_at ?? '',
    by: removed_by,
  }))
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
  const taken = selectCashLines(transaction)
    .selectAll()
    .where('kind', '=', 'taken')
    .where('entry_id', '=', entryId)
  const lines = await (decision === undefined ? taken : taken.where('id', '=', decision)).execute()
  for (const line of lines) {
    await removeLine(transaction, line, removal)
  }
  return lines.reduce((sum, { amount }) => sum + amount, 0)
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
): Promise<CashMoveRow | undefined> => {
  const line = db.selectFrom('cash_move').selectAll().where('id', '=', refundId)
  return line.where('kind', '=', 'returned').executeTakeFirst()
}

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
  const mark = { removed_at: now.toISOString(), removed_by: actor }
  const line = transaction
    .updateTable('cash_move')
    .set(mark)
    .where('id', '=', id)
    .where('kind', '=', kind)
  await line.where('removed_at', 'is', null).execute()
}

/**
 * Call after removing the line. Also checks the balance, because clocks of processes may differ.
 */
const requireUnrefunded = async (
  transaction: Transaction<Tables>,
  entryId: string,
  since: string,
): Promise<void> => {
  const taken = await selectCashLines(transaction)
    .select('amount')
    .where('kind', '=', 'taken')
    .where('entry_id', '=', entryId)
    .execute()
  const cash = taken.reduce((sum, { amount }) => sum + amount, 0)
  if (
    (await wasRefunded(transaction, entryId, since)) ||
    (await readBalance(transaction, entryId, cash)) < 0
  ) {
    throw new ApiError('illegal', undoRefundFirstMessage)
  }
  const kept = transaction.selectFrom('refund').select('id').where('entry_id', '=', entryId)
  if (await kept.where('kind', '=', 'kept').where('at', '>=', since).executeTakeFirst()) {
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

const undoMove = async (
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
  const removal = { actor: organiser.email, now }
  const detail = { paise: amount, from: from_holder ?? '', to: to_holder ?? '' }
  const entry = { at: now, actor: organiser.email, action: 'cash-taken-back', detail } as const
  if (entry_id === null) {
    await removeLine(transaction, line, removal)
    await saveAudit(transaction, entry)
    return line
  }
  const review = await readReview(transaction, entry_id)
  if (!review) {
    throw new ApiError(
      'illegal',
      'The entry for which this cash was paid was deleted, so the line must stay in the cash book.',
    )
  }
  if (review.state === 'verified' && review.source === 'cash') {
    throw new ApiError(
      'illegal',
      'An entry was verified with this cash. Move the entry back to waiting first.',
    )
  }
  await removeLine(transaction, line, removal)
  const left = (review.cash_amount ?? 0) - amount
  const next = { state: review.state, source: review.source, reindex: true }
  const cash = left > 0 ? { cash_amount: left } : { cash_amount: null, cash_by: null }
  if (!(await changeReview(transaction, review, { ...next, ...cash }, entry))) {
    throw new ApiError('illegal', 'The entry has just been changed. Check it again.')
  }
  return line
}

/**
 * Idempotent. Requires `lockCash`.
 * @returns whether the handover is new
 * @throws ApiError `illegal` if the holder has less cash, or if the id belongs to another command
 */
const recordHandover = async (
  transaction: Transaction<Tables>,
  row: CashMoveRow & { from_holder: string; to_holder: string },
): Promise<boolean> => {
  const { id, actor, at, from_holder: from, to_holder: to, amount } = row
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
  await transaction.insertInto('cash_move').values(row).execute()
  const detail = { paise: amount, from, to }
  await saveAudit(transaction, { at: new Date(at), actor, action: 'cash-handed-over', detail })
  return true
}

const readCashHeldBy = async (db: DbOrTransaction, holder: string): Promise<number> =>
  (await readHolders(db)).find((held) => held.holder === holder)?.holds ?? 0

const readHolders = async (db: DbOrTransaction): Promise<CashHolder[]> => {
  const flows = await selectCashLines(db)
    .select(['kind', 'from_holder', 'to_holder', sumOfMoney(sql.ref('amount')).as('sum')])
    .groupBy(['kind', 'from_holder', 'to_holder'])
    .execute()
  const holders = new Map<string, CashHolder>()
  const add = (
    holder: string | null,
    column: keyof Omit<CashHolder, 'holder' | 'holds'>,
    sum: number,
    sign: 1 | -1,
  ) => {
    if (holder === null) {
      return
    }
    const sums = holders.get(holder) ?? {
      holder,
      taken: 0,
      received: 0,
      handover: 0,
      returned: 0,
      holds: 0,
    }
    holders.set(holder, { ...sums, [column]: sums[column] + sum, holds: sums.holds + sign * sum })
  }
  for (const { kind, from_holder, to_holder, sum } of flows) {
    add(from_holder, kind, Number(sum), -1)
    add(to_holder, kind === 'taken' ? kind : 'received', Number(sum), 1)
  }
  return [...holders.values()].sort(
    (left, right) => right.holds - left.holds || (left.holder < right.holder ? -1 : 1),
  )
}
