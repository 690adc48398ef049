import type { Onlookers } from '../../../festival/desk/record'
import type { Db } from '../../db/schema'
import { ApiError } from '../../http/api-error'
import { dropOnlooker, listOnlookers, noteOnlooker } from '../../reviews/onlookers'
import { readReview } from '../../reviews/review'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'

/** Who looks at a record just now (behaviour 14.19). */
export const presenceHandlers = (db: Db, clock: Clock): Pick<DeskHandlers, 'lookAt' | 'lookAway'> => ({
  lookAt: async (context, { email }) => {
    const id = context.req.param('id') ?? ''
    if (!(await readReview(db, id))) throw new ApiError('not-found', 'There is no such submission.')
    const now = clock()
    await noteOnlooker(db, id, email, now)
    const answer: Onlookers = { others: await listOnlookers(db, id, email, now) }
    return context.json(answer)
  },

  lookAway: async (context, { email }) => {
    await dropOnlooker(db, context.req.param('id') ?? '', email)
    return context.body(null, 204)
  },
})
