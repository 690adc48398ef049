import {
  decideManySchema,
  decideOneSchema,
  type LastPress,
  previewManySchema,
  type Undone,
} from '../../../festival/desk/decision'
import { undoShownSeconds } from '../../../festival/desk/states'
import type { Matcher } from '../../bank/matches'
import type { DecisionRow, ReviewRow } from '../../db/desk-schema'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { ApiError, refuseFields } from '../../http/api-error'
import { readBody } from '../../http/bodies'
import { decide, shownUntil } from '../../reviews/decide'
import { readRecords } from '../../reviews/records'
import { readReview } from '../../reviews/review'
import { findDecisions, findUndone, holdPress, TooLateError, undo } from '../../reviews/undo'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'
import { fitsKind, requireVerdict } from './check-verdict'
import { createMany, type ManyParts } from './many'
import type { GivenSelection, ReadSelection } from './selected'
import { showDecided } from './show-decided'

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

/** Decisions of one transaction: others want to write too. */
const batchSize = 25

/** How long their mails are held without another word, in milliseconds: half of what a hold lasts. */
const holdsForMs = 30_000

/** The newest decision of an organiser that can still be taken back; of many the whole press. */
export const readLastPress = async (db: Db, clock: Clock, actor: string): Promise<LastPress | null> => {
  const row = await db
    .selectFrom('decision')
    .selectAll()
    .where('actor', '=', actor)
    .where('decided_at', '>', new Date(clock().getTime() - undoShownSeconds * 1_000).toISOString())
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, decision, ground } = row
  const press = { decision, ...(ground ? { ground } : {}), undoUntil: shownUntil(row.decided_at) }
  if (row.batch_id !== null)
    return { ...press, id: row.batch_id, count: (await findDecisions(db, row.batch_id)).length }
  const review = await readReview(db, row.record_id)
  const record = review && (await readRecords(db, [review])).get(row.record_id)
  if (!record || review.version !== row.version) return null
  const before = { state: row.from_state, ground: row.from_ground, version: row.version - 1 }
  return { ...press, id, count: 1, submission: { id: record.id, name: record.name, before } }
}

const tooLate = () =>
  new ApiError(
    'too-late',
    'This cannot be taken back: its minute is over, or the record has changed since. Decide anew instead.',
  )

const show = ({ record_id, state, ground, version }: ReviewRow) => ({
  id: record_id,
  state,
  ground,
  version,
})

/** How a record stands whose decision another try of the same undo took back meanwhile. */
const findTakenBack = async (db: Db, { id, record_id }: DecisionRow): Promise<ReviewRow | undefined> =>
  (await findUndone(db, id)) && readReview(db, record_id)

/** Takes some back in one transaction; where one of them comes too late, each for itself. */
const undoSome = async (db: Db, rows: readonly DecisionRow[], actor: string, pressed: Date, undone: Undone) => {
  try {
    const outcomes = await transact(db, async (transaction) => {
      const some = []
      for (const row of rows) some.push({ row, outcome: await undo(transaction, row, actor, pressed) })
      return some
    })
    for (const { row, outcome } of outcomes) {
      const review = outcome.is === 'undone' ? outcome.review : await findTakenBack(db, row)
      const others = outcome.is === 'undone' ? outcome.others : []
      if (review) undone.submissions.push(...[review, ...others].map(show))
      else undone.tooLate.push(row.record_id)
    }
  } catch (error) {
    if (!(error instanceof TooLateError)) throw error
    if (rows.length === 1) undone.tooLate.push(error.recordId)
    else for (const row of rows) await undoSome(db, [row], actor, pressed, undone)
  }
}

/**
 * Takes back what one press decided, of one record or of many. All their mails are held before the first is taken back, and
 * for as long as that takes; a press that is sent again goes on where the one before was cut off.
 * @throws ApiError where nothing of it can be taken back
 */
export const takeBack = async (db: Db, clock: Clock, id: string, actor: string): Promise<Undone> => {
  // The minute counts until the press: ten thousand are not taken back in a moment.
  const pressed = clock()
  let held = pressed
  await transact(db, (transaction) => holdPress(transaction, id, held))
  const rows = await findDecisions(db, id)
  const before = await findUndone(db, id)
  const undone: Undone = { id, submissions: [], tooLate: [] }
  if (rows.length === 0) {
    if (!before) throw new ApiError('not-found', 'There is no such decision.')
    const review = before.record_id === null ? undefined : await readReview(db, before.record_id)
    if (!review) throw new ApiError('undone', 'This was taken back already.')
    return { ...undone, submissions: [show(review)] }
  }
  for (let start = 0; start < rows.length; start += batchSize) {
    const now = clock()
    if (now.getTime() - held.getTime() > holdsForMs) {
      held = now
      await transact(db, (transaction) => holdPress(transaction, id, now))
    }
    await undoSome(db, rows.slice(start, start + batchSize), actor, pressed, undone)
  }
  // What an earlier try took back is taken back, whatever stayed.
  if (undone.submissions.length === 0 && !before) throw tooLate()
  return undone
}
