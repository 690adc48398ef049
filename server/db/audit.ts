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
  /** An organiser's address, or the text `registrant`, `command line` or `waiting list`. */
  actor: string
  action: AuditAction
  entryId?: string
  decisionId?: string
  /** Never contains typed text, because audit lines are never deleted. */
  detail?: Readonly<Record<string, string | number>>
}

/**
 * Call this in the transaction of the recorded action.
 * @returns false if the decision already has a line for this action
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

const isSameBulkDecision = (left: Line, right: Line): boolean =>
  left.action === 'decided' &&
  left.action === right.action &&
  left.at === right.at &&
  left.actor === right.actor &&
  left.detail.decision === right.detail.decision

const pickCommonDetails = (left: Line['detail'], right: Line['detail']): Line['detail'] =>
  Object.fromEntries(Object.entries(left).filter(([name, value]) => right[name] === value))

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
 * `after` is the position where the previous page ended, as `AT_ID`. Views are hidden unless
 * requested.
 */
const selectLines = (db: Db, { action, actor, entryId, hasLooks, after }: AuditQuery) => {
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
    const [at = '', id = ''] = after.split('_')
    query = query
      .where('at', '<=', at)
      .having(({ or, and, eb, fn }) =>
        or([eb('at', '<', at), and([eb('at', '=', at), eb(fn.min('id'), '<', id)])]),
      )
  }
  return query
}

const mergeBulkDecisions = (lines: readonly Line[]): Line[] => {
  const merged: Line[] = []
  for (const line of lines) {
    const same = merged.find((other) => isSameBulkDecision(other, line))
    if (same) {
      same.detail = pickCommonDetails(same.detail, line.detail)
      same.count += line.count
    } else {
      merged.push(line)
    }
  }
  return merged
}

/** Version 1.0.0 called the source of a verification its `ground`. Stored lines never change. */
const readDetail = (json: string): Line['detail'] => {
  const { ground, ...detail } = JSON.parse(json)
  return ground === undefined ? detail : { ...detail, source: ground }
}

/** Lists the newest line first. Lines of one bulk decision are merged. */
export const listAudit = async (
  db: Db,
  query: AuditQuery,
): Promise<{ lines: Line[]; next: string | null }> => {
  const rows = await selectLines(db, query).execute()
  const page = rows.slice(0, linesPerPage)
  const last = page.at(-1)
  const lines = mergeBulkDecisions(
    page.map(({ detail, count, entry_id, ...columns }) => ({
      ...columns,
      detail: readDetail(detail),
      count: Number(count),
      amount: null,
      entryId: entry_id,
    })),
  )
  // The query counts entries, so a line without an entry has a count of 0.
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
