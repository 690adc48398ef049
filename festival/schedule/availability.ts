import type { Identity } from '../content/content'
import { type Day, dayMs, findEnd, findMidnight, type Instant, type Slot } from '../content/slot'
import type { Status, Subject } from '../content/subject'

/** The status of a subject at a moment, including `begun` and `over`. */
export type Availability = Status | 'begun' | 'over'

/** Why a late form is still accepted: the event closed just before, or is cancelled. */
export type Lateness = 'closed' | 'cancelled'

/** The name of each status in lists, and the text of its button. */
export const statusWords: Readonly<Record<Availability, { name: string; button: string }>> = {
  open: { name: 'Open for registration', button: 'Register Now' },
  closed: { name: 'Registration closed', button: 'Registration Closed' },
  soon: { name: 'Registration opening soon', button: 'Registration Opening Soon' },
  'with-pass': { name: 'Comes with the delegate pass', button: 'Buy Delegate Pass' },
  cancelled: { name: 'Cancelled', button: 'Cancelled' },
  begun: { name: 'This has begun', button: 'This has begun' },
  over: { name: 'This is over', button: 'This is over' },
}

type Dated = Pick<Subject, 'slots' | 'until' | 'closesAt'>

const readStart = ({ start }: Slot): number => Date.parse(start)

/** In milliseconds since 1970. */
export const findEndOfSubject = ({ slots }: Pick<Subject, 'slots'>): number =>
  Math.max(...slots.map(findEnd))

/** In milliseconds since 1970: the start of the first session, or of the one that `until` names. */
export const findLastCall = ({ slots, until }: Pick<Dated, 'slots' | 'until'>): number => {
  const named = until && slots.find(({ label }) => label === until)
  return named ? readStart(named) : Math.min(...slots.map(readStart))
}

/** In milliseconds since 1970. */
export const findClosing = ({ closesAt, ...subject }: Dated): number => {
  const lastCall = findLastCall(subject)
  return closesAt ? Math.min(lastCall, Date.parse(closesAt)) : lastCall
}

const hasClosed = ({ closesAt }: Pick<Subject, 'closesAt'>, now: number): boolean =>
  closesAt !== undefined && now >= Date.parse(closesAt)

/** In milliseconds since 1970, at midnight in India. */
export const findEndOfFestival = ({ lastDay }: Pick<Identity, 'lastDay'>): number =>
  findMidnight(lastDay) + dayMs

export interface TierEnd {
  label: string
  /** Undefined if the tier is not sold because everything that it opens is closed. */
  end?: Instant
}

/** When the sale of passes and rooms ends, and the festival's last day (`sale-ends.ts`). */
export interface SaleEnds {
  /** In the edition's order. */
  tiers: readonly TierEnd[]
  /** Undefined without rooms. */
  rooms: Instant | undefined
  lastDay: Day
}

/**
 * What an edition offers at a moment. On a private address, only the status counts and nothing ends
 * by time, so that the site can be tried in any year.
 * @param now milliseconds since 1970
 */
export const offersAt = ({ tiers, rooms, lastDay }: SaleEnds, now: number, isPublic: boolean) => {
  const isPast = (end: number | Instant) => isPublic && now >= new Date(end).getTime()
  return {
    /** Always false on a private address. */
    isPast,
    /**
     * A closed event stays closed until it is over, and a cancelled one for good. `closesAt` also
     * applies on private addresses.
     */
    findAvailability: (subject: Dated & Pick<Subject, 'status'>): Availability => {
      const status =
        subject.status === 'open' && hasClosed(subject, now) ? 'closed' : subject.status
      if (status === 'cancelled') {
        return status
      }
      if (isPast(findEndOfSubject(subject))) {
        return 'over'
      }
      return status !== 'closed' && isPast(findLastCall(subject)) ? 'begun' : status
    },
    /** Whether `closesAt` has passed. */
    hasClosed: (subject: Pick<Subject, 'closesAt'>): boolean => hasClosed(subject, now),
    tiers: tiers.filter(
      (tier): tier is Required<TierEnd> => tier.end !== undefined && !isPast(tier.end),
    ),
    hasRooms: rooms !== undefined && !isPast(rooms),
    isOver: isPast(findEndOfFestival({ lastDay })),
  }
}

export type Offers = ReturnType<typeof offersAt>

/** Past sessions close only on public installations: those with TLS or in production. */
export const isPublicInstallation = (
  publicUrl: string | undefined,
  nodeEnv: string | undefined,
): boolean => nodeEnv === 'production' || (publicUrl ?? '').startsWith('https:')
