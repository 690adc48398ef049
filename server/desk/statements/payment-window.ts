import { identity } from '#edition/identity'
import type { Window } from '../../../festival/bank/verdict'
import { dayAt } from '../../../festival/day'
import { type Day, startOf } from '../../../festival/slot'
import type { Db } from '../../db/schema'

const dayMs = 86_400_000
/** Some pay, and send the form days later. */
const daysBefore = 14
/** Corrections are paid after the festival, too. */
const daysAfter = 30

const move = (day: Day, days: number): Day => dayAt(startOf(day) + days * dayMs)

/** Between which days payments are expected: nothing else of a statement leaves the browser (behaviour 15.1). */
export const findWindow = async (db: Db, now: Date): Promise<Window> => {
  const today = dayAt(now.getTime())
  const first = await db
    .selectFrom('review')
    .select('day')
    .orderBy('created_at')
    .orderBy('record_id')
    .limit(1)
    .executeTakeFirst()
  const from = move((first?.day as Day | undefined) ?? today, -daysBefore)
  const last = move(identity.lastDay, daysAfter)
  // A trial with the dates of a festival that is over has its payments all the same.
  return { from, to: last < from || today < last ? today : last }
}
