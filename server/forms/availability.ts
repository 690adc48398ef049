import { identity } from '#edition/identity'
import { helpDeskContact } from '../../festival/content/help-desk'
import { minuteMs } from '../../festival/content/slot'
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

export interface Availability {
  /** Returns undefined if a registration is accepted. */
  refuseSubject: (subject: Pick<Subject, 'key' | 'nickname' | 'title'>) => ApiError | undefined
  /** Why an accepted registration counts as late. */
  lateness: (subject: Pick<Subject, 'key'>) => Lateness | undefined
  /**
   * Returns undefined if the pass is still on sale. For an unknown tier, checks whether any pass
   * is.
   */
  refusePass: (tier: unknown) => ApiError | undefined
  passLateness: (tier: unknown) => Lateness | undefined
  refuseRoom: () => ApiError | undefined
}

interface Current {
  festival: () => Festival
  /**
   * The current state and those of the last half hour, because a form may have been open during a
   * change.
   */
  readRecent: () => readonly Festival[]
  /** Whether registration was ever open, in the built edition or after a change. */
  wasEverOpen: (key: string) => boolean
  /** When verified entries took all places, or undefined. */
  findFilledAt: (key: string) => string | undefined
}

/** How long forms are accepted, for the waiting list, after verified entries took all places. */
const fullGraceMs = 30 * minuteMs

const refuseClosed = (detail: string) => new ApiError('registration-closed', detail)

const refuseLate = (why: string, isFree = false) => {
  const concern = isFree ? 'have questions' : 'have already paid'
  return refuseClosed(
    `${why}, so we can no longer accept this form. If you ${concern}, call ${helpDeskContact}.`,
  )
}

const refuseJustClosed = (what: string, isFree = false) => {
  const advice = isFree
    ? `If you have questions, call ${helpDeskContact}.`
    : `If you have already paid, call ${helpDeskContact}, and have the UTR ready.`
  return refuseClosed(
    `${what} has closed, so we can no longer accept this form. ${advice} What you entered stays on this device.`,
  )
}

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

/** Reads text only: `String(tier)` would call a `toString` from the request body. */
const findRequestedTier = (tier: unknown) => (typeof tier === 'string' ? findTier(tier) : undefined)

export const createAvailability = (
  { festival, readRecent, wasEverOpen, findFilledAt }: Current,
  clock: Clock,
  isPublic: boolean,
): Availability => {
  const offersIn = (state: Festival) => offersAt(findSaleEnds(state), clock().getTime(), isPublic)
  const availabilityIn = (state: Festival, asked: Pick<Subject, 'key'>) => {
    const subject = findSubject(state, asked)
    return subject ? offersIn(state).findAvailability(subject) : 'closed'
  }
  const hasBegun = (asked: Pick<Subject, 'key'>) => {
    const subject = findSubject(festival(), asked)
    return subject === undefined || offersIn(festival()).isPast(findLastCall(subject))
  }
  const hasJustClosed = (asked: Pick<Subject, 'key'>) =>
    readRecent().some((state) => availabilityIn(state, asked) === 'open') && !hasBegun(asked)
  const wasFull = ({ key }: Pick<Subject, 'key'>) => {
    const filledAt = findFilledAt(key)
    return filledAt !== undefined && clock().getTime() > Date.parse(filledAt) + fullGraceMs
  }
  const isSoldIn = (state: Festival, tier: unknown) => {
    const { tiers } = offersIn(state)
    const requested = findRequestedTier(tier)
    if (!requested) {
      return tiers.length > 0
    }
    return tiers.some(({ label }) => label === requested.label)
  }
  const hasSaleJustEnded = (tier: unknown) =>
    !offersIn(festival()).isOver && readRecent().some((state) => isSoldIn(state, tier))
  return {
    refuseSubject: (asked) => {
      const availability = availabilityIn(festival(), asked)
      const name = shortName(asked)
      const isFree = findSubject(festival(), asked)?.fee.per === 'free'
      if (availability === 'open') {
        return wasFull(asked) ? refuseLate(`All places of ${name} are taken`, isFree) : undefined
      }
      if (availability === 'over') {
        return refuseLate(`${name} is over`, isFree)
      }
      if (availability === 'begun') {
        return refuseLate(`${name} has begun`, isFree)
      }
      const wasOpen = wasEverOpen(asked.key)
      // Forms for a cancelled subject are accepted so that an earlier payment can be refunded.
      const isRefundable = availability === 'cancelled' && wasOpen && !hasBegun(asked)
      if (isRefundable || hasJustClosed(asked)) {
        return undefined
      }
      if (wasOpen) {
        return refuseJustClosed(`Registration for ${name}`, isFree)
      }
      return refuseClosed(describeNeverOpen(name, availability))
    },
    lateness: (asked) => {
      const availability = availabilityIn(festival(), asked)
      if (availability === 'open') {
        return undefined
      }
      return availability === 'cancelled' ? availability : 'closed'
    },
    refusePass: (tier) => {
      if (isSoldIn(festival(), tier) || hasSaleJustEnded(tier)) {
        return undefined
      }
      if (offersIn(festival()).isOver) {
        return refuseLate(`${identity.title} is over`)
      }
      const requested = findRequestedTier(tier)
      const { subjects } = festival()
      const wasChangedByOrganisers = subjects.some(
        (subject) =>
          subject.passRequired && subject.status !== findSubject(wholeEdition, subject)?.status,
      )
      if (wasChangedByOrganisers) {
        const pass = requested ? `the ${requested.label} pass` : 'passes'
        return refuseJustClosed(`Registration for ${pass}`)
      }
      const pass = requested ? `a ${requested.label} pass` : 'a pass'
      return refuseLate(`The last open session for ${pass} has started`)
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
