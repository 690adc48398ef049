import type { Transaction } from 'kysely'
import { writePaise } from '../../festival/bank/cells'
import { bankHolder, type Cash, type CashHolder } from '../../festival/desk/cash'
import { mayAct } from '../../festival/desk/organisers'
import { saveAudit } from '../db/audit'
import type { CashMoveRow } from '../db/desk-schema'
import { oneAtATime } from '../db/engines'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organisers } from '../organisers/guard'
import { listAppointed } from '../organisers/organisers'
import type { Clock } from '../system/clock'

/** More are never listed. */
const mostListed = 200

interface Parts {
  db: Db
  clock: Clock
  organisers: Organisers
}

/** Cash: who holds how much, and handing it over (behaviours 14.153 and 14.154). */
export const cashHandlers = ({ db, clock, organisers }: Parts): Pick<DeskHandlers, 'readCash' | 'handOver'> => {
  const listPeople = async (): Promise<string[]> =>
    (await listAppointed(db, organisers)).flatMap(({ email, role }) => (mayAct(role, 'viewer') ? [email] : [])).sort()

  const read = async (): Promise<Cash> => {
    const listed = db.selectFrom('cash_move').selectAll().where('kind', '<>', 'taken')
    const moves = await listed.orderBy('at', 'desc').orderBy('id').limit(mostListed).execute()
    return {
      holders: await readHolders(db),
      people: await listPeople(),
      moves: moves.map(({ id, at, actor: by, from_holder, to_holder: to, amount }) => ({
        ...{ id, at, by, to, amount },
        from: from_holder ?? '',
      })),
    }
  }

  return {
    readCash: read,

    handOver: async ({ body: { id, from: given, to, amount }, organiser: { email: actor, role } }) => {
      const from = given ?? actor
      if (from !== actor && !mayAct(role, 'admin'))
        throw new ApiError('forbidden', 'You can hand over what you hold. An admin can note what others did.')
      if (from === to || (to !== bankHolder && !(await listPeople()).includes(to)))
        throw refuseFields([{ path: 'to', message: 'Choose another organiser, or the bank.' }])
      const at = clock()
      const move = { id, at: at.toISOString(), actor, kind: 'handover', record_id: null, amount } as const
      await transact(db, (transaction) => hand(transaction, { ...move, from_holder: from, to_holder: to }))
      return read()
    },
  }
}

/**
 * Moves cash from one holder to another, never more than the one has, of any number at once. The same press again changes nothing.
 * @throws ApiError `illegal` for more than is there, and where the id is another press's
 */
const hand = async (
  transaction: Transaction<Tables>,
  row: CashMoveRow & { from_holder: string; to_holder: string },
): Promise<void> => {
  const { id, actor, at, from_holder: from, to_holder: to, amount } = row
  await oneAtATime(transaction, 'cash')
  const noted = await transaction.selectFrom('cash_move').selectAll().where('id', '=', id).executeTakeFirst()
  if (noted?.from_holder === from && noted.to_holder === to && noted.amount === amount && noted.actor === actor) return
  if (noted) throw new ApiError('illegal', 'This press has noted another handover. Look at the list again.')
  const { holds = 0 } = (await readHolders(transaction)).find(({ holder }) => holder === from) ?? {}
  if (amount > holds)
    throw new ApiError(
      'illegal',
      `Only ${writePaise(Math.max(0, holds))} is there to be handed over. Look at the list again.`,
    )
  await transaction.insertInto('cash_move').values(row).execute()
  const detail = { paise: amount, from, to }
  await saveAudit(transaction, { at: new Date(at), actor, action: 'cash-handed-over', detail })
}

const readHolders = async (db: DbOrTransaction): Promise<CashHolder[]> => {
  const sums = await db
    .selectFrom('cash_move')
    .select(({ fn }) => ['kind', 'from_holder', 'to_holder', fn.sum('amount').as('sum')])
    .groupBy(['kind', 'from_holder', 'to_holder'])
    .execute()
  const found = new Map<string, CashHolder>()
  const add = (
    holder: string | null,
    column: keyof Omit<CashHolder, 'holder' | 'holds'>,
    sum: number,
    sign: 1 | -1,
  ) => {
    if (holder === null) return
    const one = found.get(holder) ?? { holder, taken: 0, received: 0, handover: 0, returned: 0, holds: 0 }
    found.set(holder, { ...one, [column]: one[column] + sum, holds: one.holds + sign * sum })
  }
  for (const { kind, from_holder, to_holder, sum } of sums) {
    add(from_holder, kind, Number(sum), -1)
    add(to_holder, kind === 'taken' ? kind : 'received', Number(sum), 1)
  }
  return [...found.values()].sort((one, other) => other.holds - one.holds || (one.holder < other.holder ? -1 : 1))
}
