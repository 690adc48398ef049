import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  looks,
} from '../../festival/contract/audit'
import { type Rupees, toRupees } from '../../festival/payment/money'
import { sumOfMoney } from './engines'
import type { Db, DbOrTransaction } from './schema'
import { insertOnce } from './transact'

export interface AuditLine {
  at: Date
  /** An organiser's address, `registrant`, or `command line`. */
  actor: string
  action: AuditAction
  recordId?: string
  decisionId?: string
  /** Keys and counts, and nothing that anybody typed: no line is ever erased. */
  detail?: Readonly<Record<string, string | number>>
}

/**
 * Adds a line to the audit log, in the transaction of what it tells of (behaviour 14.8).
 * @returns false where the same stands there already of its decision
 */
export const saveAudit = async (
  db: DbOrTransaction,
  { at, actor, action, recordId, decisionId, detail = {} }: AuditLine,
): Promise<boolean> => {
  const entry = {
    id: randomUUID(),
    at: at.toISOString(),
    actor,
    action,
    detail: JSON.stringify(detail),
  }
  const row = { ...entry, record_id: recordId ?? null, decision_id: decisionId ?? null }
  return insertOnce(db.insertInto('audit_entry').values(row))
}

/** When the newest backup was taken of these tables; undefined where none is known (behaviour 12.56). */
export const findNewestBackup = async (db: DbOrTransaction): Promise<string | undefined> =>
  (
    await db
      .selectFrom('audit_entry')
      .select('at')
      .where('action', '=', 'backed-up')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at

const pageEntries = 100

type Entry = Omit<AuditEntry, 'of'>

/** Whether two lines are of one bulk decision, whatever each verification rests on. */
const isSamePress = (one: Entry, other: Entry): boolean =>
  one.action === 'decided' &&
  one.action === other.action &&
  one.at === other.at &&
  one.actor === other.actor &&
  one.detail.decision === other.detail.decision

const keepCommon = (one: Entry['detail'], other: Entry['detail']): Entry['detail'] =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] === value))

/** What is due of those whom one bulk decision is about. */
const sumDue = async (db: Db, { at, actor, action }: Entry): Promise<Rupees> => {
  const ids = db
    .selectFrom('audit_entry')
    .select('record_id')
    .where('at', '=', at)
    .where('actor', '=', actor)
    .where('action', '=', action)
  const due = db.selectFrom('review').select(sumOfMoney(sql.ref('due')).as('due'))
  const { due: paise } = await due.where('record_id', 'in', ids).executeTakeFirstOrThrow()
  return toRupees(Number(paise))
}

/**
 * The newest lines of the audit log after the end of a page, `AT_ID`; nothing here changes it. Lines of one command that say the same
 * of several submissions are one, and who only looked is left out unless that is asked for (behaviour 14.8).
 */
export const listAudit = async (
  db: Db,
  { action, actor, submission, hasLooks, after }: AuditQuery,
): Promise<{ entries: Entry[]; next: string | null }> => {
  const [at = '', id = ''] = after?.split('_') ?? []
  let query = db
    .selectFrom('audit_entry')
    .select(({ fn }) => [
      'at',
      'actor',
      'action',
      'detail',
      fn.min('id').as('id'),
      fn.min('record_id').as('record_id'),
      fn.count('record_id').as('count'),
    ])
    .groupBy(['at', 'actor', 'action', 'detail'])
    .orderBy('at', 'desc')
    .orderBy(sql`min(id)`, 'desc')
    .limit(pageEntries + 1)
  if (action !== undefined) query = query.where('action', '=', action)
  else if (hasLooks === undefined) query = query.where('action', 'not in', looks)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (submission !== undefined) query = query.where('record_id', '=', submission)
  if (after !== undefined)
    query = query
      .where('at', '<=', at)
      .having(({ or, and, eb, fn }) =>
        or([eb('at', '<', at), and([eb('at', '=', at), eb(fn.min('id'), '<', id)])]),
      )
  const rows = await query.execute()
  const page = rows.slice(0, pageEntries)
  const last = page.at(-1)
  const entries: Entry[] = []
  for (const { detail: json, count, record_id, ...line } of page) {
    const entry: Entry = {
      ...line,
      detail: JSON.parse(json),
      count: Number(count),
      amount: null,
      submission: record_id,
    }
    const same = entries.find((other) => isSamePress(other, entry))
    if (same) same.detail = keepCommon(same.detail, entry.detail)
    if (same) same.count += entry.count
    else entries.push(entry)
  }
  // The line of a press itself names no record.
  for (const entry of entries) entry.count ||= 1
  for (const entry of entries.filter(({ count }) => count > 1)) {
    entry.submission = null
    if (entry.action === 'decided') entry.amount = await sumDue(db, entry)
  }
  return {
    entries,
    next: rows.length > pageEntries && last ? `${last.at}_${last.id}` : null,
  }
}
