import type { Match } from '../../festival/bank/match'
import type { Refund } from '../../festival/desk/refunds'
import { isAmong } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { isAccepted, readExpected } from './expected'
import type { KeptRow } from './rows'

/** Whose money is to be given back or kept, with the rows that came for somebody not accepted and are allocated to nobody. */
export interface Surplus extends Omit<Refund, 'told' | 'rows'> {
  seen: readonly KeptRow[]
}

/**
 * Whose money is to be given back or kept: what came beyond the due, and all of what is rejected or withdrawn, by the bank before
 * or after the import, or in cash (behaviour 15.25, 15.60). `found` has the matches of the kind `not-accepted`.
 */
export const readSurpluses = async (
  db: DbOrTransaction,
  found: { matches: readonly Match[]; rows: ReadonlyMap<string, KeptRow> },
): Promise<Surplus[]> => {
  const expected = await readExpected(db)
  const live = db.selectFrom('bank_match').where('freed_by', 'is', null)
  const allocated = addUp(await live.select(['record_id', 'amount']).execute())
  const noted = await db.selectFrom('bank_refund').select(['record_id', 'amount', 'kind']).execute()
  const returned = addUp(noted.filter(({ kind }) => kind === 'returned'))
  const kept = addUp(noted.filter(({ kind }) => kind === 'kept'))
  const came = found.matches.flatMap(({ kind, expected: [id], rows }) =>
    kind === 'not-accepted' ? rows.map((row_id) => ({ row_id, id })) : [],
  )
  const ids = came.map(({ row_id }) => row_id)
  const used = await db
    .selectFrom('bank_spending')
    .select('row_id')
    .where(isAmong(db, 'row_id', ids))
    .execute()
  const isUsed = new Set(used.map(({ row_id }) => row_id))
  const open = came.filter(({ row_id }) => !isUsed.has(row_id))
  return [...expected.values()].flatMap((one): Surplus[] => {
    const { id, label, name, email, phone = '', cash } = one
    const isDue = isAccepted(one)
    const seen = isDue ? [] : open.flatMap((row) => (row.id === id ? (found.rows.get(row.row_id) ?? []) : []))
    const received = allocated(id) + (cash ?? 0) + seen.reduce((sum, { amount }) => sum + amount, 0)
    const amount = received - (isDue ? one.due : 0) - returned(id) - kept(id)
    if (received === 0 || amount <= 0) return []
    const sums = { received, cash: cash ?? 0, due: one.due, returned: returned(id), kept: kept(id), amount }
    return [{ submission: id, label, name, email, phone, why: isDue ? 'too-much' : 'not-accepted', ...sums, seen }]
  })
}

/** What came or went, for each record. */
const addUp = (rows: readonly { record_id: string; amount: number }[]) => {
  const sums = new Map<string, number>()
  for (const { record_id, amount } of rows) sums.set(record_id, (sums.get(record_id) ?? 0) + amount)
  return (id: string) => sums.get(id) ?? 0
}
