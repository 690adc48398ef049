import type { Transaction } from 'kysely'
import { type BankRow, holdsBack, kinds, type Match, type MatchKind } from '../../festival/bank/match'
import { compareRow, tellTies } from '../../festival/bank/signals'
import type { Settled, SettleItem, SettleSkip } from '../../festival/desk/bank'
import type { FlagKind } from '../../festival/desk/flags'
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
import { type ExpectedRecord, readExpected } from './expected'
import type { Found, Matcher } from './matches'
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

/** What the items of a call are about, at the moment of the matches. */
interface Looked extends Found {
  expected: Map<string, ExpectedRecord>
  rows: Map<string, BankRow>
  flags: Map<string, FlagKind[]>
}

/** What is settled: how it is tied, and each submission's share of each row, in paise. */
interface Checked {
  by: MatchKind | 'by hand'
  reason: string
  isTyped: boolean
  difference: number
  shares: { record: string; row: string; amount: number }[]
}

type SettledOne = Settled['settled'][number]

/** Nothing of an item's transaction may stay. */
class SkipError extends Error {
  override readonly name = 'SkipError'
  constructor(readonly why: SettleSkip) {
    super(`This was left alone: ${why}`)
  }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Fills what is due from the rows in their order; what is left over is the last one's. */
const share = (rows: readonly BankRow[], expected: readonly ExpectedRecord[]): Checked['shares'] => {
  const left = rows.map(({ id, amount }) => ({ id, amount }))
  const shares: Checked['shares'] = []
  for (const [index, { id: record, due }] of expected.entries()) {
    let open = index === expected.length - 1 ? Number.POSITIVE_INFINITY : due
    for (const row of left) {
      const amount = Math.min(open, row.amount)
      if (amount > 0) shares.push({ record, row: row.id, amount })
      row.amount -= amount
      open -= amount
    }
  }
  return shares
}

/** Whether a person must say why, though something ties them: what somebody else has as firmly, or what the match itself asks. */
const asksReason = (match: Match, expected: readonly string[]): boolean =>
  kinds[match.kind].settling === 'reason' ||
  (kinds[match.kind].group === 'matched' && !isSame(match.expected, expected))

/** What ties them, in words, without a word of a person; undefined where one must say why. */
const findReason = (
  rows: readonly BankRow[],
  expected: readonly ExpectedRecord[],
  matches: readonly Match[],
): string | undefined => {
  const ids = expected.map(({ id }) => id)
  if (matches.some((match) => rows.some(({ id }) => match.rows.includes(id)) && asksReason(match, ids)))
    return undefined
  const ties = rows.flatMap((row) => expected.map((one) => tellTies(compareRow(row, one))))
  return ties.every((tie) => tie !== undefined) ? [...new Set(ties)].join('; ') : undefined
}

/**
 * Whether an item may be settled, and as what (behaviour 15.23): as the match that the server computes itself, or by hand. What a
 * browser says of rows and submissions counts for nothing.
 */
const checkItem = (item: SettleItem, looked: Looked): Checked | SettleSkip => {
  const ids = item.expected.map(({ id }) => id)
  const expected = item.expected.flatMap(({ id }) => looked.expected.get(id) ?? [])
  if (expected.length < ids.length) return 'missing'
  if (item.expected.some(({ id, version }) => looked.expected.get(id)?.version !== version)) return 'stale'
  const rows = item.rows.flatMap((id) => looked.rows.get(id) ?? [])
  if (rows.length < item.rows.length) return 'gone'
  if (rows.some(({ allocatedTo }) => allocatedTo !== undefined)) return 'allocated'
  const ofRows = looked.matches.filter((match) => match.rows.some((id) => item.rows.includes(id)))
  const isReversed = ofRows.some(({ kind }) => kind === 'reversed')
  if (isReversed || rows.some(({ amount }) => amount < 0)) return 'reversed'
  const isOpen = (id: string) => looked.rows.get(id)?.allocatedTo === undefined
  const match = ofRows.find((one) => isSame(one.expected, ids) && isSame(one.rows.filter(isOpen), item.rows))
  const isOwn = match !== undefined && kinds[match.kind].settling === 'yes'
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const byHand = sum(rows.map(({ amount }) => amount)) - sum(expected.map(({ due }) => due))
  const difference = isOwn ? (match.difference ?? 0) : byHand
  if (item.difference !== difference) return 'difference'
  if (!isOwn && difference !== 0 && (item.reason === undefined || expected.length > 1)) return 'difference'
  const own = isOwn && kinds[match.kind].group !== 'maybe' ? '' : isOwn ? kinds[match.kind].words : undefined
  const reason = item.reason ?? own ?? findReason(rows, expected, ofRows)
  if (reason === undefined) return 'reason'
  const kind = match?.kind ?? 'unknown'
  if (item.reason === undefined && !item.hasSeenFlags) {
    if (ids.some((id) => looked.flags.get(id)?.some((flag) => holdsBack(flag, kind)))) return 'flagged'
    if (expected.some(({ isIndexed }) => !isIndexed)) return 'unindexed'
  }
  const isTyped = item.reason !== undefined
  return { by: match ? kind : 'by hand', reason, isTyped, difference, shares: share(rows, expected) }
}

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

  /** `retry`: a file came or went since the look. */
  const settleItem = (press: Press, item: SettleItem, checked: Checked, { revision, wordings }: Looked) =>
    transact(db, async (transaction): Promise<SettledOne[] | 'retry'> => {
      await lockPayments(transaction)
      const earlier = await findEarlier(transaction, press, item)
      if (earlier) return earlier
      if ((await readRevision(transaction)) !== revision) return 'retry'
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
    const settle = async (item: SettleItem): Promise<void> => {
      const checked = checkItem(item, looked)
      // What an earlier try settled is allocated and newer now, as what somebody else settled is.
      const earlier = typeof checked === 'string' ? await findEarlier(db, press, item) : undefined
      if (earlier) answer.settled.push(...earlier)
      else if (typeof checked === 'string') skip(item, checked)
      else {
        const settled = await settleItem(press, item, checked, looked).catch((error: unknown) => {
          if (error instanceof SkipError) return error.why
          throw error
        })
        if (settled === 'retry') {
          looked = await look(items)
          return settle(item)
        }
        if (typeof settled === 'string') skip(item, settled)
        else answer.settled.push(...settled)
      }
    }
    for (const item of items) await settle(item)
    matcher.forget()
    return answer
  }
}
