import type { Transaction } from 'kysely'
import {
  type BankRow,
  blocksSettling,
  type Match,
  type MatchKind,
  matchKinds,
} from '../../festival/bank/match'
import { compareRow, describeSignals } from '../../festival/bank/signals'
import type { Settled, SettleItem, SettleSkip } from '../../festival/contract/bank'
import { allocate } from '../bank/allocate'
import type { ExpectedEntry } from '../bank/expected'
import { type MatchDetails, withLockedMatches } from '../bank/matches'
import { selectAllocations } from '../bank/rows'
import type { Db, Tables } from '../db/schema'
import { readEntryNames } from '../entries/entry'
import { changeReview, readReview } from '../entries/review'
import { deriveUuid } from '../system/secret'
import { type DecisionCommand, toSkipReason } from './apply-decision'
import { continueBatch, readUndoUntil } from './batch'
import { type DecisionSettings, decide } from './decide'
import type { ReviewDeps, ReviewHandlers } from './deps'

type Batch = Pick<DecisionCommand, 'id' | 'actor' | 'now'>
type SettledEntry = Settled['settled'][number]

/** Rolls back the transaction of one item. */
class SkipError extends Error {
  override readonly name = 'SkipError'
  constructor(readonly why: SettleSkip) {
    super(`This item was skipped: ${why}`)
  }
}

const skipIf = (condition: boolean, why: SettleSkip) => {
  if (condition) {
    throw new SkipError(why)
  }
}

export const settleHandlers: ReviewHandlers<'settle'> = (deps) => ({
  settle: ({ body: { id, items }, organiser: { email: actor } }) =>
    createSettle(deps)({ id, actor }, items),
})

export const createSettle =
  ({
    db,
    clock,
    settings,
    matcher,
    indexer,
  }: Pick<ReviewDeps, 'db' | 'clock' | 'settings' | 'matcher' | 'indexer'>) =>
  async ({ id, actor }: Omit<Batch, 'now'>, items: readonly SettleItem[]): Promise<Settled> => {
    await indexer.catchUp()
    const now = clock()
    const batch = { id, actor, now }
    await continueBatch(db, { id, actor, decision: 'verify' }, now)
    const ids = items.flatMap(({ expected, rows }) => [...expected.map(({ id }) => id), ...rows])
    const runWithMatches = withLockedMatches({ db, matcher }, { ids, batchId: id })
    const nameOf = await readEntryNames(db, ids)
    const settled: SettledEntry[] = []
    const skipped: Settled['skipped'] = []
    for (const item of items) {
      try {
        const entries = await runWithMatches((transaction, details) =>
          settleItem(transaction, batch, item, details, settings),
        )
        settled.push(...entries)
      } catch (error) {
        if (!(error instanceof SkipError)) {
          throw error
        }
        // After a lost response, a retry finds the item already changed.
        const earlier = await findEarlierSettlement(db, id, item)
        if (earlier) {
          settled.push(...earlier)
        } else {
          const { why } = error
          skipped.push(
            ...item.expected.map(({ id: entryId }) => ({ entryId, ...nameOf(entryId), why })),
          )
        }
      }
    }
    return { id, settled, skipped, undoUntil: await readUndoUntil(db, id, now) }
  }

/**
 * Requires `lockPayments`.
 * @throws SkipError
 */
const settleItem = async (
  transaction: Transaction<Tables>,
  batch: Batch,
  item: SettleItem,
  details: MatchDetails,
  settings: DecisionSettings,
): Promise<SettledEntry[]> => {
  const settlement = checkItem(item, details)
  const rowIds = item.rows.flatMap((id) => details.duplicates.get(id) ?? [id])
  const allocatedRow = await transaction
    .selectFrom('allocated_row')
    .select('row_id')
    .where('row_id', 'in', rowIds)
    .executeTakeFirst()
  skipIf(allocatedRow !== undefined, 'allocated')
  const settled: SettledEntry[] = []
  for (const { id } of item.expected) {
    const entry = details.expected.get(id)
    if (entry) {
      settled.push(await settleEntry(transaction, batch, entry, settlement, settings))
    }
  }
  const { id, actor, now } = batch
  const allocations = settlement.shares.map(({ entry, row, amount }) => ({
    row_id: row,
    entry_id: entry,
    command_id: deriveUuid(id, row),
    amount,
    actor,
    at: now.toISOString(),
    reason: settlement.reason,
    decision_id: deriveUuid(id, entry),
  }))
  await allocate(transaction, allocations, details.duplicates)
  return settled
}

