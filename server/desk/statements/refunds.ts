import type { Transaction } from 'kysely'
import { writePaise } from '../../../festival/bank/cells'
import type { NotedRefund, Refund, Refunds } from '../../../festival/desk/refunds'
import type { MoneyChoice, MoneyOutcome } from '../../../festival/desk/states'
import { firmStates } from '../../../festival/matching/proposal'
import type { Db, DbOrTransaction, Tables } from '../../db/schema'
import type { BankRefundRow, BankRow } from '../../db/statement-schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { noteAudit } from '../../reviews/audit'
import { lockPayments, spendPayments } from '../../reviews/bank-matches'
import { liveRows, toPayment } from '../../reviews/bank-rows'
import { type ClaimedRecord, isAccepted, readClaims } from '../../reviews/claims'
import { readRecords } from '../../reviews/records'

/** More are never listed. */
const mostListed = 500

interface Surplus {
  claim: ClaimedRecord
  received: number
  outcomes: Record<MoneyOutcome, number>
  amount: number
  /** What the newest import sees of somebody who isn't accepted, and nobody has said anything about. */
  seen: BankRow[]
}

const sumBy = (rows: readonly { record_id: string; amount: number }[]) => {
  const sums = new Map<string, number>()
  for (const { record_id, amount } of rows) sums.set(record_id, (sums.get(record_id) ?? 0) + amount)
  return sums
}

/** Payments that are firmly of somebody who was rejected or has withdrawn, and spent on nobody. */
const listSeen = async (db: DbOrTransaction, claims: ReadonlyMap<string, ClaimedRecord>) => {
  const rows = await liveRows(db)
    .innerJoin('bank_finding', 'bank_finding.row_id', 'bank_row.id')
    .innerJoin('review', 'review.record_id', 'bank_finding.record_id')
    .selectAll('bank_row')
    .select('bank_finding.record_id')
    .where('review.state', 'in', ['rejected', 'withdrawn'])
    .where('bank_finding.state', 'in', firmStates)
    .where('bank_row.amount', '>', 0)
    .where('bank_row.id', 'not in', db.selectFrom('bank_spending').select('row_id'))
    .execute()
  const named = new Set([...claims.values()].filter(isAccepted).flatMap(({ number, reference }) => [number, reference]))
  // Whoever names the payment anew in a later submission wants it to count there.
  return rows.filter(({ record_id }) => {
    const claim = claims.get(record_id)
    return ![claim?.number, claim?.reference].some((one) => one !== undefined && named.has(one))
  })
}

/**
 * Whose money is to be given back or kept: what came beyond the due, and all of what is rejected or withdrawn, by the bank before
 * or after the import, or in cash (behaviour 15.25, 15.60).
 */
export const findSurpluses = async (db: DbOrTransaction): Promise<Surplus[]> => {
  const matches = await db
    .selectFrom('bank_match')
    .select(['record_id', 'amount'])
    .where('freed_by', 'is', null)
    .execute()
  const claims = await readClaims(db)
  const seen = await listSeen(db, claims)
  const cash = [...claims.values()].flatMap(({ id, cash: amount }) =>
    amount === undefined ? [] : [{ record_id: id, amount }],
  )
  const received = sumBy([...matches, ...seen, ...cash])
  const noted = await db.selectFrom('bank_refund').select(['record_id', 'amount', 'kind']).execute()
  const sumOf = (outcome: MoneyOutcome) => sumBy(noted.filter(({ kind }) => kind === outcome))
  const [returned, kept] = [sumOf('returned'), sumOf('kept')]
  return [...received].flatMap(([id, came]): Surplus[] => {
    const claim = claims.get(id)
    if (!claim) return []
    const outcomes = { returned: returned.get(id) ?? 0, kept: kept.get(id) ?? 0 }
    const amount = came - (isAccepted(claim) ? claim.due : 0) - outcomes.returned - outcomes.kept
    return amount > 0
      ? [{ claim, received: came, outcomes, amount, seen: seen.filter(({ record_id }) => record_id === id) }]
      : []
  })
}

/** What the mail of each rejection says of the money. */
const readTold = async (db: Db, ids: readonly string[]): Promise<Map<string, MoneyChoice | null>> => {
  const rows = await db
    .selectFrom('decision')
    .select(['record_id', 'money'])
    .where('decision', '=', 'reject')
    .where('record_id', 'in', ids)
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ record_id, money }) => [record_id, money]))
}

