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

const readNamed = async (db: DbOrTransaction, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, ReviewedRecord>()
  return readRecords(
    db,
    await db.selectFrom('review').select(['record_id', 'kind']).where('record_id', 'in', ids).execute(),
  )
}

/** The others that a flag is about, the earliest first, and how many have the same in all. */
const listOthers = async (db: DbOrTransaction, { record_id, group_id, other_id }: FlagRow) => {
  if (group_id === '') return { others: other_id === '' ? [] : [other_id], count: 0 }
  const members = db.selectFrom('group_member').where('group_id', '=', group_id)
  const named = await members
    .select('record_id')
    .where('record_id', '<>', record_id)
    .orderBy('since')
    .orderBy('record_id')
    .limit(mostNamed)
    .execute()
  const { n } = await members.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()
  return { others: named.map((one) => one.record_id), count: Number(n) }
}

/** A record's flags, each with the other records, in the order of the list of kinds. */
export const listFlags = async (db: DbOrTransaction, recordId: string): Promise<Flag[]> => {
  const rows = await db.selectFrom('flag').selectAll().where('record_id', '=', recordId).orderBy('id').execute()
  if (rows.length === 0) return []
  const found: { row: FlagRow; others: string[]; count: number }[] = []
  for (const row of rows) found.push({ row, ...(await listOthers(db, row)) })
  const records = await readNamed(
    db,
    found.flatMap(({ others }) => others),
  )
  const confirmed = await countConfirmed(db, [...new Set(rows.map(({ kind }) => kind))])
  const flags = found.map(({ row: { kind, detail, created_at, group_id }, others, count }): Flag => {
    const named = others.flatMap((other) => {
      const record = records.get(other)
      return record ? [{ id: record.id, label: record.label }] : []
    })
    return {
      kind,
      detail,
      others: named,
      ...(group_id === '' ? {} : { group: { id: group_id, count } }),
      since: created_at,
      confirmed: confirmed.get(kind) ?? { times: 0, of: 0 },
    }
  })
  return flags.sort((one, other) => flagKinds.indexOf(one.kind) - flagKinds.indexOf(other.kind))
}
