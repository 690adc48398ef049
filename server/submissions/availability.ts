import { identity } from '#edition/identity'
import { offersAt, statusWords } from '../../festival/availability'
import { endsOf } from '../../festival/ends'
import { deskWords } from '../../festival/help-desk'
import type { Festival } from '../../festival/state'
import { findTier } from '../../festival/stored-names'
import { type Subject, shortName } from '../../festival/subject'
import { ApiError } from '../http/api-error'
import type { Clock } from '../system/clock'

/** What may still be registered for, bought and requested at this moment. */
export interface Doors {
  /** The refusal of a registration that a subject no longer takes, or not yet; undefined: it is open (behaviour 2.8). */
  refusalOf: (subject: Pick<Subject, 'key' | 'nickname' | 'title'>) => ApiError | undefined
  /** The refusal of a pass of a tier, or of any where the tier is none; undefined: it is still sold (behaviour 2.9). */
  passError: (tier: unknown) => ApiError | undefined
  roomError: () => ApiError | undefined
}

const refuseClosed = (detail: string) => new ApiError('registration-closed', detail)

const refuseLate = (why: string) =>
  refuseClosed(`${why}, so we can no longer take this. If you have already paid, call ${deskWords}.`)

/** Reads festival and clock at each question. `isPublic`: whether what has ended closes, too. */
export const createDoors = (festival: () => Festival, clock: Clock, isPublic: boolean): Doors => {
  const offersNow = () => offersAt(endsOf(festival()), clock().getTime(), isPublic)
  return {
    refusalOf: (asked) => {
      const subject = festival().subjects.find(({ key }) => key === asked.key)
      const availability = subject ? offersNow().availabilityOf(subject) : 'closed'
      const name = shortName(asked)
      if (availability === 'open') return undefined
      if (availability === 'over') return refuseLate(`${name} is over`)
      return availability === 'begun' ? refuseLate(`${name} has begun`) : refuseClosed(statusWords.closed.button)
    },
    passError: (tier) => {
      const { tiers, isOver } = offersNow()
      const asked = findTier(String(tier))
      if (asked ? tiers.some(({ label }) => label === asked.label) : tiers.length > 0) return undefined
      if (isOver) return refuseLate(`${identity.title} is over`)
      return refuseLate(`The last open session of ${asked ? `a ${asked.label}` : 'a'} pass has started`)
    },
    roomError: () => {
      const { hasRooms, isOver } = offersNow()
      if (hasRooms) return undefined
      return refuseLate(isOver ? `${identity.title} is over` : 'The last night has begun')
    },
  }
}
