import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AuditAction,
  type AuditLine,
  type AuditQuery,
  viewActions,
} from '../../festival/contract/audit'
import { type Rupees, toRupees } from '../../festival/payment/money'
import { sumOfMoney } from './engines'
import type { Db, DbOrTransaction } from './schema'
import { insertOnce } from './transact'

export interface NewAuditLine {
  at: Date
  /** An organiser's address, `registrant`, or `command line`. */
  actor: string
  action: AuditAction
  entryId?: string
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
  { at, actor, action, entryId, decisionId, detail = {} }: NewAuditLine,
): Promise<boolean> => {
  const line = {
    id: randomUUID(),
    at: at.toISOString(),
    actor,
    action,
    detail: JSON.stringify(detail),
  }
  const row = { ...line, entry_id: entryId ?? null, decision_id: decisionId ?? null }
  return insertOnce(db.insertInto('audit_line').values(row))
}

/** When the newest backup was taken of these tables; undefined where none is known (behaviour 12.56). */
export const findNewestBackup = async (db: DbOrTransaction): Promise<string | undefined> =>
  (
    await db
      .selectFrom('audit_line')
      .select('at')
      .where('action', '=', 'backed-up')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at

const linesPerPage = 100

type Line = Omit<AuditLine, 'of'>

/** Whether two lines are of one bulk decision, whatever each verification rests on. */
const isSameBulkDecision = (one: Line, other: Line): boolean =>
  one.action === 'decided' &&
  one.action === other.action &&
  one.at === other.at &&
  one.actor === other.actor &&
  one.detail.decision === other.detail.decision

const pickCommonDetails = (one: Line['detail'], other: Line['detail']): Line['detail'] =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] === value))

/** What is due of those whom one bulk decision is about. */
const sumDue = async (db: Db, { at, actor, action }: Line): Promise<Rupees> => {
  const ids = db
    .selectFrom('audit_line')
    .select('entry_id')
    .where('at', '=', at)
    .where('actor', '=', actor)
    .where('action', '=', action)
  const due = db.selectFrom('review').select(sumOfMoney(sql.ref('due')).as('due'))
  const { due: paise } = await due.where('entry_id', 'in', ids).executeTakeFirstOrThrow()
  return toRupees(Number(paise))
}

/**
 * The newest lines of the audit log after the end of a page, `AT_ID`; nothing here changes it. Lines of one command that say the same
 * of several submissions are one, and who only looked is left out unless that is asked for (behaviour 14.8).
 */
export const listAudit = async (
  db: Db,
  { action, actor, entryId, hasLooks, after }: AuditQuery,
): Promise<{ lines: Line[]; next: string | null }> => {
  const [at = '', id = ''] = after?.split('_') ?? []
  let query = db
    .selectFrom('audit_line')
    .select(({ fn }) => [
      'at',
      'actor',
      'action',
      'detail',
      fn.min('id').as('id'),
      fn.min('entry_id').as('entry_id'),
      fn.count('entry_id').as('count'),
    ])
    .groupBy(['at', 'actor', 'action', 'detail'])
    .orderBy('at', 'desc')
    .orderBy(sql`min(id)`, 'desc')
    .limit(linesPerPage + 1)
  if (action !== undefined) {
    query = query.where('action', '=', action)
  } else if (hasLooks === undefined) {
    query = query.where('action', 'not in', viewActions)
  }
  if (actor !== undefined) {
    query = query.where('actor', '=', actor)
  }
  if (entryId !== undefined) {
    query = query.where('entry_id', '=', entryId)
  }
  if (after !== undefined) {
    query = query
      .where('at', '<=', at)
      .having(({ or, and, eb, fn }) =>
        or([eb('at', '<', at), and([eb('at', '=', at), eb(fn.min('id'), '<', id)])]),
      )
  }
  const rows = await query.execute()
  const page = rows.slice(0, linesPerPage)
  const last = page.at(-1)
  const lines: Line[] = []
  for (const { detail: json, count, entry_id, ...columns } of page) {
    const line: Line = {
      ...columns,
      detail: JSON.parse(json),
      count: Number(count),
      amount: null,
      entryId: entry_id,
    }
    const same = lines.find((other) => isSameBulkDecision(other, line))
    if (same) {
      same.detail = pickCommonDetails(same.detail, line.detail)
    }
    if (same) {
      same.count += line.count
    } else {
      lines.push(line)
    }
  }
  // The line of a press itself names no record.
  for (const line of lines) {
    line.count ||= 1
  }
  for (const line of lines.filter(({ count }) => count > 1)) {
    line.entryId = null
    if (line.action === 'decided') {
      line.amount = await sumDue(db, line)
    }
  }
  return {
    lines,
    next: rows.length > linesPerPage && last ? `${last.at}_${last.id}` : null,
  }
}