const listDue = async (db: Db, surpluses: readonly Surplus[]): Promise<Refund[]> => {
  if (surpluses.length === 0) return []
  const ids = surpluses.map(({ claim }) => claim.id)
  const records = await readRecords(
    db,
    surpluses.map(({ claim }) => ({ record_id: claim.id, kind: claim.kind })),
  )
  const spent = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .selectAll('bank_row')
    .select('record_id')
    .where('freed_by', 'is', null)
    .where('record_id', 'in', ids)
    .orderBy('bank_row.day')
    .execute()
  const told = await readTold(db, ids)
  return surpluses.flatMap(({ claim, received, outcomes, amount, seen }): Refund[] => {
    const record = records.get(claim.id)
    if (!record) return []
    const { id, label, name, due, cash = 0 } = claim
    const show = (row: BankRow, spentOn: Refund['rows'][number]['spentOn']) => {
      const { balance: _balance, ...shown } = toPayment(row, undefined)
      return { ...shown, isNew: false, spentOn }
    }
    return [
      {
        submission: id,
        label,
        name,
        email: record.email,
        phone: record.phone,
        why: isAccepted(claim) ? 'too-much' : 'not-accepted',
        received,
        cash,
        due,
        ...outcomes,
        amount,
        told: isAccepted(claim) ? null : (told.get(id) ?? null),
        rows: [
          ...spent.filter(({ record_id }) => record_id === id).map((row) => show(row, [{ id, label }])),
          ...seen.map((row) => show(row, [])),
        ],
      },
    ]
  })
}

const listNoted = async (db: Db): Promise<NotedRefund[]> => {
  const rows = await db
    .selectFrom('bank_refund')
    .innerJoin('review', 'review.record_id', 'bank_refund.record_id')
    .selectAll('bank_refund')
    .select('review.kind as form')
    .orderBy('at', 'desc')
    .limit(mostListed)
    .execute()
  const records = await readRecords(
    db,
    rows.map(({ record_id, form }) => ({ record_id, kind: form })),
  )
  return rows.map(({ id, record_id, kind, amount, note, actor, at }) => {
    const { label = '', name = '' } = records.get(record_id) ?? {}
    return { id, submission: record_id, label, name, outcome: kind, amount, note, by: actor, at }
  })
}

/** What is to be given back, with whom to ask where the money goes, and what became of the rest. */
export const listRefunds = async (db: Db): Promise<Refunds> => {
  const surpluses = await findSurpluses(db)
  const sums = await db
    .selectFrom('bank_refund')
    .select(({ fn }) => ['kind', fn.sum<number>('amount').as('sum')])
    .groupBy('kind')
    .execute()
  const sumOf = (outcome: MoneyOutcome) => Number(sums.find(({ kind }) => kind === outcome)?.sum ?? 0)
  return {
    refunds: await listDue(db, surpluses.slice(0, mostListed)),
    noted: await listNoted(db),
    sums: {
      due: surpluses.reduce((sum, { amount }) => sum + amount, 0),
      returned: sumOf('returned'),
      kept: sumOf('kept'),
    },
  }
}

/** Payments that were only seen are spent on whom they came for, so that they verify nobody (behaviour 15.53). */
const spendSeen = (transaction: Transaction<Tables>, { seen, claim }: Surplus, refund: BankRefundRow): Promise<void> =>
  spendPayments(
    transaction,
    seen.map(({ id, amount }) => ({
      row_id: id,
      record_id: claim.id,
      spending_id: refund.id,
      amount,
      actor: refund.actor,
      at: refund.at,
      reason: '',
      decision_id: null,
    })),
  )

/**
 * Notes that money was given back or is kept, never more than is open, of any number at once (behaviour 15.48). The same press
 * again changes nothing.
 * @throws ApiError 409 where the id is another refund's, and for more than is open
 */
export const noteRefund = (db: Db, refund: BankRefundRow): Promise<void> =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const { id, record_id, actor, amount, kind } = refund
    const noted = await transaction.selectFrom('bank_refund').selectAll().where('id', '=', id).executeTakeFirst()
    if (noted) {
      if (noted.record_id === record_id && noted.amount === amount && noted.kind === kind) return
      throw new ApiError('illegal', 'Another refund was noted by this press. Look at the list again.')
    }
    const surplus = (await findSurpluses(transaction)).find(({ claim }) => claim.id === record_id)
    if (!surplus || amount > surplus.amount) {
      throw new ApiError(
        'illegal',
        surplus
          ? `Only ${writePaise(surplus.amount)} is still to be given back. Look at the list again.`
          : 'Nothing is to be given back for this submission any more. Look at the list again.',
      )
    }
    if (surplus.seen.length > 0) await spendSeen(transaction, surplus, refund)
    await transaction.insertInto('bank_refund').values(refund).execute()
    await noteAudit(transaction, {
      at: new Date(refund.at),
      actor,
      action: 'refund-noted',
      recordId: record_id,
      detail: { outcome: kind, paise: amount },
    })
  })
