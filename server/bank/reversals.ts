import type { Transaction } from 'kysely'
import type { MatchKind } from '../../festival/bank/match'
import type { FileImported } from '../../festival/desk/bank'
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { noteAudit } from '../reviews/audit'
import { changeReview, readReview } from '../reviews/review'
import type { Clock } from '../system/clock'
import { flagAnew, lockPayments, reverseAllocations } from './allocate'
import { readExpected } from './expected'
import type { Matcher } from './matches'
import { readRevision } from './rows'

/** Matches of these kinds flag their submissions. */
const flagging: readonly MatchKind[] = ['wrong-amount', 'reversed', 'part-reversed', 'partly-reversed']

/** A record that was verified by a payment which the bank took back is verified by its picture only, until somebody looks. */
const loseSource = async (
  transaction: Transaction<Tables>,
  recordId: string,
  { actor, now, amount }: { actor: string; now: Date; amount: number },
): Promise<void> => {
  const review = await readReview(transaction, recordId)
  if (!review) return
  const { state } = review
  const ground = state === 'verified' ? 'picture' : null
  if (!(await changeReview(transaction, review, { state, ground, changed_by: actor, prepared: 0 }, now)))
    throw new Error('A submission was changed while its payment was taken back')
  await noteAudit(transaction, { at: now, actor, action: 'payment-reversed', recordId, detail: { paise: amount } })
}

/**
 * Takes allocations back whose payment a reversal of any file so far takes back, flags whoever was verified by it, and looks anew at
 * the flags of whom the bank's rows speak against (behaviour 15.24). Whoever does it twice changes nothing.
 */
export const takeBackReversed = async (
  parts: { db: Db; clock: Clock; matcher: Matcher },
  importId: string,
  actor: string,
): Promise<FileImported['takenBack']> => {
  const { db, clock, matcher } = parts
  const { revision, matches, wordings } = await matcher.find({ kinds: flagging })
  const rowIds = matches
    .filter(({ kind }) => kind === 'reversed')
    .flatMap(({ rows }) => rows.flatMap((id) => wordings.get(id) ?? [id]))
  const isDone = await transact(db, async (transaction) => {
    // Whoever allocates a payment from here on sees its reversal.
    await lockPayments(transaction)
    if ((await readRevision(transaction)) !== revision) return false
    const now = clock()
    for (const { record_id, amount } of await reverseAllocations(transaction, rowIds, importId))
      await loseSource(transaction, record_id, { actor, now, amount })
    await flagAnew(transaction)
    const spokenAgainst = [...new Set(matches.flatMap(({ expected }) => expected))]
    if (spokenAgainst.length > 0)
      await transaction.updateTable('review').set({ prepared: 0 }).where('record_id', 'in', spokenAgainst).execute()
    return true
  })
  if (!isDone) return takeBackReversed(parts, importId, actor)
  matcher.forget()
  const reversed = await db
    .selectFrom('bank_match')
    .select(['record_id', 'amount'])
    .where('freed_by', '=', importId)
    .where('amount', '>', 0)
    .orderBy('record_id')
    .execute()
  const expected = await readExpected(
    db,
    reversed.map(({ record_id }) => record_id),
  )
  return reversed.map(({ record_id: id, amount }) => {
    const { label = '', name = '' } = expected.get(id) ?? {}
    return { id, label, name, amount }
  })
}