const findEarlierSettlement = async (
  db: Db,
  batchId: string,
  item: SettleItem,
): Promise<SettledEntry[] | undefined> => {
  const settled: SettledEntry[] = []
  for (const { id: entryId } of item.expected) {
    const id = deriveUuid(batchId, entryId)
    const allocations = selectAllocations(db)
      .select('id')
      .where('decision_id', '=', id)
      .where('row_id', 'in', item.rows)
    if (!(await allocations.executeTakeFirst())) {
      return undefined
    }
    const decision = await db
      .selectFrom('decision')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirst()
    const versioned = decision ?? (await readReview(db, entryId))
    if (!versioned) {
      return undefined
    }
    settled.push({ entryId, version: versioned.version, decision: decision ? id : null })
  }
  return settled
}

interface Settlement {
  by: MatchKind | 'by hand'
  reason: string
  isTyped: boolean
  difference: number
  /** Each entry's share of each row, in paise. */
  shares: { entry: string; row: string; amount: number }[]
}

const haveSameIds = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id) => right.includes(id))

const isAllocated = (id: string, details: MatchDetails): boolean =>
  details.rows.get(id)?.allocatedTo !== undefined

/** @throws SkipError */
const findExpected = (item: SettleItem, details: MatchDetails): ExpectedEntry[] => {
  const expected = item.expected.flatMap(({ id }) => details.expected.get(id) ?? [])
  skipIf(expected.length < item.expected.length, 'missing')
  const isStale = item.expected.some(
    ({ id, version }) => details.expected.get(id)?.version !== version,
  )
  skipIf(isStale, 'stale')
  return expected
}

/** @throws SkipError */
const findUnallocatedRows = (item: SettleItem, details: MatchDetails): BankRow[] => {
  const rows = item.rows.flatMap((id) => details.rows.get(id) ?? [])
  skipIf(rows.length < item.rows.length, 'gone')
  // Two files can describe the same payment in different words.
  const duplicatesAnotherRow = (id: string) =>
    details.duplicates.get(id)?.some((other) => other !== id && item.rows.includes(other)) === true
  skipIf(
    item.rows.some((id) => isAllocated(id, details) || duplicatesAnotherRow(id)),
    'allocated',
  )
  return rows
}

