import { transact } from '../db/transact'
import { requireTaken } from './apply-decision'
import { decide, requireVerdict } from './decide'
import type { ReviewHandlers } from './deps'
import { undoDecisions } from './undo'

export const decisionHandlers: ReviewHandlers<'decide' | 'undo'> = (deps) => ({
  decide: async ({ body: { entryId, ...verdict }, organiser: { email: actor } }) => {
    const { db, clock, settings } = deps
    requireVerdict(verdict)
    const command = { ...verdict, entryId, actor, now: clock() }
    return requireTaken(await transact(db, (transaction) => decide(transaction, command, settings)))
  },

  undo: ({ params: { id }, organiser: { email } }) => undoDecisions(deps, id, email),
})
