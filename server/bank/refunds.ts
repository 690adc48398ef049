import type { Transaction } from 'kysely'
import { writePaise } from '../../festival/bank/cells'
import type { Refund, Refunds } from '../../festival/desk/refunds'
import type { MoneyChoice, MoneyOutcome } from '../../festival/desk/states'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { BankRefundRow, BankRow as KeptRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { noteAudit } from '../reviews/audit'
import { allocate, lockPayments } from './allocate'
import { type ExpectedRecord, isAccepted, readExpected } from './expected'
import type { Found, Matcher } from './matches'
import { readRevision, showRow } from './rows'

/** More are never listed. */
const mostListed = 500

interface Surplus {
  expected: ExpectedRecord
  received: number
  outcomes: Record<MoneyOutcome, number>
  amount: number
  /** What came for somebody who isn't accepted, and nobody has said anything about. */
  seen: KeptRow[]
}

const sumBy = (rows: readonly { record_id: string; amount: number }[]) => {
  const sums = new Map<string, number>()
  for (const { record_id, amount } of rows) sums.set(record_id, (sums.get(record_id) ?? 0) + amount)
  return sums
}

/** Payments that are firmly of somebody who was rejected or has withdrawn, and allocated to nobody. */
const findSeen = (matcher: Matcher) => matcher.find({ kinds: ['not-accepted'] })

const readSeen = async (db: DbOrTransaction, { matches }: Found) => {
  const owners = new Map(matches.flatMap(({ rows, expected }) => rows.map((row) => [row, expected[0] ?? ''] as const)))
  const rows = await db
    .selectFrom('bank_row')
    .selectAll()
    .where('id', 'in', owners.size > 0 ? [...owners.keys()] : [''])
    .where('id', 'not in', ({ selectFrom }) => selectFrom('bank_spending').select('row_id'))
    .orderBy('day')
    .execute()
  return rows.map((row) => ({ row, record_id: owners.get(row.id) ?? '', amount: row.amount }))
}

/**
 * Whose money is to be given back or kept: what came beyond the due, and all of what is rejected or withdrawn, by the bank before
 * or after the import, or in cash (behaviour 15.25, 15.60).
 */
const findSurpluses = async (db: DbOrTransaction, found: Found): Promise<Surplus[]> => {
  const allocated = await db
    .selectFrom('bank_match')
    .select(['record_id', 'amount'])
    .where('freed_by', 'is', null)
    .execute()
  const expected = await readExpected(db)
  const seen = (await readSeen(db, found)).filter(({ record_id }) => {
    const one = expected.get(record_id)
    return one && !isAccepted(one)
  })
  const cash = [...expected.values()].flatMap(({ id, cash: amount }) =>
    amount === null ? [] : [{ record_id: id, amount }],
  )
  const noted = await db.selectFrom('bank_refund').select(['record_id', 'amount', 'kind']).execute()
  const sumOf = (outcome: MoneyOutcome) => sumBy(noted.filter(({ kind }) => kind === outcome))
  const [returned, kept] = [sumOf('returned'), sumOf('kept')]
  return [...sumBy([...allocated, ...seen, ...cash])].flatMap(([id, received]): Surplus[] => {
    const one = expected.get(id)
    if (!one) return []
    const outcomes = { returned: returned.get(id) ?? 0, kept: kept.get(id) ?? 0 }
    const amount = received - (isAccepted(one) ? one.due : 0) - outcomes.returned - outcomes.kept
    const rows = seen.flatMap(({ record_id, row }) => (record_id === id ? row : []))
    return amount > 0 ? [{ expected: one, received, outcomes, amount, seen: rows }] : []
  })
}

/** How much is to be given back, and to how many. */
export const sumRefunds = async (db: Db, matcher: Matcher): Promise<{ count: number; sum: number }> => {
  const surpluses = await findSurpluses(db, await findSeen(matcher))
  return { count: surpluses.length, sum: sumUp(surpluses).due }
}

const sumUp = (surpluses: readonly Surplus[]) => ({ due: surpluses.reduce((sum, { amount }) => sum + amount, 0) })

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
  const ids = surpluses.map(({ expected }) => expected.id)
  const allocated = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .selectAll('bank_row')
    .select('record_id')
    .where('freed_by', 'is', null)
    .where('bank_match.amount', '>', 0)
    .where('record_id', 'in', ids)
    .orderBy('bank_row.day')
    .execute()
  const told = await readTold(db, ids)
  return surpluses.map(({ expected, received, outcomes, amount, seen }): Refund => {
    const { id, label, name, email, phone = '', due, cash } = expected
    const own = allocated.filter(({ record_id }) => record_id === id)
    return {
      ...{ submission: id, label, name, email, phone, received, due, amount, cash: cash ?? 0 },
      ...outcomes,
      why: isAccepted(expected) ? 'too-much' : 'not-accepted',
      told: isAccepted(expected) ? null : (told.get(id) ?? null),
      rows: [...own.map((row) => showRow(row, [{ id, label }])), ...seen.map((row) => showRow(row, []))],
    }
  })
}

