import type { Transaction } from 'kysely'
import type { Settled, SettleItem, SettleSkip } from '../../festival/desk/bank'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { noteAuditOnce } from '../reviews/audit'
import { type DecisionSettings, decide, idWithinBatch, shownUntil } from '../reviews/decide'
import type { Indexer } from '../reviews/index-records'
import { listFlagKinds } from '../reviews/queue-queries'
import { changeReview, readReview } from '../reviews/review'
import { holdPress } from '../reviews/undo'
import type { Clock } from '../system/clock'
import { allocate, lockPayments, type NewAllocation } from './allocate'
import { type Checked, checkItem, type Looked } from './check-item'
import { readExpected } from './expected'
import type { Matcher } from './matches'
import { readRevision, toBankRow } from './rows'

export interface SettleParts {
  db: Db
  clock: Clock
  settings: DecisionSettings
  matcher: Matcher
  /** Flags must be up to date before anybody is verified. */
  indexer: Pick<Indexer, 'catchUp'>
}

/** Somebody's press; all of it has the moment of its latest call. */
interface Press {
  id: string
  actor: string
  now: Date
}

interface CheckedItem {
  item: SettleItem
  checked: Checked
}

type SettledOne = Settled['settled'][number]

/** Nothing of the item's transaction may stay. */
class SkipError extends Error {
  override readonly name = 'SkipError'
  constructor(readonly why: SettleSkip) {
    super(`This was left alone: ${why}`)
  }
  item: SettleItem | undefined
}

/** Items of one transaction: others want to write too. */
const batchSize = 10

/** What an earlier try of this press settled of an item; undefined where it did not get so far. */
const findEarlier = async (db: DbOrTransaction, press: Press, item: SettleItem): Promise<SettledOne[] | undefined> => {
  const settled: SettledOne[] = []
  for (const { id: submission } of item.expected) {
    const decisionId = idWithinBatch(press.id, submission)
    const held = await db
      .selectFrom('bank_match')
      .select('id')
      .where('decision_id', '=', decisionId)
      .where('row_id', 'in', item.rows)
      .where('freed_by', 'is', null)
      .executeTakeFirst()
    const review = held && (await readReview(db, submission))
    if (!review) return undefined
    const decision = await db.selectFrom('decision').select('version').where('id', '=', decisionId).executeTakeFirst()
    settled.push({ submission, version: (decision ?? review).version, decision: decision ? decisionId : null })
  }
  return settled
}

/** Verifies one submission, or adds a payment to what the bank's rows verify already. @throws SkipError */
const verify = async (
  transaction: Transaction<Tables>,
  { id: batchId, actor, now }: Press,
  { id: recordId, version }: SettleItem['expected'][number],
  { by, isTyped, difference, shares }: Checked,
  settings: DecisionSettings,
): Promise<SettledOne> => {
  const id = idWithinBatch(batchId, recordId)
  const review = await readReview(transaction, recordId)
  if (!review || review.version !== version) throw new SkipError(review ? 'stale' : 'missing')
  // No word that was typed: a line of the audit log cannot be forgotten.
  const detail = { by, ...(isTyped ? { reason: 'typed' } : {}), ...(difference === 0 ? {} : { difference }) }
  if (review.state === 'verified' && review.ground === 'bank') {
    const paise = shares.reduce((sum, { record, amount }) => (record === recordId ? sum + amount : sum), 0)
    const line = {
      at: now,
      actor,
      action: 'payment-added',
      recordId,
      decisionId: id,
      detail: { ...detail, paise },
    } as const
    if (!(await noteAuditOnce(transaction, line))) throw new SkipError('stale')
    const same = { state: review.state, ground: review.ground, changed_by: actor } as const
    if (!(await changeReview(transaction, review, same, now))) throw new SkipError('stale')
    return { submission: recordId, version: version + 1, decision: null }
  }
  const wanted = { decision: 'verify', ground: 'bank', reasons: [], note: '', detail, now } as const
  const outcome = await decide(transaction, { ...wanted, id, batchId, recordId, version, actor }, settings)
  if (outcome.is !== 'taken')
    throw new SkipError(outcome.is === 'undone' || outcome.is === 'reused' ? 'stale' : outcome.is)
  return { submission: recordId, version: outcome.row.version, decision: id }
}

