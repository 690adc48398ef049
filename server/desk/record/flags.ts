import { sql } from 'kysely'
import { type Flag, type FlagKind, flagKinds } from '../../../festival/desk/flags'
import type { DbOrTransaction } from '../../db/schema'
import { readRecords } from '../../reviews/records'

interface Confirmed {
  times: number
  of: number
}

/** Of the records with each kind of flag that somebody has decided about: in how many the flag was right. */
const countConfirmed = async (db: DbOrTransaction, kinds: readonly FlagKind[]): Promise<Map<FlagKind, Confirmed>> => {
  const { rows } = await sql<{ kind: FlagKind; times: number | string | null; of: number | string }>`
    select flagged.kind, count(*) as of, sum(case when review.state = 'verified' then 0 else 1 end) as times
    from (select distinct record_id, kind from flag where kind in (${sql.join([...kinds])})) as flagged
    join review on review.record_id = flagged.record_id
    where review.state in ('verified', 'rejected', 'needs-correction') group by flagged.kind
  `.execute(db)
  return new Map(rows.map(({ kind, times, of }) => [kind, { times: Number(times ?? 0), of: Number(of) }]))
}

/** A record's flags, each with the other record, in the order of the list of kinds. */
export const listFlags = async (db: DbOrTransaction, recordId: string): Promise<Flag[]> => {
  const rows = await db.selectFrom('flag').selectAll().where('record_id', '=', recordId).execute()
  if (rows.length === 0) return []
  const others = await db
    .selectFrom('review')
    .select(['record_id', 'kind'])
    .where(
      'record_id',
      'in',
      rows.map(({ other_id }) => other_id),
    )
    .execute()
  const records = await readRecords(db, others)
  const confirmed = await countConfirmed(db, [...new Set(rows.map(({ kind }) => kind))])
  const flags = rows.map(({ kind, detail, other_id, created_at }): Flag => {
    const other = records.get(other_id)
    return {
      kind,
      detail,
      ...(other ? { other: { id: other.id, label: other.label } } : {}),
      since: created_at,
      confirmed: confirmed.get(kind) ?? { times: 0, of: 0 },
    }
  })
  return flags.sort((one, other) => flagKinds.indexOf(one.kind) - flagKinds.indexOf(other.kind))
}
