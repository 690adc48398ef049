import { writePaise } from '../../festival/bank/cells'
import type { MatchKind } from '../../festival/bank/match'
import type { Refund, Refunds } from '../../festival/desk/refunds'
import type { MoneyOutcome } from '../../festival/desk/states'
import { isAmong } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import type { BankRefundRow } from '../db/statement-schema'
import { ApiError } from '../http/api-error'
import { saveAudit } from '../organisers/audit'
import { allocate } from './allocate'
import { readExpected } from './expected'
import { type Matcher, withMatches } from './matches'
import { showRow } from './rows'
import { readSurpluses, type Surplus } from './surpluses'

/** More are never listed. */
const mostListed = 500

/** Payments that are firmly of somebody who was rejected or has withdrawn, and allocated to nobody. */
const seenKinds: readonly MatchKind[] = ['not-accepted']

/** What is to be given back, with whom to ask where the money goes, and what became of the rest. */
export const listRefunds = async (db: Db, matcher: Matcher): Promise<Refunds> => {
  const surpluses = await readSurpluses(db, await matcher.find({ kinds: seenKinds }))
  const all = await db.selectFrom('bank_refund').selectAll().orderBy('at', 'desc').execute()
  const listed = all.slice(0, mostListed)
  const expected = await readExpected(db, [...new Set(listed.map(({ record_id }) => record_id))])
  const sumOf = (outcome: MoneyOutcome) =>
    all.reduce((sum, { kind, amount }) => (kind === outcome ? sum + amount : sum), 0)
  return {
    refunds: await tellRefunds(db, surpluses.slice(0, mostListed)),
    noted: listed.map(({ id, record_id, kind, amount, note, actor, at }) => {
      const { label = '', name = '' } = expected.get(record_id) ?? {}
      return { id, submission: record_id, label, name, outcome: kind, amount, note, by: actor, at }
    }),
    sums: {
      due: surpluses.reduce((sum, { amount }) => sum + amount, 0),
      ...{ returned: sumOf('returned'), kept: sumOf('kept') },
    },
  }
}

/** Adds the rows of each, and what the mail of its rejection says of the money. */
const tellRefunds = async (db: DbOrTransaction, surpluses: readonly Surplus[]): Promise<Refund[]> => {
  const isTheirs = isAmong(
    db,
    'record_id',
    surpluses.map(({ submission }) => submission),
  )
  const allocated = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .selectAll('bank_row')
    .select('record_id')
    .where('freed_by', 'is', null)
    .where('bank_match.amount', '>', 0)
    .where(isTheirs)
    .orderBy('bank_row.day')
    .execute()
  const rejections = await db
    .selectFrom('decision')
    .select(['record_id', 'money'])
    .where('decision', '=', 'reject')
    .where(isTheirs)
    .orderBy('version')
    .execute()
  const told = new Map(rejections.map(({ record_id, money }) => [record_id, money]))
  return surpluses.map(({ seen, ...one }) => {
    const { submission: id, label, why } = one
    const own = allocated.flatMap((row) => (row.record_id === id ? showRow(row, [{ id, label }]) : []))
    const tells = why === 'not-accepted' ? (told.get(id) ?? null) : null
    return { ...one, told: tells, rows: [...own, ...seen.map((row) => showRow(row, []))] }
  })
}

/**
 * Notes that money was given back or is kept, never more than is open, of any number at once (behaviour 15.48). The same press
 * again changes nothing. Payments that were only seen are allocated to whom they came for, so that they verify nobody (15.53).
 * @throws ApiError 409 where the id is another refund's, and for more than is open
 */
export const noteRefund = (db: Db, matcher: Matcher, refund: BankRefundRow): Promise<void> =>
  withMatches({ db, matcher }, seenKinds, async (transaction, found) => {
    const { id, record_id, actor, amount, kind, at } = refund
    const noted = await transaction.selectFrom('bank_refund').selectAll().where('id', '=', id).executeTakeFirst()
    if (noted?.record_id === record_id && noted.amount === amount && noted.kind === kind) return
    if (noted) throw new ApiError('illegal', 'Another refund was noted by this press. Look at the list again.')
    const surplus = (await readSurpluses(transaction, found)).find(({ submission }) => submission === record_id)
    if (!surplus || amount > surplus.amount) {
      const left = surplus
        ? `Only ${writePaise(surplus.amount)} is still to be given back.`
        : 'Nothing is to be given back for this submission any more.'
      throw new ApiError('illegal', `${left} Look at the list again.`)
    }
    const seen = surplus.seen.map((row) => ({
      ...{ row_id: row.id, record_id, spending_id: `${id}.${row.id}`, amount: row.amount },
      ...{ actor, at, reason: '', decision_id: null },
      otherRows: (found.wordings.get(row.id) ?? []).filter((other) => other !== row.id),
    }))
    if (seen.length > 0) await allocate(transaction, seen)
    await transaction.insertInto('bank_refund').values(refund).execute()
    const detail = { outcome: kind, paise: amount }
    await saveAudit(transaction, { at: new Date(at), actor, action: 'refund-noted', recordId: record_id, detail })
  })
