import type { Identity } from './content'
import { endOf, startOf } from './slot'
import type { Status, Subject } from './subject'

/** What a visitor can do about a subject at a moment: what its status says, or nothing any more. */
export type Availability = Status | 'over'

/** What each is called in a list, and what a button says that would lead to the form (behaviour 2.2). */
export const statusWords: Readonly<Record<Availability, { name: string; button: string }>> = {
  open: { name: 'Open for registration', button: 'Register Now' },
  closed: { name: 'Registration closed', button: 'Registration Closed' },
  soon: { name: 'Registration opening soon', button: 'Registration Opening Soon' },
  'with-pass': { name: 'Comes with the delegate pass', button: 'Buy Delegate Pass' },
  over: { name: 'This is over', button: 'This is over' },
}

/** When the last session of a subject ends, in milliseconds since 1970. */
export const endOfSubject = ({ slots }: Pick<Subject, 'slots'>): number => Math.max(...slots.map(endOf))

/**
 * What a visitor can do about a subject at a moment (behaviour 2.8). On a public address it is over once its last session
 * has ended, whatever its status; on a private one the status alone decides, so that the site can be tried in any year.
 * @param now milliseconds since 1970
 */
export const availabilityOf = (
  subject: Pick<Subject, 'slots' | 'status'>,
  now: number,
  isPublic: boolean,
): Availability => (isPublic && now >= endOfSubject(subject) ? 'over' : subject.status)

/** When the festival's last day ends in India, in milliseconds since 1970. */
export const endOfFestival = ({ lastDay }: Pick<Identity, 'lastDay'>): number => startOf(lastDay) + 86_400_000

/** Whether passes and rooms are no longer sold: on a public address, once the last day has ended (behaviour 2.9). */
export const isSaleOver = (now: number, days: Pick<Identity, 'lastDay'>, isPublic: boolean): boolean =>
  isPublic && now >= endOfFestival(days)

/**
 * Whether an installation is public, so that sessions that have ended close: its address has TLS, or Node is told that it
 * is in production.
 */
export const isPublicInstallation = (publicUrl: string | undefined, nodeEnv: string | undefined): boolean =>
  nodeEnv === 'production' || (publicUrl ?? '').startsWith('https:')
