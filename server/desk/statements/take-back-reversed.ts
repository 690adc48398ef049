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
        found.set(id, { id, record_id, row_id, state: 'as' in proposal ? proposal.as : proposal.state })
      }
  })
  return [...found.values()]
}

const batchSize = 200
/** What is found so of a record flags it. */
export const flaggedFindings = ['wrong-amount', 'partly-reversed', 'reversed'] as const

const listFlagged = (db: DbOrTransaction) =>
  db.selectFrom('bank_finding').select('record_id').where('state', 'in', flaggedFindings).execute()

/** Changes whenever a row comes or goes: findings made before would be about other rows. */
const readStand = async (db: DbOrTransaction): Promise<string> => {
  const { rows } = await db
    .selectFrom('bank_row')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirstOrThrow()
  return `${await readRowStand(db)} ${rows}`
}

/**
 * Puts the newest findings in the place of those before; who is flagged by them is flagged anew. Only what differs is written, in
 * small transactions, so that registrations have their turn between them.
 * @returns false where the rows have changed since `stand`: then somebody else's findings are newer
 */
const keepFindings = async (db: Db, found: readonly BankFindingRow[], stand: string): Promise<boolean> => {
  const inBatches = async <Value>(
    values: readonly Value[],
    write: (transaction: Transaction<Tables>, some: readonly Value[]) => Promise<unknown>,
  ): Promise<boolean> => {
    for (let start = 0; start < values.length; start += batchSize) {
      const isKept = await transact(db, async (transaction) => {
        await lockPayments(transaction)
        if ((await readStand(transaction)) !== stand) return false
        await write(transaction, values.slice(start, start + batchSize))
        return true
      })
      if (!isKept) return false
      await nextTurn()
    }
    return true
  }
  const flaggedBefore = await listFlagged(db)
  const before = await db.selectFrom('bank_finding').select(['id', 'state']).execute()
  const stateBefore = new Map(before.map(({ id, state }) => [id, state]))
  const wanted = new Set(found.map(({ id }) => id))
  const gone = before.filter(({ id }) => !wanted.has(id)).map(({ id }) => id)
  const fresh = found.filter(({ id, state }) => stateBefore.get(id) !== state)
  const areKept =
    (await inBatches(gone, (transaction, ids) =>
      transaction.deleteFrom('bank_finding').where('id', 'in', ids).execute(),
    )) &&
    (await inBatches(fresh, (transaction, rows) =>
      transaction
        .insertInto('bank_finding')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ state: ref('excluded.state') })))
        .execute(),
    ))
  if (!areKept) return false
  const changed = [...flaggedBefore, ...(await listFlagged(db))].map(({ record_id }) => record_id)
  return inBatches([...new Set(changed)].sort(), (transaction, ids) =>
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
  const stand = await readStand(db)
  const proposed = await propose(db)
  const rowIds = proposed.proposals.flatMap((proposal) =>
    proposal.state === 'reversed' ? rowsOf(proposal).map(({ id }) => id) : [],
  )
  const found = await takeTurns(findingsOf(proposed.proposals))
  const isCurrent = await transact(db, async (transaction) => {
    // Whoever spends a payment from here on sees its reversal.
    await lockPayments(transaction)
    if ((await readStand(transaction)) !== stand) return false
    const now = clock()
    for (const { record_id, amount } of await reverseMatches(transaction, rowIds, importId))
      await loseGround(transaction, record_id, { actor, now, amount })
    return true
  })
  // Taking back changes no row's stand, so what comes next is still about the same rows.
  return isCurrent && (await keepFindings(db, found, stand)) ? proposed : 'again'
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
