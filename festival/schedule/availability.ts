import type { Identity } from '../content/content'
import { type Day, dayMs, findEnd, findMidnight, type Instant, type Slot } from '../content/slot'
import type { Status, Subject } from '../content/subject'

/** What a visitor can do about a subject at a moment: what its status says, or nothing any more. */
export type Availability = Status | 'begun' | 'over'

/** How a form came after all that is still taken: its event had closed just before, or is cancelled. */
export type Lateness = 'closed' | 'cancelled'

/** What each is called in a list, and what a button says that would lead to the form (behaviour 2.2). */
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

/** When the last session of a subject ends, in milliseconds since 1970. */
export const findEndOfSubject = ({ slots }: Pick<Subject, 'slots'>): number =>
  Math.max(...slots.map(findEnd))

/**
 * When nobody can register for a subject any more, in milliseconds since 1970: as the first session begins that a
 * registrant must attend. That is its first one, unless `until` names another.
 */
export const findLastCall = ({ slots, until }: Pick<Dated, 'slots' | 'until'>): number => {
  const named = until && slots.find(({ label }) => label === until)
  return named ? readStart(named) : Math.min(...slots.map(readStart))
}

/** When registration for a subject ends, in milliseconds since 1970. */
export const findClosing = ({ closesAt, ...subject }: Dated): number =>
  Math.min(findLastCall(subject), ...(closesAt ? [Date.parse(closesAt)] : []))

/** Whether the time has come at which registration ends by itself. */
const hasClosed = ({ closesAt }: Pick<Subject, 'closesAt'>, now: number): boolean =>
  closesAt !== undefined && now >= Date.parse(closesAt)

/** When the festival's last day ends in India, in milliseconds since 1970. */
export const findEndOfFestival = ({ lastDay }: Pick<Identity, 'lastDay'>): number =>
  findMidnight(lastDay) + dayMs

export interface TierEnd {
  label: string
  /** Undefined: it is not sold, for all that it opens is closed. */
  end?: Instant
}

/** Until when an edition's passes and rooms are sold, and when it ends itself (`ends.ts`). */
export interface SaleEnds {
  /** In the edition's order. */
  tiers: readonly TierEnd[]
  /** Undefined: there are none. */
  rooms: Instant | undefined
  lastDay: Day
}

/**
 * What an edition offers at a moment (behaviour 2.8). On a private address nothing ends and the status alone decides, so
 * that the site can be tried in any year.
 * @param now milliseconds since 1970
 */
export const offersAt = ({ tiers, rooms, lastDay }: SaleEnds, now: number, isPublic: boolean) => {
  const isPast = (end: number | Instant) => isPublic && now >= new Date(end).getTime()
  return {
    /** Whether a moment has passed; on a private address none has. */
    isPast,
    /**
     * What a visitor can do about a subject. What has been closed before it began stays so until it has ended, and what is
     * cancelled stays so for good. `closesAt` holds on a private address too (behaviour 16.2).
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
    /** Whether registration for a subject has ended by itself. */
    hasClosed: (subject: Pick<Subject, 'closesAt'>): boolean => hasClosed(subject, now),
    tiers: tiers.filter(
      (tier): tier is Required<TierEnd> => tier.end !== undefined && !isPast(tier.end),
    ),
    hasRooms: rooms !== undefined && !isPast(rooms),
    /** Whether the last day has ended. */
    isOver: isPast(findEndOfFestival({ lastDay })),
  }
}

export type Offers = ReturnType<typeof offersAt>

/**
 * Whether an installation is public, so that sessions that have ended close: its address has TLS, or Node is told that it
 * is in production.
 */
export const isPublicInstallation = (
  publicUrl: string | undefined,
  nodeEnv: string | undefined,
): boolean => nodeEnv === 'production' || (publicUrl ?? '').startsWith('https:')
