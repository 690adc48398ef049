import { decideManySchema, decideOneSchema, previewManySchema } from '../../../festival/desk/decision'
import type { Matcher } from '../../bank/matches'
import { transact } from '../../db/transact'
import { ApiError, refuseFields } from '../../http/api-error'
import { readBody } from '../../http/read-body'
import { decide } from '../../reviews/decide'
import { readReview } from '../../reviews/review'
import type { DeskHandlers } from '../desk-handlers'
import { fitsKind, requireVerdict } from './check-verdict'
import { createMany, type ManyParts } from './many'
import type { GivenSelection, ReadSelection } from './selected'
import { showDecided } from './show-decided'
import { readLastPress, takeBack } from './take-back'

const missing = () => new ApiError('not-found', 'There is no such submission.')

/** Decisions, one or many, and taking them back. */
export const decisionHandlers = (
  parts: ManyParts & { matcher: Matcher },
): Pick<DeskHandlers, 'decide' | 'previewMany' | 'decideMany' | 'readLastPress' | 'undo'> => {
  const { db, clock, settings, matcher } = parts
  const resolve = async (selection: GivenSelection): Promise<ReadSelection> =>
    selection.by === 'filter' ? { ...selection, filter: await matcher.resolve(selection.filter) } : selection
  const many = createMany(parts)
  return {
    decide: async (context, { email: actor }) => {
      const { submission, ...wanted } = await readBody(context, decideOneSchema)
      requireVerdict(wanted)
      const review = await readReview(db, submission)
      if (!review) throw missing()
      if (!fitsKind(wanted, review.kind))
        throw refuseFields([{ path: 'reasons', message: 'A reason does not fit this kind of submission.' }])
      const outcome = await transact(db, (transaction) =>
        decide(transaction, { ...wanted, recordId: submission, actor, now: clock() }, settings),
      )
      switch (outcome.is) {
        case 'taken':
          return context.json(showDecided(outcome.row))
        case 'stale': {
          const { current } = outcome
          throw new ApiError('stale', 'It was changed since you looked.', { current })
        }
        case 'illegal':
          throw new ApiError('illegal', 'Its state does not allow this.')
        case 'reused':
          throw new ApiError(
            'illegal',
            'This press decided about another submission. Open this one again and decide anew.',
          )
        case 'undone':
          throw new ApiError('undone', 'This decision was taken back.')
        case 'missing':
          throw missing()
      }
    },

    previewMany: async (context) => {
      const { selection, ...verdict } = await readBody(context, previewManySchema)
      requireVerdict(verdict)
      return context.json(await many.preview(await resolve(selection), verdict))
    },

    decideMany: async (context, { email: actor }) => {
      const { id, selection, after, ...verdict } = await readBody(context, decideManySchema)
      requireVerdict(verdict)
      return context.json(await many.decideAll({ id, selection: await resolve(selection), after }, actor, verdict))
    },

    readLastPress: async (context, { email: actor }) => context.json({ press: await readLastPress(db, clock, actor) }),

    undo: async (context, { email: actor }) =>
      context.json(await takeBack(db, clock, context.req.param('id') ?? '', actor)),
  }
}
