import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { endOfFestival, endOfSubject } from '../festival/availability'

/** Every instant at which the site begins to say something else, in milliseconds since 1970. */
const changes = [Date.parse(identity.countdownTarget), endOfFestival(identity), ...subjects.map(endOfSubject)]

/**
 * The latest of those instants that has passed, or 0. A page says the same at it as now, and two builds between the same
 * sessions are alike. All are milliseconds since 1970.
 */
export const lastChangeAt = (now: number): number => Math.max(0, ...changes.filter((change) => change <= now))
