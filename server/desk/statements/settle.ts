import type { Transaction } from 'kysely'
import type { PaymentsSettled, SettledItem, SettleSkip } from '../../../festival/desk/statement'
import type { Db, DbOrTransaction, Tables } from '../../db/schema'
import { transact } from '../../db/transact'
import { noteAuditOnce } from '../../reviews/audit'
import { lockPayments, spendPayments } from '../../reviews/bank-matches'
import { type DecisionSettings, decide, idWithinBatch, shownUntil } from '../../reviews/decide'
import type { Indexer } from '../../reviews/index-records'
import { listFlagKinds } from '../../reviews/queue-queries'
import { changeReview, readReview } from '../../reviews/review'
import { holdPress } from '../../reviews/undo'
import type { Clock } from '../../system/clock'
import { type CheckedItem, checkItem } from './check-item'
import { type Proposed, propose } from './propose'
import { readRowStand } from './row-stand'

export interface SettleParts {
  db: Db
  clock: Clock
  settings: DecisionSettings
  /** Flags must be up to date before claims are verified. */
  indexer: Pick<Indexer, 'catchUp'>
}

/** Somebody who settles, and their press. */
interface Press {
  id: string
  actor: string
}

/** One call of it: all of a press has the moment of its latest call. */
interface TimedPress extends Press {
  now: Date
}

type Settled = PaymentsSettled['settled'][number]

/** Nothing of an item's transaction may stay. */
class SkipError extends Error {
  override readonly name = 'SkipError'
  constructor(readonly why: SettleSkip) {
    super(`This was left alone: ${why}`)
  }
}

/** What an earlier try of this press settled of these claims; undefined where it did not get so far. */
const findEarlier = async (db: DbOrTransaction, press: Press, item: SettledItem): Promise<Settled[] | undefined> => {
  const settled: Settled[] = []
  for (const { id: submission } of item.claims) {
    const decisionId = idWithinBatch(press.id, submission)
    const match = await db
      .selectFrom('bank_match')
      .select('id')
      .where('decision_id', '=', decisionId)
      .where('row_id', 'in', item.rows)
      .where('freed_by', 'is', null)
      .executeTakeFirst()
    const decision = await db.selectFrom('decision').select('version').where('id', '=', decisionId).executeTakeFirst()
    const review = match && (await readReview(db, submission))
    if (!review) return undefined
    const { version } = decision ?? review
    settled.push({ submission, version, decision: decision ? decisionId : null })
  }
  return settled
}

/** Which of these nobody knows the flags of yet. */
const listUnindexed = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const reviews = db.selectFrom('review').select('record_id').where('record_id', 'in', ids).where('prepared', '=', 0)
  return new Set((await reviews.execute()).map(({ record_id }) => record_id))
}

