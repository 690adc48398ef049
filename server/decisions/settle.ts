import type { Transaction } from 'kysely'
import {
  type BankRow,
  blocksSettling,
  type Match,
  type MatchKind,
  matchKinds,
} from '../../festival/bank/match'
import { compareRow, describeTies } from '../../festival/bank/signals'
import type { Settled, SettleItem, SettleSkip } from '../../festival/contract/bank'
import { allocate } from '../bank/allocate'
import type { ExpectedEntry } from '../bank/expected'
import { type MatchDetails, withLockedMatches } from '../bank/matches'
import { allocated } from '../bank/rows'
import type { Db, Tables } from '../db/schema'
import { nameEntries } from '../entries/entry'
import { changeReview, readReview } from '../entries/review'
import { deriveUuid } from '../system/secret'
import { type DecisionCommand, toSkipReason } from './apply-decision'
import { continueBatch, readUndoUntil } from './batch'
import { type DecisionSettings, decide } from './decide'
import type { ReviewDeps, ReviewHandlers } from './deps'

type Batch = Pick<DecisionCommand, 'id' | 'actor' | 'now'>
type SettledEntry = Settled['settled'][number]

/** Nothing of the item's transaction may stay. */
class SkipError extends Error {
  override readonly name = 'SkipError'
  constructor(readonly why: SettleSkip) {
    super(`This was skipped: ${why}`)
  }
}

/** Verifies by payments (behaviour 15.22). */
export const settleHandlers: ReviewHandlers<'settle'> = (deps) => ({
  settle: ({ body: { id, items }, organiser: { email: actor } }) =>
    createSettle(deps)({ id, actor }, items),
})

/** Allocates payments and verifies by them, and says what was left alone and why (behaviour 15.23). */
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
    const ids = items.flatMap(({ expected, rows }) => [...expected.map((one) => one.id), ...rows])
    const runWithMatches = withLockedMatches({ db, matcher }, { ids, batchId: id })
    const name = await nameEntries(db, ids)
    const settled: SettledEntry[] = []
    const skipped: Settled['skipped'] = []
    for (const item of items) {
      try {
        settled.push(
          ...(await runWithMatches((transaction, details) =>
            settleItem(transaction, batch, item, details, settings),
          )),
        )
      } catch (error) {
        if (!(error instanceof SkipError)) {
          throw error
        }
        // What an earlier try settled is allocated and newer now, as what somebody else settled is.
        const earlier = await findEarlierSettlement(db, id, item)
        const left = item.expected.map((one) => ({
          entryId: one.id,
          ...name(one.id),
          why: error.why,
        }))
        if (earlier) {
          settled.push(...earlier)
        } else {
          skipped.push(...left)
        }
      }
    }
    return { id, settled, skipped, undoUntil: await readUndoUntil(db, id, now) }
  }

/** Settles one item under the lock of payments. @throws SkipError where nothing of it may be */
const settleItem = async (
  transaction: Transaction<Tables>,
  batch: Batch,
  item: SettleItem,
  details: MatchDetails,
  settings: DecisionSettings,
): Promise<SettledEntry[]> => {
  const settlement = checkItem(item, details)
  const ids = item.rows.flatMap((id) => details.duplicates.get(id) ?? [id])
  const used = transaction.selectFrom('allocated_row').select('row_id').where('row_id', 'in', ids)
  if (await used.executeTakeFirst()) {
    throw new SkipError('allocated')
  }
  const settled: SettledEntry[] = []
  for (const { id } of item.expected) {
    const one = details.expected.get(id)
    if (one) {
      settled.push(await verify(transaction, batch, one, settlement, settings))
    }
  }
  const { id, actor, now } = batch
  const allocations = settlement.shares.map(({ entry, row, amount }) => ({
    ...{ row_id: row, entry_id: entry, command_id: deriveUuid(id, row), amount },
    ...{
      actor,
      at: now.toISOString(),
      reason: settlement.reason,
      decision_id: deriveUuid(id, entry),
    },
  }))
  await allocate(transaction, allocations, details.duplicates)
  return settled
}

/** What an earlier try of this batch settled of an item; undefined where it did not get so far. */
const findEarlierSettlement = async (
  db: Db,
  batchId: string,
  item: SettleItem,
): Promise<SettledEntry[] | undefined> => {
  const settled: SettledEntry[] = []
  for (const { id: entryId } of item.expected) {
    const id = deriveUuid(batchId, entryId)
    const own = allocated(db)
      .select('id')
      .where('decision_id', '=', id)
      .where('row_id', 'in', item.rows)
    if (!(await own.executeTakeFirst())) {
      return undefined
    }
    const decision = await db
      .selectFrom('decision')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirst()
    const { version } = decision ?? (await readReview(db, entryId)) ?? {}
    if (version === undefined) {
      return undefined
    }
    settled.push({ entryId, version, decision: decision ? id : null })
  }
  return settled
}

/** How an item is tied, and each submission's share of each row, in paise. */
interface Settlement {
  by: MatchKind | 'by hand'
  reason: string
  isTyped: boolean
  difference: number
  shares: { entry: string; row: string; amount: number }[]
}

const haveSameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/**
 * As what an item may be settled: as the match that the server computes itself, or by hand (behaviour 15.23).
 * @throws SkipError where it may not
 */
