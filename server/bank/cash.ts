import type { Transaction } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import { bankHolder, type Cash, type CashMove } from '../../festival/contract/cash'
import { mayAct } from '../../festival/contract/organisers'
import { deskPage } from '../../festival/contract/pages'
import type { CashMoveRow } from '../db/desk-schema'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { readReviews } from '../entries/queue'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organisers } from '../organisers/guard'
import { listAdmins, listAppointed, mailOrganisers } from '../organisers/organisers'
import type { Clock } from '../system/clock'
import { type Handover, lockCash, readHolders, recordHandover, undoMove } from './cash-book'

const maxListed = 200

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  /** The site's address, without a slash at the end. */
  publicUrl: string
}

type CashCalls = 'readCash' | 'handOver' | 'undoCashMove'

export const cashHandlers = ({
  db,
  clock,
  organisers,
  publicUrl,
}: Deps): Pick<DeskHandlers, CashCalls> => {
  const listEligibleHolders = async (database: DbOrTransaction): Promise<string[]> =>
    (await listAppointed(database, organisers))
      .filter(({ role }) => mayAct(role, 'verifier'))
      .map(({ email }) => email)
      .sort()

  /** The actor is not e-mailed. Cash paid in at the bank is reported to all admins. */
  const mailHandover = async (
    transaction: Transaction<Tables>,
    { id, amount, from_holder, to_holder }: Omit<CashMoveRow, 'removed_at' | 'removed_by'>,
    { actor, now, isUndone }: { actor: string; now: Date; isUndone: boolean },
  ): Promise<void> => {
    const holders = [from_holder, to_holder].filter((holder) => holder !== null)
    const admins = holders.includes(bankHolder) ? await listAdmins(transaction, organisers) : []
    const recipients = new Set(
      [...holders, ...admins].filter((email) => email !== bankHolder && email !== actor),
    )
    const [from, to] = holders.map((holder) => (holder === bankHolder ? 'the bank' : holder))
    const handover = `${formatPaise(amount)} in cash was handed over from ${from} to ${to}`
    const action = isUndone
      ? `${actor} removed this line from the cash book: ${handover}.`
      : `${actor} recorded that ${handover}.`
    await mailOrganisers(transaction, [...recipients], {
      subject: `${isUndone ? 'Undone: handover' : 'Handover'} of ${formatPaise(amount)} in cash`,
      text: `${action}\n\nIf that is wrong, ask ${actor} about it first. An admin can correct it on the cash page: ${publicUrl}${deskPage}/cash`,
      now,
      once: `handover ${id} ${isUndone ? 'undone' : 'recorded'}`,
    })
  }

  const readCash = async (): Promise<Cash> => {
    const moves = await db
      .selectFrom('cash_move')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(maxListed)
      .execute()
    const entryIds = new Set(moves.flatMap(({ entry_id }) => entry_id ?? []))
    const entries = await readEntries(db, await readReviews(db, [...entryIds]))
    return {
      holders: await readHolders(db),
      people: await listEligibleHolders(db),
      moves: moves.map((move) => toCashMove(move, entries.get(move.entry_id ?? ''))),
    }
  }

  return {
    readCash,

    handOver: async ({ body, organiser: { email: actor, role } }) => {
      const { id, to, amount } = body
      const from = body.from ?? actor
      if (from !== actor && !mayAct(role, 'admin')) {
        throw new ApiError(
          'forbidden',
          'You can hand over only your own cash. An admin can do it for others.',
        )
      }
      const now = clock()
      const handover: Handover = {
        id,
        at: now.toISOString(),
        actor,
        kind: 'handover',
        entry_id: null,
        amount,
        from_holder: from,
        to_holder: to,
      }
      await transact(db, async (transaction) => {
        await lockCash(transaction)
        // Checked under the lock, because the holder may be removed concurrently.
        const recipients = [bankHolder, ...(await listEligibleHolders(transaction))]
        if (from === to || !recipients.includes(to)) {
          throw refuseFields([{ path: 'to', message: 'Choose another organiser, or the bank.' }])
        }
        if (await recordHandover(transaction, handover)) {
          await mailHandover(transaction, handover, { actor, now, isUndone: false })
        }
      })
      return readCash()
    },

    undoCashMove: async ({ params: { id }, organiser }) => {
      await transact(db, async (transaction) => {
        const now = clock()
        const move = await undoMove(transaction, id, organiser, now)
        if (move.kind === 'handover') {
          await mailHandover(transaction, move, { actor: organiser.email, now, isUndone: true })
        }
      })
      return readCash()
    },
  }
}

const toCashMove = (move: CashMoveRow, entry: ReviewedEntry | undefined): CashMove => {
  const { id, at, actor: by, kind, from_holder: from, to_holder: to, amount, entry_id } = move
  const { removed_at, removed_by } = move
  const { label, name } = entry ?? {}
  return {
    id,
    at,
    by,
    kind,
    from,
    to,
    amount,
    entryId: entry_id && label && name ? { id: entry_id, label, name } : null,
    removed: removed_at === null ? null : { at: removed_at, by: removed_by ?? '' },
  }
}