export const createSettle = ({ db, clock, settings, matcher, indexer }: SettleParts) => {
  /** Matches once, and reads what these items are about. */
  const look = async (items: readonly SettleItem[]): Promise<Looked> => {
    const ids = [...new Set(items.flatMap(({ expected }) => expected.map(({ id }) => id)))]
    const rowIds = [...new Set(items.flatMap((item) => item.rows))]
    // First, for one that is indexed meanwhile has its flags already when they are read.
    const expected = await readExpected(db, ids)
    const flags = await listFlagKinds(db, ids)
    const found = await matcher.find({ ids: [...ids, ...rowIds] })
    const all = [...new Set([...rowIds, ...found.matches.flatMap((match) => match.rows)])]
    const kept = await db.selectFrom('bank_row').selectAll().where('id', 'in', all).execute()
    const used = await db.selectFrom('bank_spending').select('row_id').where('row_id', 'in', all).execute()
    const isUsed = new Set(used.map(({ row_id }) => row_id))
    const rows = new Map(kept.map((row) => [row.id, toBankRow(row, isUsed.has(row.id) ? '' : undefined)]))
    return { ...found, expected, flags, rows }
  }

  const settleItem = async (
    transaction: Transaction<Tables>,
    press: Press,
    { item, checked }: CheckedItem,
    { wordings }: Looked,
  ): Promise<SettledOne[]> => {
    const earlier = await findEarlier(transaction, press, item)
    if (earlier) return earlier
    const wordsOf = (row: string) => wordings.get(row) ?? [row]
    const used = transaction.selectFrom('bank_spending').select('row_id')
    if (await used.where('row_id', 'in', item.rows.flatMap(wordsOf)).executeTakeFirst())
      throw new SkipError('allocated')
    const settled: SettledOne[] = []
    for (const one of item.expected) settled.push(await verify(transaction, press, one, checked, settings))
    await allocate(
      transaction,
      checked.shares.map(
        ({ record, row, amount }): NewAllocation => ({
          row_id: row,
          record_id: record,
          spending_id: idWithinBatch(press.id, row),
          amount,
          actor: press.actor,
          at: press.now.toISOString(),
          reason: checked.reason,
          decision_id: idWithinBatch(press.id, record),
          otherRows: wordsOf(row).filter((id) => id !== row),
        }),
      ),
    )
    return settled
  }

  /** All of them or none. `retry`: a file came or went since the look. @throws SkipError with the item that must be left out */
  const settleBatch = (press: Press, batch: readonly CheckedItem[], looked: Looked) =>
    transact(db, async (transaction): Promise<SettledOne[] | 'retry'> => {
      await lockPayments(transaction)
      if ((await readRevision(transaction)) !== looked.revision) return 'retry'
      const settled: SettledOne[] = []
      for (const one of batch)
        try {
          settled.push(...(await settleItem(transaction, press, one, looked)))
        } catch (error) {
          if (error instanceof SkipError) error.item = one.item
          throw error
        }
      return settled
    })

  /** Allocates payments and verifies by them, and says what was left alone and why (behaviour 15.23). */
  return async (by: Omit<Press, 'now'>, items: readonly SettleItem[]): Promise<Settled> => {
    await indexer.catchUp()
    const press = { ...by, now: clock() }
    await transact(db, (transaction) => holdPress(transaction, press.id, press.now))
    const answer: Settled = { id: press.id, settled: [], skipped: [], undoUntil: shownUntil(press.now) }
    let looked = await look(items)
    const skip = (item: SettleItem, why: SettleSkip) => {
      for (const { id } of item.expected) {
        const { label = '', name = '' } = looked.expected.get(id) ?? {}
        answer.skipped.push({ submission: id, label, name, why })
      }
    }
    /** Those that may be settled; what becomes of the others is answered. */
    const check = async (some: readonly SettleItem[]): Promise<CheckedItem[]> => {
      const batch: CheckedItem[] = []
      for (const item of some) {
        const checked = checkItem(item, looked)
        // What an earlier try settled is allocated and newer now, as what somebody else settled is.
        const earlier = typeof checked === 'string' ? await findEarlier(db, press, item) : undefined
        if (earlier) answer.settled.push(...earlier)
        else if (typeof checked === 'string') skip(item, checked)
        else batch.push({ item, checked })
      }
      return batch
    }
    const settle = async (some: readonly SettleItem[]): Promise<void> => {
      const batch = await check(some)
      if (batch.length === 0) return
      try {
        const settled = await settleBatch(press, batch, looked)
        if (settled !== 'retry') {
          answer.settled.push(...settled)
          return
        }
        looked = await look(items)
      } catch (error) {
        if (!(error instanceof SkipError && error.item)) throw error
        const left = error.item
        skip(left, error.why)
        return settle(batch.flatMap(({ item }) => (item === left ? [] : item)))
      }
      return settle(batch.map(({ item }) => item))
    }
    for (let start = 0; start < items.length; start += batchSize) await settle(items.slice(start, start + batchSize))
    matcher.forget()
    return answer
  }
}
