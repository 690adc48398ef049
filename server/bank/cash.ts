import { sql, type Transaction } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import { bankHolder, type Cash, type CashHolder } from '../../festival/contract/cash'
import type { EntryDetails } from '../../festival/contract/entry'
import { mayAct } from '../../festival/contract/organisers'
import { deskPage } from '../../festival/contract/pages'
import { saveAudit } from '../db/audit'
import type { CashMoveRow } from '../db/desk-schema'
import { acquireLock, sumOfMoney } from '../db/engines'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { RefundRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { readEntries } from '../entries/entry'
import { readReviews } from '../entries/queue'
import { changeReview, readReview } from '../entries/review'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organiser, Organisers } from '../organisers/guard'
import { listAdmins, listAppointed, mailOrganisers } from '../organisers/organisers'
import type { Clock } from '../system/clock'
import { lockPayments, readBalance, undoRefundFirstMessage, wasRefunded } from './allocate'

/** More are never listed. */
const maxListed = 200

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  /** The site's address, without a slash at the end. */
  publicUrl: string
}

/** Cash: who holds how much, and handing it over (behaviours 14.153 and 14.154). */
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

  /**
   * E-mails everyone whose sum a handover changes, except the organiser who recorded or undid it: a handover is one person's word. Of
   * money that was paid in at the bank all admins are e-mailed.
   */
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
      moves: moves.map(
        ({
          id,
          at,
          actor: by,
          kind,
          from_holder: from,
          to_holder: to,
          amount,
          entry_id,
          ...line
        }) => {
          const { label, name } = entries.get(entry_id ?? '') ?? {}
          const entryId = entry_id && label && name ? { id: entry_id, label, name } : null
          const removed =
            line.removed_at === null ? null : { at: line.removed_at, by: line.removed_by ?? '' }
          return { id, at, by, kind, from, to, amount, entryId, removed }
        },
      ),
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
        // Under the lock, because this organiser may be removed at the same moment.
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

/** Serialises all changes to who holds how much, across processes. Comes after the lock of payments and before a record's own lock. */
export const lockCash = (transaction: Transaction<Tables>): Promise<void> =>
  acquireLock(transaction, 'cash')

/** The lines of the cash book that count: none that was removed. */
const selectCashLines = (db: DbOrTransaction) =>
  db.selectFrom('cash_move').where('removed_at', 'is', null)

/** @throws ApiError `forbidden` for a line of the book that another organiser recorded */
export const requireOwnLine = ({ actor }: { actor: string }, { email, role }: Organiser): void => {
  if (actor !== email && !mayAct(role, 'admin')) {
    throw new ApiError('forbidden', 'Only the organiser who recorded it, or an admin, can undo it.')
  }
}

/** Notes cash that an organiser takes for a record; the record's own columns follow with its decision. */
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

/**
 * Notes cash that an organiser refunds out of what they hold.
 * @throws ApiError `illegal` for more than they hold
 */
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
      `You hold ${formatPaise(Math.max(0, holds))} in cash. To refund more in cash, have it handed over to you first.`,
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

/** Each time that cash of a record was taken, the oldest first. */
export const listCashTaken = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<EntryDetails['cashTaken']> => {
  const taken = selectCashLines(db).where('kind', '=', 'taken').where('entry_id', '=', entryId)
  return taken.select(['amount', 'actor as by', 'at']).orderBy('at').orderBy('id').execute()
}

/** The cash of a record that was removed from the book as a mistake. */
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

/** Who removes a line of the cash book, and when. */
interface Removal {
  actor: string
  now: Date
}

/** What a decision took for a record, or all that was taken for it. */
interface TakenCash {
  entryId: string
  decision?: string
}

/**
 * Removes what was taken for a record from all sums (behaviour 14.153). Needs the lock of payments.
 * @returns the amount removed
 * @throws ApiError `illegal` where it was passed on or refunded
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

/** Marks a line as removed. @throws ApiError `illegal` where its money was passed on, or a refund of it is recorded */
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

/** The cash that a refund was paid in, also after the refund was undone. */
export const findCashRefund = (
  db: DbOrTransaction,
  refundId: string,
): Promise<CashMoveRow | undefined> => {
  const line = db.selectFrom('cash_move').selectAll().where('id', '=', refundId)
  return line.where('kind', '=', 'returned').executeTakeFirst()
}

/** Marks the line of a refund that was paid in cash as removed, if there is one. */
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
 * Looked at after a line was removed. A refund that is not older than the line may have been paid out of it. The sum is looked at as
 * well, because the clocks of two processes may differ.
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
      'This money is recorded as not refunded. Undo that first, under Refunds.',
    )
  }
}

/** Checked after a line is removed, because its cash may have been handed on. */
const requireStillHeld = async (db: DbOrTransaction, holder: string | null): Promise<void> => {
  if (holder !== null && holder !== bankHolder && (await readCashHeldBy(db, holder)) < 0) {
    throw new ApiError(
      'illegal',
      `${holder} no longer has this cash. Undo their later handovers and refunds first.`,
    )
  }
}

/** Removes a line that was recorded by mistake; the audit log keeps both. */
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
      'The entry that paid this cash was deleted, so the cash stays in the book.',
    )
  }
  if (review.state === 'verified' && review.source === 'cash') {
    throw new ApiError(
      'illegal',
      'This cash verifies an entry. Put the entry back to waiting first.',
    )
  }
  await removeLine(transaction, line, removal)
  const left = (review.cash_amount ?? 0) - amount
  const next = { state: review.state, source: review.source, reindex: true }
  const cash = left > 0 ? { cash_amount: left } : { cash_amount: null, cash_by: null }
  if (!(await changeReview(transaction, review, { ...next, ...cash }, entry))) {
    throw new ApiError('illegal', 'The entry has just been changed. Look at it again.')
  }
  return line
}

/**
 * Moves cash from one holder to another, never more than the one has, of any number at once. The same command again changes nothing.
 * Needs the lock of cash.
 * @returns whether the handover is new
 * @throws ApiError `illegal` for more than is there, and where the id is another command's
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
    throw new ApiError('illegal', 'This was already recorded. Refresh the list.')
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

/** How much cash one holder has. */
const readCashHeldBy = async (db: DbOrTransaction, holder: string): Promise<number> =>
  (await readHolders(db)).find((held) => held.holder === holder)?.holds ?? 0

const readHolders = async (db: DbOrTransaction): Promise<CashHolder[]> => {
  const sums = await selectCashLines(db)
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
    const one = holders.get(holder) ?? {
      holder,
      taken: 0,
      received: 0,
      handover: 0,
      returned: 0,
      holds: 0,
    }
    holders.set(holder, { ...one, [column]: one[column] + sum, holds: one.holds + sign * sum })
  }
  for (const { kind, from_holder, to_holder, sum } of sums) {
    add(from_holder, kind, Number(sum), -1)
    add(to_holder, kind === 'taken' ? kind : 'received', Number(sum), 1)
  }
  return [...holders.values()].sort(
    (one, other) => other.holds - one.holds || (one.holder < other.holder ? -1 : 1),
  )
}
