import { endOfFestival } from '../festival/availability'
import type { Edition } from '../festival/content'
import { endsOf } from '../festival/ends'
import { endOf } from '../festival/slot'

/**
 * The latest instant up to now at which an edition's site began to say something else, or 0. A page says the same at it
 * as now, and two builds between the same sessions are alike. All are milliseconds since 1970.
 */
export const lastChangeAt = (
  now: number,
  edition: Parameters<typeof endsOf>[0] & { identity: Pick<Edition['identity'], 'countdownTarget'> },
): number => {
  const { tiers, rooms } = endsOf(edition)
  const sessions = [...edition.subjects, ...edition.programme]
    .flatMap(({ slots }) => slots)
    .flatMap((slot) => [Date.parse(slot.start), endOf(slot)])
  const changes = [
    Date.parse(edition.identity.countdownTarget),
    ...sessions,
    ...[...tiers.map(({ end }) => end), rooms].map((end) => Date.parse(end)),
    endOfFestival(edition.identity),
  ]
  return Math.max(0, ...changes.filter((change) => change <= now))
}