const checkItem = (item: SettleItem, details: MatchDetails): Settlement => {
  const skipUnless = (condition: boolean, why: SettleSkip) => {
    if (!condition) {
      throw new SkipError(why)
    }
  }
  const ids = item.expected.map(({ id }) => id)
  const expected = ids.flatMap((id) => details.expected.get(id) ?? [])
  skipUnless(expected.length === ids.length, 'missing')
  const areVersionsCurrent = item.expected.every(
    ({ id, version }) => details.expected.get(id)?.version === version,
  )
  skipUnless(areVersionsCurrent, 'stale')
  const rows = item.rows.flatMap((id) => details.rows.get(id) ?? [])
  skipUnless(rows.length === item.rows.length, 'gone')
  const isOpen = (id: string) => details.rows.get(id)?.allocatedTo === undefined
  // Two files' words of one payment are no two payments.
  const duplicatesAnotherSelectedRow = (id: string) =>
    details.duplicates.get(id)?.some((other) => other !== id && item.rows.includes(other))
  skipUnless(
    item.rows.every((id) => isOpen(id) && !duplicatesAnotherSelectedRow(id)),
    'allocated',
  )
  const matches = details.matches.filter((match) => match.rows.some((id) => item.rows.includes(id)))
  skipUnless(
    rows.every(({ amount }) => amount > 0) && !matches.some(({ kind }) => kind === 'reversed'),
    'reversed',
  )
  const match = matches.find(
    (one) => haveSameIds(one.expected, ids) && haveSameIds(one.rows.filter(isOpen), item.rows),
  )
  const isSettlingMatch = match !== undefined && matchKinds[match.kind].settling === 'yes'
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const manualDifference =
    sum(rows.map(({ amount }) => amount)) - sum(expected.map(({ due }) => due))
  const difference = isSettlingMatch ? (match.difference ?? 0) : manualDifference
  skipUnless(item.difference === difference, 'difference')
  const isTyped = item.reason !== undefined
  skipUnless(
    isSettlingMatch || difference === 0 || (isTyped && expected.length === 1),
    'difference',
  )
  const matchReason = isSettlingMatch
    ? matchKinds[match.kind].group === 'matched'
      ? ''
      : matchKinds[match.kind].words
    : undefined
  const reason = item.reason ?? matchReason ?? findReason(rows, expected, matches)
  if (reason === undefined) {
    throw new SkipError('reason')
  }
  if (!isTyped && !item.hasSeenFlags) {
    skipUnless(
      !expected.some(({ flags }) => blocksSettling(flags, match?.kind ?? 'unknown')),
      'flagged',
    )
    skipUnless(!expected.some(({ isShared }) => isShared), 'shared')
    skipUnless(!expected.some(({ isUnindexed }) => isUnindexed), 'unindexed')
  }
  return {
    by: match?.kind ?? 'by hand',
    reason,
    isTyped,
    difference,
    shares: splitAmounts(rows, expected),
  }
}

/** What ties them, in words, without a word of a person; undefined where one must say why: what somebody else has as firmly, too. */
const findReason = (
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
  const ties = rows.flatMap((row) => expected.map((one) => describeTies(compareRow(row, one))))
  return ties.every((tie) => tie !== undefined) ? [...new Set(ties)].join('; ') : undefined
}

/** Fills what is due from the rows in their order; what is left over is the last one's. */
const splitAmounts = (
  rows: readonly BankRow[],
  expected: readonly ExpectedEntry[],
): Settlement['shares'] => {
  const left = rows.map(({ id, amount }) => ({ id, amount }))
  return expected.flatMap(({ id: entry, due }, index) => {
    let open = index === expected.length - 1 ? Number.POSITIVE_INFINITY : due
    return left.flatMap((row) => {
      const amount = Math.min(open, row.amount)
      row.amount -= amount
      open -= amount
      return amount > 0 ? [{ entry, row: row.id, amount }] : []
    })
  })
}

/** Verifies one submission, or adds a payment to what the bank's rows verify already. @throws SkipError */
const verify = async (
  transaction: Transaction<Tables>,
  { id: batchId, actor, now }: Batch,
  { id: entryId, version, state, source }: ExpectedEntry,
  { by, isTyped, difference, shares }: Settlement,
  settings: DecisionSettings,
): Promise<SettledEntry> => {
  const id = deriveUuid(batchId, entryId)
  // No word that was typed: a line of the audit log cannot be forgotten.
  const detail = {
    by,
    ...(isTyped && { reason: 'typed' }),
    ...(difference !== 0 && { difference }),
  }
  if (state === 'verified' && source === 'bank') {
    const paise = shares.reduce(
      (sum, { entry, amount }) => (entry === entryId ? sum + amount : sum),
      0,
    )
    const line = {
      at: now,
      actor,
      action: 'payment-added',
      decisionId: id,
      detail: { ...detail, paise },
    } as const
    if (
      !(await changeReview(
        transaction,
        { entry_id: entryId, version, state },
        { state, source },
        line,
      ))
    ) {
      throw new SkipError('stale')
    }
    return { entryId: entryId, version: version + 1, decision: null }
  }
  const verdict = {
    decision: 'verify',
    source: 'bank',
    reasons: [],
    note: '',
    detail,
    now,
  } as const
  const outcome = await decide(
    transaction,
    { ...verdict, id, batchId, entryId, version, actor },
    settings,
  )
  if (outcome.is !== 'taken') {
    throw new SkipError(toSkipReason(outcome))
  }
  return { entryId: entryId, version: outcome.row.version, decision: id }
}