/** Trusts only matches that the server itself found. */
const findExactMatch = (
  item: SettleItem,
  matches: readonly Match[],
  details: MatchDetails,
): Match | undefined => {
  const expectedIds = item.expected.map(({ id }) => id)
  return matches.find((match) => {
    const unallocatedRows = match.rows.filter((id) => !isAllocated(id, details))
    return haveSameIds(match.expected, expectedIds) && haveSameIds(unallocatedRows, item.rows)
  })
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** @throws SkipError */
const requireUnflagged = (expected: readonly ExpectedEntry[], kind: MatchKind) => {
  skipIf(
    expected.some(({ flags }) => blocksSettling(flags, kind)),
    'flagged',
  )
  skipIf(
    expected.some(({ isShared }) => isShared),
    'shared',
  )
  skipIf(
    expected.some(({ isUnindexed }) => isUnindexed),
    'unindexed',
  )
}

/**
 * The organiser must have seen the difference. It needs a match that the server found, or a reason
 * typed for a single entry.
 * @throws SkipError
 */
const checkDifference = (
  item: SettleItem,
  rows: readonly BankRow[],
  expected: readonly ExpectedEntry[],
  settlingMatch: Match | undefined,
): number => {
  const paid = sum(rows.map(({ amount }) => amount))
  const due = sum(expected.map(({ due }) => due))
  const difference = settlingMatch ? (settlingMatch.difference ?? 0) : paid - due
  const isExplained =
    settlingMatch !== undefined || (item.reason !== undefined && expected.length === 1)
  skipIf(item.difference !== difference || (difference !== 0 && !isExplained), 'difference')
  return difference
}

/** @throws SkipError */
const checkItem = (item: SettleItem, details: MatchDetails): Settlement => {
  const expected = findExpected(item, details)
  const rows = findUnallocatedRows(item, details)
  const matches = details.matches.filter((match) => match.rows.some((id) => item.rows.includes(id)))
  const isReversed =
    matches.some(({ kind }) => kind === 'reversed') || rows.some(({ amount }) => amount <= 0)
  skipIf(isReversed, 'reversed')

  const match = findExactMatch(item, matches, details)
  const settlingMatch = match && matchKinds[match.kind].settling === 'yes' ? match : undefined
  const difference = checkDifference(item, rows, expected, settlingMatch)
  const derivedReason = settlingMatch
    ? describeMatch(settlingMatch)
    : deriveReason(rows, expected, matches)
  const reason = item.reason ?? derivedReason
  if (reason === undefined) {
    throw new SkipError('reason')
  }
  const isTyped = item.reason !== undefined
  if (!isTyped && !item.hasSeenFlags) {
    requireUnflagged(expected, match?.kind ?? 'unknown')
  }
  return {
    by: match?.kind ?? 'by hand',
    reason,
    isTyped,
    difference,
    shares: splitAmounts(rows, expected),
  }
}

const describeMatch = ({ kind }: Match): string =>
  matchKinds[kind].group === 'matched' ? '' : matchKinds[kind].words

/** Returns undefined if an organiser must give the reason. */
const deriveReason = (
  rows: readonly BankRow[],
  expected: readonly ExpectedEntry[],
  matches: readonly Match[],
): string | undefined => {
  const ids = expected.map(({ id }) => id)
  const isDoubtful = ({ kind, expected: others }: Match) =>
    matchKinds[kind].settling === 'reason' ||
    (matchKinds[kind].group === 'matched' && !haveSameIds(others, ids))
  if (matches.some(isDoubtful)) {
    return undefined
  }
  const ties = rows.flatMap((row) =>
    expected.map((entry) => describeSignals(compareRow(row, entry))),
  )
  return ties.includes(undefined) ? undefined : [...new Set(ties)].join('; ')
}

/** Fills the entries in order. The last one also gets all money that remains. */
const splitAmounts = (
  rows: readonly BankRow[],
  expected: readonly ExpectedEntry[],
): Settlement['shares'] => {
  const shares: Settlement['shares'] = []
  const remaining = rows.map(({ id, amount }) => ({ id, amount }))
  for (const [index, { id: entry, due }] of expected.entries()) {
    let unpaid = index === expected.length - 1 ? Number.POSITIVE_INFINITY : due
    for (const row of remaining) {
      const amount = Math.min(unpaid, row.amount)
      row.amount -= amount
      unpaid -= amount
      if (amount > 0) {
        shares.push({ entry, row: row.id, amount })
      }
    }
  }
  return shares
}

/** Leaves out typed reasons, because audit lines are never erased. */
const toAuditDetail = ({ by, isTyped, difference }: Settlement) => {
  const detail: Record<string, string | number> = { by }
  if (isTyped) {
    detail.reason = 'typed'
  }
  if (difference !== 0) {
    detail.difference = difference
  }
  return detail
}

/** @throws SkipError */
const settleEntry = async (
  transaction: Transaction<Tables>,
  batch: Batch,
  entry: ExpectedEntry,
  settlement: Settlement,
  settings: DecisionSettings,
): Promise<SettledEntry> => {
  if (entry.state === 'verified' && entry.source === 'bank') {
    return addPayment(transaction, batch, entry, settlement)
  }
  const { id: entryId, version } = entry
  const id = deriveUuid(batch.id, entryId)
  const command = {
    id,
    batchId: batch.id,
    entryId,
    version,
    actor: batch.actor,
    now: batch.now,
    decision: 'verify',
    source: 'bank',
    reasons: [],
    note: '',
    detail: toAuditDetail(settlement),
  } as const
  const outcome = await decide(transaction, command, settings)
  if (outcome.is !== 'taken') {
    throw new SkipError(toSkipReason(outcome))
  }
  return { entryId, version: outcome.row.version, decision: id }
}

const addPayment = async (
  transaction: Transaction<Tables>,
  { id: batchId, actor, now }: Batch,
  { id: entryId, version, state, source }: ExpectedEntry,
  settlement: Settlement,
): Promise<SettledEntry> => {
  const shares = settlement.shares.filter(({ entry }) => entry === entryId)
  const paise = sum(shares.map(({ amount }) => amount))
  const line = {
    at: now,
    actor,
    action: 'payment-added',
    decisionId: deriveUuid(batchId, entryId),
    detail: { ...toAuditDetail(settlement), paise },
  } as const
  const current = { entry_id: entryId, version, state }
  if (!(await changeReview(transaction, current, { state, source }, line))) {
    throw new SkipError('stale')
  }
  return { entryId, version: version + 1, decision: null }
}