/** What is to be given back, with whom to ask where the money goes, and what became of the rest. */
export const listRefunds = async (db: Db, matcher: Matcher): Promise<Refunds> => {
  const surpluses = await findSurpluses(db, await findSeen(matcher))
  const all = await db.selectFrom('bank_refund').selectAll().orderBy('at', 'desc').execute()
  const listed = all.slice(0, mostListed)
  const expected = await readExpected(db, [...new Set(listed.map(({ record_id }) => record_id))])
  const sumOf = (outcome: MoneyOutcome) =>
    all.reduce((sum, { kind, amount }) => (kind === outcome ? sum + amount : sum), 0)
  return {
    refunds: await listDue(db, surpluses.slice(0, mostListed)),
    noted: listed.map(({ id, record_id, kind, amount, note, actor, at }) => {
      const { label = '', name = '' } = expected.get(record_id) ?? {}
      return { id, submission: record_id, label, name, outcome: kind, amount, note, by: actor, at }
    }),
    sums: { ...sumUp(surpluses), returned: sumOf('returned'), kept: sumOf('kept') },
  }
}

/** Payments that were only seen are allocated to whom they came for, so that they verify nobody (behaviour 15.53). */
const allocateSeen = (
  transaction: Transaction<Tables>,
  { seen, expected }: Surplus,
  { id, actor, at }: BankRefundRow,
  { wordings }: Found,
): Promise<void> =>
  allocate(
    transaction,
    seen.map((row) => ({
      row_id: row.id,
      record_id: expected.id,
      spending_id: `${id}.${row.id}`,
      amount: row.amount,
      actor,
      at,
      reason: '',
      decision_id: null,
      otherRows: (wordings.get(row.id) ?? []).filter((other) => other !== row.id),
    })),
  )

/**
 * Notes that money was given back or is kept, never more than is open, of any number at once (behaviour 15.48). The same press
 * again changes nothing.
 * @throws ApiError 409 where the id is another refund's, and for more than is open
 */
export const noteRefund = async (db: Db, matcher: Matcher, refund: BankRefundRow): Promise<void> => {
  const found = await findSeen(matcher)
  const isDone = await transact(db, async (transaction) => {
    await lockPayments(transaction)
    const { id, record_id, actor, amount, kind } = refund
    const noted = await transaction.selectFrom('bank_refund').selectAll().where('id', '=', id).executeTakeFirst()
    if (noted) {
      if (noted.record_id === record_id && noted.amount === amount && noted.kind === kind) return true
      throw new ApiError('illegal', 'Another refund was noted by this press. Look at the list again.')
    }
    if ((await readRevision(transaction)) !== found.revision) return false
    const surplus = (await findSurpluses(transaction, found)).find(({ expected }) => expected.id === record_id)
    if (!surplus || amount > surplus.amount)
      throw new ApiError(
        'illegal',
        surplus
          ? `Only ${writePaise(surplus.amount)} is still to be given back. Look at the list again.`
          : 'Nothing is to be given back for this submission any more. Look at the list again.',
      )
    if (surplus.seen.length > 0) await allocateSeen(transaction, surplus, refund, found)
    await transaction.insertInto('bank_refund').values(refund).execute()
    const detail = { outcome: kind, paise: amount }
    const at = new Date(refund.at)
    await noteAudit(transaction, { at, actor, action: 'refund-noted', recordId: record_id, detail })
    return true
  })
  if (!isDone) return noteRefund(db, matcher, refund)
  matcher.forget()
}
