import type { Refund } from '../../../festival/desk/statement'
import type { Db, DbOrTransaction } from '../../db/schema'
import { toPayment } from '../../reviews/bank-rows'
import { type ClaimedRecord, readClaims } from '../../reviews/claims'
import { readRecords } from '../../reviews/records'

interface Surplus {
  claim: ClaimedRecord
  received: number
  returned: number
  amount: number
}

const sumBy = (rows: readonly { record_id: string; amount: number }[]) => {
  const sums = new Map<string, number>()
  for (const { record_id, amount } of rows) sums.set(record_id, (sums.get(record_id) ?? 0) + amount)
  return sums
}

/** Whose money is to be given back: what came beyond the due, and all of what is rejected or withdrawn (behaviour 15.25). */
export const findSurpluses = async (db: DbOrTransaction): Promise<Surplus[]> => {
  const matches = await db
    .selectFrom('bank_match')
    .select(['record_id', 'amount'])
    .where('freed_by', 'is', null)
    .execute()
  const received = sumBy(matches)
  const returned = sumBy(await db.selectFrom('bank_refund').select(['record_id', 'amount']).execute())
  const claims = await readClaims(db, new Set(received.keys()))
  return [...received].flatMap(([id, came]) => {
    const claim = claims.get(id)
    if (!claim) return []
    const keeps = claim.state === 'rejected' || claim.state === 'withdrawn' ? 0 : claim.due
    const back = returned.get(id) ?? 0
    const amount = came - keeps - back
    return amount > 0 ? [{ claim, received: came, returned: back, amount }] : []
  })
}

/** The same with whom to ask where the money goes. */
export const listRefunds = async (db: Db): Promise<Refund[]> => {
  const surpluses = await findSurpluses(db)
  if (surpluses.length === 0) return []
  const ids = surpluses.map(({ claim }) => claim.id)
  const records = await readRecords(
    db,
    surpluses.map(({ claim }) => ({ record_id: claim.id, kind: claim.kind })),
  )
  const rows = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .selectAll('bank_row')
    .select('record_id')
    .where('freed_by', 'is', null)
    .where('record_id', 'in', ids.slice(0, mostListed))
    .orderBy('bank_row.day')
    .execute()
  return surpluses.slice(0, mostListed).flatMap(({ claim, received, returned, amount }): Refund[] => {
    const record = records.get(claim.id)
    if (!record) return []
    const { id, label, name, due, state } = claim
    const isAccepted = state !== 'rejected' && state !== 'withdrawn'
    return [
      {
        submission: id,
        label,
        name,
        email: record.email,
        phone: record.phone,
        why: isAccepted ? 'too-much' : 'not-accepted',
        received,
        due,
        returned,
        amount,
        rows: rows
          .filter(({ record_id }) => record_id === id)
          .map((row) => {
            const { balance: _balance, ...shown } = toPayment(row, undefined)
            return { ...shown, isNew: false, spentOn: [{ id, label }] }
          }),
      },
    ]
  })
}

const mostListed = 500
