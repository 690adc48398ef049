import { identity } from '#edition/identity'
import { helpDeskContact } from '../../festival/content/help-desk'
import { findTier } from '../../festival/content/stored-names'
import { type Subject, shortName } from '../../festival/content/subject'
import type { Festival } from '../../festival/live/state'
import { wholeEdition } from '../../festival/live/whole-edition'
import {
  findLastCall,
  type Lateness,
  offersAt,
  type Availability as SubjectAvailability,
  statusWords,
} from '../../festival/schedule/availability'
import { findSaleEnds } from '../../festival/schedule/sale-ends'
import { ApiError } from '../http/api-error'
import type { Clock } from '../system/clock'

/** What may still be registered for, bought and requested at this moment. */
export interface Availability {
  /** The refusal of a registration that a subject no longer takes, or not yet; undefined: it is taken (behaviour 2.8). */
  refuseSubject: (subject: Pick<Subject, 'key' | 'nickname' | 'title'>) => ApiError | undefined
  /** Whether one that is taken comes late (behaviours 16.20, 16.21). */
  lateness: (subject: Pick<Subject, 'key'>) => Lateness | undefined
  /** The refusal of a pass of a tier, or of any where the tier is none; undefined: it is still taken (behaviour 2.9). */
  refusePass: (tier: unknown) => ApiError | undefined
  passLateness: (tier: unknown) => Lateness | undefined
  refuseRoom: () => ApiError | undefined
}

interface Current {
  festival: () => Festival
  /** The festivals by which a form is still taken: as it is, and as it was a short while ago. */
  readRecent: () => readonly Festival[]
  /** Whether registration was ever open, either as built or after a change. */
  wasEverOpen: (key: string) => boolean
}

const refuseClosed = (detail: string) => new ApiError('registration-closed', detail)

const refuseLate = (why: string) =>
  refuseClosed(
    `${why}, so we can no longer take this. If you have already paid, call ${helpDeskContact}.`,
  )

const refuseJustClosed = (what: string) =>
  refuseClosed(
    `${what} has closed, so we can no longer take this. If you have already paid, call ${helpDeskContact}, and have the UTR ready. What you entered stays on this device.`,
  )

/** The refusal for a subject that was never open. */
const describeNeverOpen = (name: string, availability: SubjectAvailability): string => {
  switch (availability) {
    case 'soon':
      return statusWords.soon.button
    case 'with-pass':
      return `${name} needs no registration: it comes with the delegate pass.`
    default:
      return statusWords.closed.button
  }
}

const findSubject = ({ subjects }: Pick<Festival, 'subjects'>, { key }: Pick<Subject, 'key'>) =>
  subjects.find((subject) => subject.key === key)

/** The tier that an unchecked body names. Only text names one: `String` of an object calls the object's own `toString`. */
const findRequestedTier = (tier: unknown) => (typeof tier === 'string' ? findTier(tier) : undefined)

/** Reads festival and clock at each question. `isPublic`: whether what has ended closes, too. */
export const createAvailability = (
  { festival, readRecent, wasEverOpen }: Current,
  clock: Clock,
  isPublic: boolean,
): Availability => {
  const offersIn = (one: Festival) => offersAt(findSaleEnds(one), clock().getTime(), isPublic)
  const availabilityIn = (one: Festival, asked: Pick<Subject, 'key'>) => {
    const subject = findSubject(one, asked)
    return subject ? offersIn(one).findAvailability(subject) : 'closed'
  }
  const hasBegun = (asked: Pick<Subject, 'key'>) => {
    const subject = findSubject(festival(), asked)
    return subject === undefined || offersIn(festival()).isPast(findLastCall(subject))
  }
  /** What has just been closed, and neither begun nor ended meanwhile. */
  const hasJustClosed = (asked: Pick<Subject, 'key'>) =>
    readRecent().some((one) => availabilityIn(one, asked) === 'open') && !hasBegun(asked)
  const isSoldIn = (one: Festival, tier: unknown) => {
    const { tiers } = offersIn(one)
    const asked = findRequestedTier(tier)
    return asked ? tiers.some(({ label }) => label === asked.label) : tiers.length > 0
  }
  const hasJustEnded = (tier: unknown) =>
    !offersIn(festival()).isOver && readRecent().some((one) => isSoldIn(one, tier))
  return {
    refuseSubject: (asked) => {
      const availability = availabilityIn(festival(), asked)
      const name = shortName(asked)
      if (availability === 'open') {
        return undefined
      }
      if (availability === 'over') {
        return refuseLate(`${name} is over`)
      }
      if (availability === 'begun') {
        return refuseLate(`${name} has begun`)
      }
      const wasOpen = wasEverOpen(asked.key)
      if (hasJustClosed(asked) || (availability === 'cancelled' && wasOpen && !hasBegun(asked))) {
        return undefined
      }
      return wasOpen
        ? refuseJustClosed(`Registration for ${name}`)
        : refuseClosed(describeNeverOpen(name, availability))
    },
    lateness: (asked) => {
      const availability = availabilityIn(festival(), asked)
      if (availability === 'open') {
        return undefined
      }
      return availability === 'cancelled' ? availability : 'closed'
    },
    refusePass: (tier) => {
      if (isSoldIn(festival(), tier) || hasJustEnded(tier)) {
        return undefined
      }
      if (offersIn(festival()).isOver) {
        return refuseLate(`${identity.title} is over`)
      }
      const asked = findRequestedTier(tier)
      const { subjects } = festival()
      const hasMoved = subjects.some(
        (subject) =>
          subject.passRequired && subject.status !== findSubject(wholeEdition, subject)?.status,
      )
      if (hasMoved) {
        return refuseJustClosed(`The sale of ${asked ? `the ${asked.label}` : 'a'} pass`)
      }
      return refuseLate(
        `The last open session of ${asked ? `a ${asked.label}` : 'a'} pass has started`,
      )
    },
    passLateness: (tier) => (isSoldIn(festival(), tier) ? undefined : 'closed'),
    refuseRoom: () => {
      const { hasRooms, isOver } = offersIn(festival())
      if (hasRooms) {
        return undefined
      }
      return refuseLate(isOver ? `${identity.title} is over` : 'The last night has begun')
    },
  }
}
