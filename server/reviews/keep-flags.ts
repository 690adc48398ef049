import { createHash } from 'node:crypto'
import type { FlagKind } from '../../festival/desk/flags'
import type { FlagRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { findBankFlags } from './find-bank-flags'
import { findFileFlags } from './find-file-flags'
import { findPassFlags } from './find-pass-flags'
import { findPaymentFlags } from './find-payment-flags'
import { findPersonFlags } from './find-person-flags'
import { findPictureFlags } from './find-picture-flags'
import { findTeamFlags } from './find-team-flags'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'

/** One flag of a kind between two records, whoever finds it. */
const flagId = (recordId: string, kind: FlagKind, other: string): string =>
  createHash('sha256').update(`${recordId} ${kind} ${other}`).digest('base64url').slice(0, 32)

const rowOf = (recordId: string, kind: FlagKind, other: string, detail: string, now: Date): FlagRow => ({
  id: flagId(recordId, kind, other),
  record_id: recordId,
  kind,
  other_id: other,
  detail,
  created_at: now.toISOString(),
})

/** A pass that somebody else holds is odd for who names it, not for its holder. */
const oneSided: readonly FlagKind[] = ['borrowed-pass']

const rowsOf = (record: ReviewedRecord, found: readonly FoundFlag[], now: Date): FlagRow[] =>
  found.flatMap(({ kind, detail, other, alsoOn = [] }) => {
    const row = rowOf(record.id, kind, other?.id ?? '', detail, now)
    if (alsoOn.length > 0) return [row, ...alsoOn.map((id) => rowOf(id, kind, '', detail, now))]
    return other && !oneSided.includes(kind) ? [row, rowOf(other.id, kind, record.id, other.detail, now)] : [row]
  })

/**
 * Puts a record's flags, and those of others that are about it, as its content has them now (behaviour 14.17).
 */
export const keepFlags = async (db: DbOrTransaction, record: ReviewedRecord, now: Date): Promise<void> => {
  const found = [
    ...(await findFileFlags(db, record)),
    ...(await findPaymentFlags(db, record)),
    ...(await findBankFlags(db, record)),
    ...(await findPictureFlags(db, record)),
    ...(await findPassFlags(db, record)),
    ...(await findPersonFlags(db, record)),
    ...findTeamFlags(record),
  ]
  const rows = rowsOf(record, found, now)
  const ids = rows.map(({ id }) => id)
  await db
    .deleteFrom('flag')
    .where(({ or, eb }) => or([eb('record_id', '=', record.id), eb('other_id', '=', record.id)]))
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  if (rows.length === 0) return
  await db
    .insertInto('flag')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
