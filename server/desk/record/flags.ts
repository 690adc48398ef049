import { sql } from 'kysely'
import { type Flag, type FlagKind, flagKinds, mostNamed } from '../../../festival/desk/flags'
import type { FlagRow } from '../../db/desk-schema'
import type { DbOrTransaction } from '../../db/schema'
import { type ReviewedRecord, readRecords } from '../../reviews/records'

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

/** Rows that say the same of different other records, together. */
const gather = (rows: readonly FlagRow[]): FlagRow[][] => {
  const groups = new Map<string, FlagRow[]>()
  for (const row of rows) {
    const key = `${row.kind} ${row.detail}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

const othersOf = (rows: readonly FlagRow[]): string[] => rows.flatMap(({ other_id }) => (other_id ? [other_id] : []))

const readNamed = async (db: DbOrTransaction, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, ReviewedRecord>()
  return readRecords(
    db,
    await db.selectFrom('review').select(['record_id', 'kind']).where('record_id', 'in', ids).execute(),
  )
}

/** A record's flags, each with the other records, in the order of the list of kinds. */
export const listFlags = async (db: DbOrTransaction, recordId: string): Promise<Flag[]> => {
  const rows = await db
    .selectFrom('flag')
    .selectAll()
    .where('record_id', '=', recordId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const groups = gather(rows)
  const records = await readNamed(
    db,
    groups.flatMap((group) => othersOf(group).slice(0, mostNamed)),
  )
  const confirmed = await countConfirmed(db, [...new Set(rows.map(({ kind }) => kind))])
  const flags = groups.flatMap((group): Flag[] => {
    const [first] = group
    if (!first) return []
    const ids = othersOf(group)
    const { kind, detail, created_at } = first
    return [
      {
        kind,
        detail,
        others: ids.slice(0, mostNamed).flatMap((other) => {
          const { id, label } = records.get(other) ?? {}
          return id === undefined || label === undefined ? [] : [{ id, label }]
        }),
        othersMore: Math.max(0, ids.length - mostNamed),
        since: created_at,
        confirmed: confirmed.get(kind) ?? { times: 0, of: 0 },
      },
    ]
  })
  return flags.sort((one, other) => flagKinds.indexOf(one.kind) - flagKinds.indexOf(other.kind))
}
