import { writePaise } from '../../festival/bank/cells'
import type { MatchKind } from '../../festival/bank/match'
import type { Refunds } from '../../festival/desk/bank'
import type { MoneyOutcome } from '../../festival/desk/states'
import type { Db } from '../db/schema'
import type { BankRefundRow } from '../db/statement-schema'
import { ApiError } from '../http/api-error'
import { saveAudit } from '../organisers/audit'
import { allocate } from './allocate'
import { readExpected, readRefunds } from './expected'
import { type Matcher, openMatches } from './matches'

/** More are never listed. */
const mostListed = 500

/** Payments that are firmly of somebody who was rejected or has withdrawn, and allocated to nobody. */
const seenKinds: readonly MatchKind[] = ['not-accepted']

/** What is to be given back, with whom to ask where the money goes, and what became of the rest. */
export const listRefunds = async (db: Db, matcher: Matcher): Promise<Refunds> => {
  const refunds = await readRefunds(db, await matcher.find({ kinds: seenKinds }))
  const all = await db.selectFrom('bank_refund').selectAll().orderBy('at', 'desc').execute()
  const listed = all.slice(0, mostListed)
  const expected = await readExpected(db, [...new Set(listed.map(({ record_id }) => record_id))])
  const sumOf = (outcome: MoneyOutcome) =>
    all.reduce((sum, { kind, amount }) => (kind === outcome ? sum + amount : sum), 0)
  const due = refunds.reduce((sum, { amount }) => sum + amount, 0)
  return {
    refunds: refunds.slice(0, mostListed),
    noted: listed.map(({ id, record_id, kind, amount, note, actor, at }) => {
      const { label = '', name = '' } = expected.get(record_id) ?? {}
      return { id, submission: record_id, label, name, outcome: kind, amount, note, by: actor, at }
    }),
    sums: { due, returned: sumOf('returned'), kept: sumOf('kept') },
  }
}

/**
 * Notes that money was given back or is kept, never more than is open, of any number at once (behaviour 15.48). The same press
 * again changes nothing. Payments that were only seen are allocated to whom they came for, so that they verify nobody (15.53).
 * @throws ApiError 409 where the id is another refund's, and for more than is open
 */
export const noteRefund = (db: Db, matcher: Matcher, refund: BankRefundRow): Promise<void> =>
  openMatches(
    { db, matcher },
    { kinds: seenKinds },
  )(async (transaction, found) => {
    const { id, record_id, actor, amount, kind, at } = refund
    const noted = await transaction.selectFrom('bank_refund').selectAll().where('id', '=', id).executeTakeFirst()
    if (noted?.record_id === record_id && noted.amount === amount && noted.kind === kind) return
    if (noted) throw new ApiError('illegal', 'Another refund was noted by this press. Look at the list again.')
    const open = (await readRefunds(transaction, found)).find(({ submission }) => submission === record_id)
    if (!open || amount > open.amount) {
      const left = open
        ? `Only ${writePaise(open.amount)} is still to be given back.`
        : 'Nothing is to be given back for this submission any more.'
      throw new ApiError('illegal', `${left} Look at the list again.`)
    }
    const seen = open.rows.filter(({ allocatedTo }) => allocatedTo.length === 0)
    const allocations = seen.map((row) => ({
      ...{ row_id: row.id, record_id, spending_id: `${id}.${row.id}`, amount: row.amount },
      ...{ actor, at, reason: '', decision_id: null },
      otherRows: (found.wordings.get(row.id) ?? []).filter((other) => other !== row.id),
    }))
    if (seen.length > 0) await allocate(transaction, allocations)
    await transaction.insertInto('bank_refund').values(refund).execute()
    const detail = { outcome: kind, paise: amount }
    await saveAudit(transaction, { at: new Date(at), actor, action: 'refund-noted', recordId: record_id, detail })
  })
