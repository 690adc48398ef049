import { dayAt } from '../../festival/content/slot'
import type { FormKind } from '../../festival/forms/api'
import { type Rupees, toPaise } from '../../festival/payment/money'
import type { Lateness } from '../../festival/schedule/availability'
import { type NewAuditLine, saveAudit } from '../db/audit'
import type { ReviewRow } from '../db/desk-schema'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction } from '../db/schema'
import { ApiError } from '../http/api-error'
import { hashParts } from '../system/secret'

interface NewEntry extends Pick<ReviewRow, 'state'> {
  entryId: string
  kind: FormKind
  event: string
  /** Null if a pass covers the fee. */
  amount: Rupees | null
  people: number
  late: Lateness | undefined
  /** A keyed hash of the network and the hour. Undefined for walk-ins. */
  burst: string | undefined
  now: Date
}

/** Search words and flags are added later (`jobs/index-entries.ts`). */
export const openReview = async (
  db: DbOrTransaction,
  { entryId, kind, event, amount, people, state, late, burst, now }: NewEntry,
): Promise<void> => {
  const at = now.toISOString()
  await db
    .insertInto('review')
    .values({
      entry_id: entryId,
      kind,
      event,
      due: amount === null ? null : toPaise(amount),
      people,
      day: dayAt(now.getTime()),
      state,
      source: null,
      created_at: at,
      changed_at: at,
      changed_by: null,
      late: late ?? null,
    })
    .execute()
  if (burst === undefined) {
    return
  }
  const group_id = `network.${burst.slice(0, 32)}`
  const member = { id: hashParts(group_id, entryId), group_id, entry_id: entryId, since: at }
  await db.insertInto('group_member').values(member).execute()
}

export const readReview = (db: DbOrTransaction, entryId: string): Promise<ReviewRow | undefined> =>
  db.selectFrom('review').selectAll().where('entry_id', '=', entryId).executeTakeFirst()

export type NextReview = Pick<ReviewRow, 'state' | 'source'> &
  Partial<
    Pick<ReviewRow, 'corrected_at' | 'earlier_values' | 'later_at' | 'cash_amount' | 'cash_by'>
  > & {
    reindex?: boolean
  }

/**
 * @param current the entry as the caller read it
 * @returns undefined, and changes nothing, if the entry has changed since then
 * @throws ApiError `key-reused`; the transaction must be rolled back
 */
export const changeReview = async (
  db: DbOrTransaction,
  current: Pick<ReviewRow, 'entry_id' | 'version' | 'state'>,
  { reindex = false, ...next }: NextReview,
  line: Omit<NewAuditLine, 'entryId'>,
): Promise<ReviewRow | undefined> => {
  const { at, actor } = line
  const review = await db
    .updateTable('review')
    .set({ ...next, changed_by: actor === 'registrant' ? null : actor })
    .set({ version: current.version + 1, changed_at: at.toISOString() })
    .where('entry_id', '=', current.entry_id)
    .where('version', '=', current.version)
    .where('state', '=', current.state)
    .returningAll()
    .executeTakeFirst()
  if (!review) {
    return undefined
  }
  if (!(await saveAudit(db, { ...line, entryId: current.entry_id }))) {
    throw refuseUsedId()
  }
  if (reindex) {
    await markForIndexing(db, [current.entry_id])
  }
  return review
}

export const refuseUsedId = (): ApiError =>
  new ApiError(
    'key-reused',
    'This request was already used for something else. Reload the page and decide again.',
  )