export const createSettle = ({ db, clock, settings, indexer }: SettleParts) => {
  /** Verifies one claim, or adds a payment to what the bank's rows verify already. @throws SkipError */
  const verify = async (
    transaction: Transaction<Tables>,
    press: TimedPress,
    { id: recordId, version }: SettledItem['claims'][number],
    { state, difference, shares }: CheckedItem,
  ): Promise<Settled> => {
    const { now } = press
    const id = idWithinBatch(press.id, recordId)
    const review = await readReview(transaction, recordId)
    if (!review || review.version !== version) throw new SkipError(review ? 'stale' : 'missing')
    const detail = { by: state, ...(difference === 0 ? {} : { difference }) }
    if (review.state === 'verified' && review.ground === 'bank') {
      const { actor } = press
      const paise = shares.reduce((sum, { claim, amount }) => (claim === recordId ? sum + amount : sum), 0)
      const added = { ...detail, paise }
      const line = { at: now, actor, action: 'payment-added', recordId, decisionId: id, detail: added } as const
      if (!(await noteAuditOnce(transaction, line))) throw new SkipError('stale')
      const same = { state: review.state, ground: review.ground, changed_by: actor } as const
      if (!(await changeReview(transaction, review, same, now))) throw new SkipError('stale')
      return { submission: recordId, version: version + 1, decision: null }
    }
    const wanted = { decision: 'verify', ground: 'bank', reasons: [], note: '', detail, now } as const
    const outcome = await decide(
      transaction,
      { ...wanted, id, batchId: press.id, recordId, version, actor: press.actor },
      settings,
    )
    if (outcome.is !== 'taken')
      throw new SkipError(outcome.is === 'undone' || outcome.is === 'reused' ? 'stale' : outcome.is)
    return { submission: recordId, version: outcome.row.version, decision: id }
  }

  const settleItem = (
    press: TimedPress,
    item: SettledItem,
    checked: CheckedItem,
    stand: string,
  ): Promise<Settled[] | 'again'> =>
    transact(db, async (transaction) => {
      await lockPayments(transaction)
      const earlier = await findEarlier(transaction, press, item)
      if (earlier) return earlier
      if ((await readRowStand(transaction)) !== stand) return 'again'
      const rowIds = checked.shares.map(({ row }) => row)
      const spent = await transaction
        .selectFrom('bank_spending')
        .select('row_id')
        .where('row_id', 'in', rowIds)
        .executeTakeFirst()
      if (spent) throw new SkipError('spent')
      const settled: Settled[] = []
      for (const claim of item.claims) settled.push(await verify(transaction, press, claim, checked))
      const spending = idWithinBatch(press.id, [...rowIds].sort().join(' '))
      await spendPayments(
        transaction,
        checked.shares.map(({ claim, row, amount }) => ({
          row_id: row,
          record_id: claim,
          spending_id: spending,
          amount,
          actor: press.actor,
          at: press.now.toISOString(),
          reason: item.accepted?.reason ?? '',
          decision_id: idWithinBatch(press.id, claim),
        })),
      )
      return settled
    })

  const look = async () => {
    const stand = await readRowStand(db)
    return { stand, proposed: await propose(db) }
  }

  /** Settles what the server itself proposes, and says what was left alone and why (behaviour 15.23). */
  return async (by: Press, items: readonly SettledItem[]): Promise<PaymentsSettled> => {
    await indexer.catchUp()
    const press = { ...by, now: clock() }
    await transact(db, (transaction) => holdPress(transaction, press.id, press.now))
    const ids = items.flatMap(({ claims }) => claims.map(({ id }) => id))
    // First, for one that is indexed meanwhile has its flags already when they are read.
    const unindexed = await listUnindexed(db, ids)
    const flags = await listFlagKinds(db, ids)
    const answer: PaymentsSettled = { id: press.id, settled: [], skipped: [], undoUntil: '' }
    let looked = await look()
    const skip = (item: SettledItem, { claims }: Proposed, why: SettleSkip) => {
      for (const { id } of item.claims) {
        const claim = claims.get(id)
        answer.skipped.push({ submission: id, label: claim?.label ?? '', name: claim?.name ?? '', why })
      }
    }
    const isIn = (known: Pick<Set<string>, 'has'>, { claims }: SettledItem) => claims.some(({ id }) => known.has(id))
    const settle = async (item: SettledItem): Promise<void> => {
      const earlier = await findEarlier(db, press, item)
      if (earlier) {
        answer.settled.push(...earlier)
        return
      }
      const checked = checkItem(item, looked.proposed, {
        isFlagged: isIn(flags, item),
        isUnindexed: isIn(unindexed, item),
      })
      if (typeof checked === 'string') return skip(item, looked.proposed, checked)
      const settled = await settleItem(press, item, checked, looked.stand).catch((error: unknown) => {
        if (error instanceof SkipError) return error.why
        throw error
      })
      if (settled === 'again') {
        looked = await look()
        return settle(item)
      }
      if (typeof settled === 'string') return skip(item, looked.proposed, settled)
      answer.settled.push(...settled)
    }
    for (const item of items) await settle(item)
    answer.undoUntil = shownUntil(press.now)
    return answer
  }
}
