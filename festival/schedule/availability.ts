import type { Identity } from '../content/content'
import { type Day, dayMs, findEnd, findMidnight, type Instant, type Slot } from '../content/slot'
import type { Status, Subject } from '../content/subject'
import type { OpenPlacesByEvent } from './open-places'

/** `full` events are open, but verified entries take all places. */
export type Availability = Status | 'full' | 'begun' | 'over'

/** Why a form that arrives late is still accepted. */
export type Lateness = 'closed' | 'cancelled'

export const statusWords: Readonly<Record<Availability, { name: string; button: string }>> = {
  open: { name: 'Open for registration', button: 'Register Now' },
  closed: { name: 'Registration closed', button: 'Registration Closed' },
  soon: { name: 'Registration opening soon', button: 'Registration Opening Soon' },
  'with-pass': { name: 'Comes with the delegate pass', button: 'Buy Delegate Pass' },
  cancelled: { name: 'Cancelled', button: 'Cancelled' },
  full: { name: 'Full', button: 'Full' },
  begun: { name: 'This has begun', button: 'This has begun' },
  over: { name: 'This is over', button: 'This is over' },
}

export const fewPlacesWords = 'Few places left'

type Dated = Pick<Subject, 'slots' | 'until' | 'closesAt'>

const readStart = ({ start }: Slot): number => Date.parse(start)

/** Returns milliseconds since 1970. */
export const findEndOfSubject = ({ slots }: Pick<Subject, 'slots'>): number =>
  Math.max(...slots.map(findEnd))

/** Returns the start of the first session, or of the one in `until`, in milliseconds since 1970. */
export const findLastCall = ({ slots, until }: Pick<Dated, 'slots' | 'until'>): number => {
  const lastSession = until && slots.find(({ label }) => label === until)
  return lastSession ? readStart(lastSession) : Math.min(...slots.map(readStart))
}

/** Returns milliseconds since 1970. */
export const findClosing = ({ closesAt, ...subject }: Dated): number => {
  const lastCall = findLastCall(subject)
  return closesAt ? Math.min(lastCall, Date.parse(closesAt)) : lastCall
}

const hasClosed = ({ closesAt }: Pick<Subject, 'closesAt'>, now: number): boolean =>
  closesAt !== undefined && now >= Date.parse(closesAt)

/** Returns milliseconds since 1970. */
export const findEndOfFestival = ({ lastDay }: Pick<Identity, 'lastDay'>): number =>
  findMidnight(lastDay) + dayMs

export interface TierEnd {
  label: string
  /** Undefined if everything that the tier includes is closed. */
  end?: Instant
}

export interface SaleEnds {
  /** In the edition's order. */
  tiers: readonly TierEnd[]
  /** Undefined if the edition has no rooms. */
  rooms: Instant | undefined
  lastDay: Day
}

/**
 * On a private address, sales and events never end, so that the site can be tried out in any year.
 * @param now milliseconds since 1970
 */
export const offersAt = (
  { tiers, rooms, lastDay }: SaleEnds,
  now: number,
  isPublic: boolean,
  places: OpenPlacesByEvent = {},
) => {
  const isPast = (end: number | Instant) => isPublic && now >= new Date(end).getTime()
  return {
    /** Always returns false on a private address. */
    isPast,
    /**
     * A closed event stays closed until it is over. `closesAt` takes effect on private addresses as
     * well.
     */
    findAvailability: (subject: Dated & Pick<Subject, 'key' | 'status'>): Availability => {
      const status =
        subject.status === 'open' && hasClosed(subject, now) ? 'closed' : subject.status
      if (status === 'cancelled') {
        return status
      }
      if (isPast(findEndOfSubject(subject))) {
        return 'over'
      }
      if (status !== 'closed' && isPast(findLastCall(subject))) {
        return 'begun'
      }
      return status === 'open' && places[subject.key]?.level === 'full' ? 'full' : status
    },
    hasFewPlaces: ({ key }: Pick<Subject, 'key'>): boolean => places[key]?.level === 'few',
    hasClosed: (subject: Pick<Subject, 'closesAt'>): boolean => hasClosed(subject, now),
    tiers: tiers.filter(
      (tier): tier is Required<TierEnd> => tier.end !== undefined && !isPast(tier.end),
    ),
    hasRooms: rooms !== undefined && !isPast(rooms),
    isOver: isPast(findEndOfFestival({ lastDay })),
  }
}

export type Offers = ReturnType<typeof offersAt>

/** True with an https address or in production. Otherwise past sessions stay open. */
export const isPublicInstallation = (
  publicUrl: string | undefined,
  nodeEnv: string | undefined,
): boolean => nodeEnv === 'production' || (publicUrl ?? '').startsWith('https:')
