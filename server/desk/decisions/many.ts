import type { Decided, ManyDecided, ManyPreviewed, Skipped } from '../../../festival/desk/decision'
import { undoSeconds } from '../../../festival/desk/states'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { type DecisionSettings, decide, idWithinBatch } from '../../reviews/decide'
import type { Preparation } from '../../reviews/prepare-reviews'
import { readRecords } from '../../reviews/records'
import type { Clock } from '../../system/clock'
import type { Verdict } from './check-verdict'
import { judgeRows, listDecidable, listSkipped, type ReadSelection, type Selected } from './selected'
import { showDecided } from './show-decided'

/** Decided in one call, of a filter. */
const atOnce = 200
/** Records of one transaction: others want to write too. */
const batchSize = 25
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

export interface ManyParts {
  db: Db
  clock: Clock
  settings: DecisionSettings
  /** Flags must be up to date before many are decided. */
  preparation: Pick<Preparation, 'catchUp'>
}

/** Decides many records with one press (behaviour 14.13). */
export const createMany = ({ db, clock, settings, preparation }: ManyParts) => {
  const preview = async (selection: ReadSelection, verdict: Verdict): Promise<ManyPreviewed> => {
    await preparation.catchUp()
    const seenAt = clock().toISOString()
    if (selection.by === 'rows') {
      const selected = await judgeRows(db, selection.rows, verdict)
      const skipped = await nameSkipped(db, selected)
      const willDecide = selected.filter(({ why }) => why === undefined).length
      return {
        willDecide,
        skipped: skipped.slice(0, mostSkipped),
        skippedMore: Math.max(0, skipped.length - mostSkipped),
        seenAt,
      }
    }
    const now = { ...selection, seenAt }
    const { total } = await listDecidable(db, now, verdict, 1)
    const left = await listSkipped(db, now, verdict, mostSkipped)
    const skipped = await nameSkipped(db, left.skipped)
    return { willDecide: total, skipped, skippedMore: Math.max(0, left.total - skipped.length), seenAt }
  }

  const decideSome = async (batchId: string, actor: string, some: readonly Selected[], verdict: Verdict) => {
    const decided: Decided[] = []
    const skipped: Selected[] = []
    const now = clock()
    await transact(db, async (transaction) => {
      decided.length = 0
      skipped.length = 0
      for (const one of some) {
        if (!one.review) continue
        const id = idWithinBatch(batchId, one.id)
        const { version } = one.review
        const wanted = { ...verdict, id, batchId, recordId: one.id, version, actor, now }
        const outcome = await decide(transaction, wanted, settings)
        if (outcome.is === 'taken') decided.push(showDecided(outcome.row))
        else skipped.push({ ...one, why: outcome.is === 'undone' ? 'stale' : outcome.is })
      }
    })
    return { decided, skipped }
  }

  /** What this press decided before, when it was sent the first time. */
  const findEarlier = async (batchId: string): Promise<Decided[]> => {
    const rows = await db.selectFrom('decision').selectAll().where('batch_id', '=', batchId).execute()
    return rows.map(showDecided)
  }

  const decideAll = async (
    batchId: string,
    actor: string,
    selection: ReadSelection,
    verdict: Verdict,
  ): Promise<ManyDecided> => {
    await preparation.catchUp()
    const earlier = await findEarlier(batchId)
    const before = new Set(earlier.map(({ submission }) => submission))
    const found =
      selection.by === 'rows'
        ? {
            next: await judgeRows(
              db,
              selection.rows.filter(({ id }) => !before.has(id)),
              verdict,
            ),
            total: 0,
          }
        : await listDecidable(db, selection, verdict, atOnce)
    const decided = [...earlier]
    const leftAlone: Selected[] = found.next.filter(({ why }) => why !== undefined)
    const next = found.next.filter(({ why }) => why === undefined)
    for (let start = 0; start < next.length; start += batchSize) {
      const some = await decideSome(batchId, actor, next.slice(start, start + batchSize), verdict)
      decided.push(...some.decided)
      leftAlone.push(...some.skipped)
    }
    return {
      id: batchId,
      decided,
      skipped: (await nameSkipped(db, leftAlone)).slice(0, mostSkipped),
      left: Math.max(0, found.total - found.next.length),
      undoUntil: new Date(clock().getTime() + undoSeconds * 1_000).toISOString(),
    }
  }

  return { preview, decideAll }
}

export type Many = ReturnType<typeof createMany>
