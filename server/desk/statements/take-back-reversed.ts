import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { StatementImported } from '../../../festival/desk/statement'
import type { Proposal } from '../../../festival/matching/proposal'
import type { Db, DbOrTransaction, Tables } from '../../db/schema'
import type { BankFindingRow } from '../../db/statement-schema'
import { transact } from '../../db/transact'
import { noteAudit } from '../../reviews/audit'
import { lockPayments, reverseMatches } from '../../reviews/bank-matches'
import { changeReview, readReview } from '../../reviews/review'
import type { Clock } from '../../system/clock'
import { claimsOf, type Proposed, propose, rowsOf } from './propose'
import { readRowStand } from './row-stand'

/** What the record's page shows beside a claim, and what its flags are made of. */
const findingsOf = (proposals: readonly Proposal[]): BankFindingRow[] => {
  const found = new Map<string, BankFindingRow>()
  for (const proposal of proposals) {
    if (proposal.state === 'same-payment') continue
    for (const { id: record_id } of claimsOf(proposal))
      for (const { id: row_id } of rowsOf(proposal)) {
        const id = createHash('sha256').update(`${record_id} ${row_id}`).digest('base64url').slice(0, 32)
        found.set(id, { id, record_id, row_id, state: proposal.state })
      }
  }
  return [...found.values()]
}

const batchSize = 200
/** What is found so of a record flags it. */
export const flaggedFindings = ['wrong-amount', 'reversed'] as const

const listFlagged = (db: DbOrTransaction) =>
  db.selectFrom('bank_finding').select('record_id').where('state', 'in', flaggedFindings).execute()

/** Puts the newest findings in the place of those of the import before; who is flagged by them is flagged anew. */
const keepFindings = async (transaction: Transaction<Tables>, proposals: readonly Proposal[]): Promise<void> => {
  const before = await listFlagged(transaction)
  await transaction.deleteFrom('bank_finding').execute()
  const rows = findingsOf(proposals)
  for (let start = 0; start < rows.length; start += batchSize)
    await transaction
      .insertInto('bank_finding')
      .values(rows.slice(start, start + batchSize))
      .execute()
  const changed = [...before, ...(await listFlagged(transaction))].map(({ record_id }) => record_id)
  const ids = [...new Set(changed)].sort()
  for (let start = 0; start < ids.length; start += batchSize)
    await transaction
      .updateTable('review')
      .set({ prepared: 0 })
      .where('record_id', 'in', ids.slice(start, start + batchSize))
      .execute()
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
  return transact(db, async (transaction) => {
    // Whoever spends a payment from here on sees its reversal.
    await lockPayments(transaction)
    if ((await readRowStand(transaction)) !== stand) return 'again'
    const now = clock()
    for (const { record_id, amount } of await reverseMatches(transaction, rowIds, importId))
      await loseGround(transaction, record_id, { actor, now, amount })
    await keepFindings(transaction, proposed.proposals)
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
