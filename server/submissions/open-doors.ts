import { identity } from '#edition/identity'
import { availabilityOf, isSaleOver } from '../../festival/availability'
import { deskWords } from '../../festival/help-desk'
import { registrationMessages } from '../../festival/messages'
import type { Subject } from '../../festival/subject'
import { ApiError } from '../http/api-error'
import type { Clock } from '../system/clock'

/** What may still be registered for, bought and requested at this moment. */
export interface Doors {
  /** The refusal of a registration that a subject no longer takes, or not yet; undefined: it is open (behaviour 2.8). */
  refusalOf: (subject: Subject) => ApiError | undefined
  /** The refusal of a pass or a room; undefined: they are still sold (behaviour 2.9). */
  saleError: () => ApiError | undefined
}

const refuseClosed = (detail: string) => new ApiError('registration-closed', detail)

const over = (what: string) =>
  refuseClosed(`${what} is over, so this can no longer be taken. If you have paid already, call ${deskWords}.`)

/** Reads the clock at each question. `isPublic`: whether what has ended closes, too. */
export const createDoors = (clock: Clock, isPublic: boolean): Doors => ({
  refusalOf: (subject) => {
    const availability = availabilityOf(subject, clock().getTime(), isPublic)
    if (availability === 'open') return undefined
    return availability === 'over' ? over(subject.nickname ?? subject.title) : refuseClosed(registrationMessages.closed)
  },
  saleError: () => (isSaleOver(clock().getTime(), identity, isPublic) ? over(identity.title) : undefined),
})
