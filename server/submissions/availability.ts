import { identity } from '#edition/identity'
import { type Lateness, lastCallOf, offersAt, statusWords } from '../../festival/availability'
import { endsOf } from '../../festival/ends'
import { deskWords } from '../../festival/help-desk'
import type { Festival } from '../../festival/state'
import { findTier } from '../../festival/stored-names'
import { type Subject, shortName } from '../../festival/subject'
import { wholeEdition } from '../../festival/whole-edition'
import { ApiError } from '../http/api-error'
import type { Clock } from '../system/clock'

/** What may still be registered for, bought and requested at this moment. */
export interface Doors {
  /** The refusal of a registration that a subject no longer takes, or not yet; undefined: it is taken (behaviour 2.8). */
  refusalOf: (subject: Pick<Subject, 'key' | 'nickname' | 'title'>) => ApiError | undefined
  /** Whether one that is taken comes late (behaviours 16.20, 16.21). */
  lateness: (subject: Pick<Subject, 'key'>) => Lateness | undefined
  /** The refusal of a pass of a tier, or of any where the tier is none; undefined: it is still taken (behaviour 2.9). */
  passError: (tier: unknown) => ApiError | undefined
  passLateness: (tier: unknown) => Lateness | undefined
  roomError: () => ApiError | undefined
}

interface Current {
  festival: () => Festival
  /** The festivals by which a form is still taken: as it is, and as it was a short while ago. */
  readRecent: () => readonly Festival[]
}

const refuseClosed = (detail: string) => new ApiError('registration-closed', detail)

const refuseLate = (why: string) =>
  refuseClosed(`${why}, so we can no longer take this. If you have already paid, call ${deskWords}.`)

const refuseJustClosed = (what: string) =>
  refuseClosed(
    `${what} has closed, so we can no longer take this. If you have already paid, call ${deskWords} and have the UTR ready. What you entered stays on this device.`,
  )

const findSubject = ({ subjects }: Pick<Festival, 'subjects'>, { key }: Pick<Subject, 'key'>) =>
  subjects.find((subject) => subject.key === key)

/** Reads festival and clock at each question. `isPublic`: whether what has ended closes, too. */
export const createDoors = ({ festival, readRecent }: Current, clock: Clock, isPublic: boolean): Doors => {
  const offersOf = (one: Festival) => offersAt(endsOf(one), clock().getTime(), isPublic)
  const availabilityIn = (one: Festival, asked: Pick<Subject, 'key'>) => {
    const subject = findSubject(one, asked)
    return subject ? offersOf(one).availabilityOf(subject) : 'closed'
  }
  /** What has just been closed, and neither begun nor ended meanwhile. */
  const hasJustClosed = (asked: Pick<Subject, 'key'>) => {
    const subject = findSubject(festival(), asked)
    const wasOpen = readRecent().some((one) => availabilityIn(one, asked) === 'open')
    return wasOpen && subject !== undefined && !offersOf(festival()).isPast(lastCallOf(subject))
  }
  const isSoldIn = (one: Festival, tier: unknown) => {
    const { tiers } = offersOf(one)
    const asked = findTier(String(tier))
    return asked ? tiers.some(({ label }) => label === asked.label) : tiers.length > 0
  }
  const hasJustEnded = (tier: unknown) =>
    !offersOf(festival()).isOver && readRecent().some((one) => isSoldIn(one, tier))
  return {
    refusalOf: (asked) => {
      const availability = availabilityIn(festival(), asked)
      const name = shortName(asked)
      if (availability === 'open' || availability === 'cancelled') return undefined
      if (availability === 'over') return refuseLate(`${name} is over`)
      if (availability === 'begun') return refuseLate(`${name} has begun`)
      if (availability === 'closed' && hasJustClosed(asked)) return undefined
      const built = findSubject(wholeEdition, asked)
      const wasOpen = availability === 'closed' && built?.status === 'open'
      return wasOpen ? refuseJustClosed(`Registration for ${name}`) : refuseClosed(statusWords.closed.button)
    },
    lateness: (asked) => {
      const availability = availabilityIn(festival(), asked)
      return availability === 'cancelled' || availability === 'closed' ? availability : undefined
    },
    passError: (tier) => {
      if (isSoldIn(festival(), tier) || hasJustEnded(tier)) return undefined
      if (offersOf(festival()).isOver) return refuseLate(`${identity.title} is over`)
      const asked = findTier(String(tier))
      const { subjects } = festival()
      const hasMoved = subjects.some(
        (subject) => subject.passRequired && subject.status !== findSubject(wholeEdition, subject)?.status,
      )
      if (hasMoved) return refuseJustClosed(`The sale of ${asked ? `the ${asked.label}` : 'a'} pass`)
      return refuseLate(`The last open session of ${asked ? `a ${asked.label}` : 'a'} pass has started`)
    },
    passLateness: (tier) => (isSoldIn(festival(), tier) ? undefined : 'closed'),
    roomError: () => {
      const { hasRooms, isOver } = offersOf(festival())
      if (hasRooms) return undefined
      return refuseLate(isOver ? `${identity.title} is over` : 'The last night has begun')
    },
  }
}
