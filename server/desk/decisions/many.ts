import type { Decided, ManyDecided, ManyPreviewed, Skipped } from '../../../festival/desk/decision'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { type DecisionSettings, decide, idWithinBatch } from '../../reviews/decide'
import type { Indexer } from '../../reviews/index-records'
import type { Cursor } from '../../reviews/queue-queries'
import { readRecords } from '../../reviews/records'
import { holdPress, readUndoUntil } from '../../reviews/undo'
import type { Clock } from '../../system/clock'
import { readCursor, writeCursor } from '../cursor'
import type { Verdict } from './check-verdict'
import {
  type FilterSelection,
  judgeRows,
  listDecidable,
  listSkipped,
  type ReadSelection,
  type Selected,
} from './selected'
import { showDecided } from './show-decided'

/** Decided in one call, of a filter. */
const atOnce = 200
/** Records of one transaction: others want to write too. */
const batchSize = 25
/** Looked at together before any is decided. */
const pageSize = 500
/** So many are named of those that are left alone. */
const mostSkipped = 100

const nameSkipped = async (db: Db, selected: readonly Selected[]): Promise<Skipped[]> => {
  const reviews = selected.flatMap(({ review }) => review ?? [])
  const records = await readRecords(db, reviews)
  return selected.flatMap(({ id, why }) => {
    const record = records.get(id)
    return why === undefined ? [] : [{ id, label: record?.label ?? '', name: record?.name ?? '', why }]
  })
}

/** A press that decides many, or its next call. */
interface Wanted {
  id: string
  selection: ReadSelection
  after?: string | undefined
}

export interface ManyParts {
  db: Db
  clock: Clock
  settings: DecisionSettings
  /** Flags must be up to date before many are decided. */
  indexer: Pick<Indexer, 'catchUp'>
}

/** Decides many records with one press (behaviour 14.13). */
export const createMany = ({ db, clock, settings, indexer }: ManyParts) => {
  /** Everybody of a filter, page after page. */
  const judgeFilter = async (selection: FilterSelection, verdict: Verdict): Promise<Selected[]> => {
    const selected: Selected[] = []
    for (let after: Cursor | undefined; ; ) {
      const page = await listDecidable(db, selection, verdict, { after, limit: pageSize })
      selected.push(...page)
      const last = page.at(-1)
      if (!last || page.length < pageSize) return selected
      after = { at: last.review.created_at, id: last.id }
    }
  }

  const preview = async (selection: ReadSelection, verdict: Verdict): Promise<ManyPreviewed> => {
    await indexer.catchUp()
    const seenAt = clock().toISOString()
    const now = { ...selection, seenAt }
    const selected = now.by === 'rows' ? await judgeRows(db, now.rows, verdict) : await judgeFilter(now, verdict)
    // Of a filter those whose state, change or flag leaves them alone are counted, and the first of them named.
    const others = now.by === 'rows' ? { skipped: [], total: 0 } : await listSkipped(db, now, verdict, mostSkipped)
    const willDecide = selected.filter(({ why }) => why === undefined)
    const left = [...others.skipped, ...selected.filter(({ why }) => why !== undefined)]
    const skipped = await nameSkipped(db, left.slice(0, mostSkipped))
    const leftInAll = others.total + selected.length - willDecide.length
    return {
      willDecide: willDecide.length,
      sum: willDecide.reduce((sum, { known }) => sum + (known?.due ?? 0), 0),
      unopened: willDecide.filter(({ known }) => known && !known.isOpened).length,
      skipped,
      skippedMore: Math.max(0, leftInAll - skipped.length),
      seenAt,
    }
  }

  const decideSome = async (batchId: string, actor: string, some: readonly Selected[], verdict: Verdict, now: Date) => {
    const decided: Decided[] = []
    const skipped: Selected[] = []
    await transact(db, async (transaction) => {
      decided.length = 0
      skipped.length = 0
      for (const one of some) {
        if (!one.review) continue
        const id = idWithinBatch(batchId, one.id)
        const { version } = one.review
        const ground = one.review.cash_amount === null ? verdict.ground : 'cash'
        const wanted = { ...verdict, ground, id, batchId, recordId: one.id, version, actor, now }
        const outcome = await decide(transaction, wanted, settings)
        if (outcome.is === 'taken') decided.push(showDecided(outcome.row))
        else skipped.push({ ...one, why: outcome.is === 'undone' || outcome.is === 'reused' ? 'stale' : outcome.is })
      }
    })
    return { decided, skipped }
  }

  /** What this press decided before, when it was sent the first time. */
  const findEarlier = async (batchId: string): Promise<Decided[]> => {
    const rows = await db.selectFrom('decision').selectAll().where('batch_id', '=', batchId).execute()
    return rows.map(showDecided)
  }

  /** What one call is about: the picked ones that are not decided yet, or so many of a filter after the last call's. */
  const select = async ({ selection, after }: Wanted, verdict: Verdict, before: ReadonlySet<string>) => {
    if (selection.by === 'rows') {
      const rows = selection.rows.filter(({ id }) => !before.has(id))
      return { selected: await judgeRows(db, rows, verdict), next: null }
    }
    const page = { after: after === undefined ? undefined : readCursor(after), limit: atOnce + 1 }
    const found = await listDecidable(db, selection, verdict, page)
    const selected = found.slice(0, atOnce)
    const last = selected.at(-1)
    return { selected, next: found.length > atOnce && last ? writeCursor(last.review) : null }
  }

  const decideAll = async (wanted: Wanted, actor: string, verdict: Verdict): Promise<ManyDecided> => {
    const { id: batchId, after } = wanted
    await indexer.catchUp()
    const now = clock()
    await transact(db, (transaction) => holdPress(transaction, batchId, now))
    // Whoever goes on was told already: telling it with each call would cost more with each call.
    const decided = after === undefined ? await findEarlier(batchId) : []
    const before = new Set(decided.map(({ submission }) => submission))
    const { selected, next } = await select(wanted, verdict, before)
    const leftAlone: Selected[] = selected.filter(({ why }) => why !== undefined)
    const decidable = selected.filter(({ why }) => why === undefined)
    for (let start = 0; start < decidable.length; start += batchSize) {
      const some = await decideSome(batchId, actor, decidable.slice(start, start + batchSize), verdict, now)
      decided.push(...some.decided)
      leftAlone.push(...some.skipped)
    }
    return {
      id: batchId,
      decided,
      skipped: (await nameSkipped(db, leftAlone)).slice(0, mostSkipped),
      next,
      undoUntil: await readUndoUntil(db, batchId, now),
    }
  }

  return { preview, decideAll }
}

export type Many = ReturnType<typeof createMany>
