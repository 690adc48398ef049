import { endOfFestival, endOfSubject } from '../festival/availability'
import type { Identity } from '../festival/content'
import type { Subject } from '../festival/subject'

/** What of an edition changes by the clock. */
interface Dated {
  identity: Pick<Identity, 'countdownTarget' | 'lastDay'>
  subjects: readonly Pick<Subject, 'slots'>[]
}

/**
 * The latest instant up to now at which an edition's site began to say something else, or 0. A page says the same at it
 * as now, and two builds between the same sessions are alike. All are milliseconds since 1970.
 */
export const lastChangeAt = (now: number, { identity, subjects }: Dated): number => {
  const changes = [Date.parse(identity.countdownTarget), endOfFestival(identity), ...subjects.map(endOfSubject)]
  return Math.max(0, ...changes.filter((change) => change <= now))
}
