import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { StatementImported } from '../../../festival/desk/statement'
import type { Proposal } from '../../../festival/matching/proposal'
import { eachStep, type Steps } from '../../../festival/matching/steps'
import type { Db, DbOrTransaction, Tables } from '../../db/schema'
import type { BankFindingRow } from '../../db/statement-schema'
import { transact } from '../../db/transact'
import { noteAudit } from '../../reviews/audit'
import { lockPayments, reverseMatches } from '../../reviews/bank-matches'
import { changeReview, readReview } from '../../reviews/review'
import type { Clock } from '../../system/clock'
import { claimsOf, type Proposed, propose, rowsOf } from './propose'
import { readRowStand } from './row-stand'
import { takeTurns } from './take-turns'

/** What the record's page shows beside a claim, and what its flags are made of. */
function* findingsOf(proposals: readonly Proposal[]): Steps<BankFindingRow[]> {
  const found = new Map<string, BankFindingRow>()
  yield* eachStep(proposals, (proposal) => {
    if (proposal.state === 'same-payment') return
    for (const { id: record_id } of claimsOf(proposal))
      for (const { id: row_id } of rowsOf(proposal)) {
        const id = createHash('sha256').update(`${record_id} ${row_id}`).digest('base64url').slice(0, 32)
        found.set(id, { id, record_id, row_id, state: proposal.state })
      }
  })
  return [...found.values()]
}

const batchSize = 200
/** What is found so of a record flags it. */
export const flaggedFindings = ['wrong-amount', 'partly-reversed', 'reversed'] as const

const listFlagged = (db: DbOrTransaction) =>
  db.selectFrom('bank_finding').select('record_id').where('state', 'in', flaggedFindings).execute()

/**
 * Puts the newest findings in the place of those before; who is flagged by them is flagged anew. Only what differs is written, and
 * between two batches others have their turn.
 */
const keepFindings = async (transaction: Transaction<Tables>, found: readonly BankFindingRow[]): Promise<void> => {
  const flaggedBefore = await listFlagged(transaction)
  const before = await transaction.selectFrom('bank_finding').select(['id', 'state']).execute()
  const stateBefore = new Map(before.map(({ id, state }) => [id, state]))
  const same = new Set(found.filter(({ id, state }) => stateBefore.get(id) === state).map(({ id }) => id))
  const gone = before.filter(({ id }) => !same.has(id)).map(({ id }) => id)
  const fresh = found.filter(({ id }) => !same.has(id))
  const inBatches = async <Value>(values: readonly Value[], write: (some: readonly Value[]) => Promise<unknown>) => {
    for (let start = 0; start < values.length; start += batchSize) {
      await write(values.slice(start, start + batchSize))
      await nextTurn()
    }
  }
  await inBatches(gone, (ids) => transaction.deleteFrom('bank_finding').where('id', 'in', ids).execute())
  await inBatches(fresh, (rows) => transaction.insertInto('bank_finding').values(rows).execute())
  const changed = [...flaggedBefore, ...(await listFlagged(transaction))].map(({ record_id }) => record_id)
  await inBatches([...new Set(changed)].sort(), (ids) =>
    transaction.updateTable('review').set({ prepared: 0 }).where('record_id', 'in', ids).execute(),
  )
}

/** A record that was verified by a payment which the bank took back is verified by its picture only, until somebody looks. */
const loseGround = async (
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

const nameOf = ({ claims }: Proposed, id: string) => {
  const claim = claims.get(id)
  return { id, label: claim?.label ?? '', name: claim?.name ?? '' }
}

/** `again`: the rows have changed while it looked. */
const takeBackOnce = async (db: Db, clock: Clock, importId: string, actor: string): Promise<Proposed | 'again'> => {
  const stand = await readRowStand(db)
  const proposed = await propose(db)
  const rowIds = proposed.proposals.flatMap((proposal) =>
    proposal.state === 'reversed' ? rowsOf(proposal).map(({ id }) => id) : [],
  )
  const found = await takeTurns(findingsOf(proposed.proposals))
  return transact(db, async (transaction) => {
    // Whoever spends a payment from here on sees its reversal.
    await lockPayments(transaction)
    if ((await readRowStand(transaction)) !== stand) return 'again'
    const now = clock()
    for (const { record_id, amount } of await reverseMatches(transaction, rowIds, importId))
      await loseGround(transaction, record_id, { actor, now, amount })
    await keepFindings(transaction, found)
    return proposed
  })
}

/**
 * Takes matches back whose payment a reversal of any file so far takes back, flags whoever was verified by it, and keeps what the
 * newest import proposes (behaviour 15.24). Whoever does it twice changes nothing.
 */
export const takeBackReversed = async (
  db: Db,
  clock: Clock,
  importId: string,
  actor: string,
): Promise<StatementImported['takenBack']> => {
  const proposed = await takeBackOnce(db, clock, importId, actor)
  if (proposed === 'again') return takeBackReversed(db, clock, importId, actor)
  const reversed = await db
    .selectFrom('bank_match')
    .select(['record_id', 'amount'])
    .where('freed_by', '=', importId)
    .orderBy('record_id')
    .execute()
  return reversed.map(({ record_id, amount }) => ({ ...nameOf(proposed, record_id), amount }))
}
