import { type LastCommand, mistakeNote } from '../../festival/desk/decision'
import { shownUntil, undoShownSeconds } from '../../festival/desk/states'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { findReviewed } from '../submissions/record'
import { later } from '../system/clock'
import { requireTaken } from './apply-decision'
import { findDecisions } from './batch'
import { decide, requireVerdict } from './decide'
import type { ReviewHandlers } from './deps'
import { takeBack } from './undo'

/** One decision, and taking back one or a batch. */
export const decisionHandlers: ReviewHandlers<'decide' | 'readLastCommand' | 'undo'> = (deps) => ({
  decide: async ({ body: { submission: recordId, ...verdict }, organiser: { email: actor } }) => {
    const { db, clock, settings } = deps
    requireVerdict(verdict)
    const command = { ...verdict, recordId, actor, now: clock() }
    return requireTaken(await transact(db, (transaction) => decide(transaction, command, settings)))
  },

  readLastCommand: async ({ organiser: { email } }) => ({
    command: await findLastCommand(deps.db, deps.clock(), email),
  }),

  undo: ({ params: { id }, organiser: { email } }) => takeBack(deps, id, email),
})

/** The newest decision of an organiser that can still be taken back; of a batch all of it. */
const findLastCommand = async (db: Db, now: Date, actor: string): Promise<LastCommand | null> => {
  const since = later(now, -undoShownSeconds * 1_000)
  const own = db.selectFrom('decision').selectAll().where('actor', '=', actor).where('decided_at', '>', since)
  const row = await own.orderBy('decided_at', 'desc').limit(1).executeTakeFirst()
  // A correction of details is corrected again; what was entered by mistake is entered anew.
  if (!row || row.decision === 'correct' || row.note === mistakeNote) return null
  const { id, decision } = row
  const command = { decision, undoUntil: shownUntil(row.decided_at) }
  if (row.batch_id !== null)
    return { ...command, id: row.batch_id, count: (await findDecisions(db, row.batch_id)).length }
  const reviewed = await findReviewed(db, row.record_id)
  if (reviewed?.review.version !== row.version) return null
  const before = { state: row.from_state, ground: row.from_ground, version: row.version - 1 }
  return { ...command, id, count: 1, submission: { id: reviewed.record.id, name: reviewed.record.name, before } }
}
