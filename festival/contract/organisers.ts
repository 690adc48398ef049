import * as v from 'valibot'
import { findSubject } from '../content/catalogue'
import { email } from '../text/fields'

/**
 * Each role includes the rights of those before it. A head sees the lists of their own events only.
 */
export const roles = ['head', 'viewer', 'verifier', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

export const mayAct = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed)

export interface Appointment {
  role: Role
  /** The keys of a head's events, at least one. Null for other roles, which see all. */
  events: readonly string[] | null
}

export const askForLinkSchema = v.object({ email })

export interface AskedForLink {
  message: string
  /** Set if the server writes e-mails to a folder. */
  mailFolder?: true
}

/** The part of a sign-in link after `#`. */
export const spendLinkSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) })

export interface Me extends Appointment {
  email: string
  /** For admins from the setting only. */
  mayAppoint: boolean
  endsAt: string
  /** A session ends after this time without a request. */
  idleHours: number
}

export interface OwnSessions {
  sessions: {
    id: string
    isCurrent: boolean
    /** "Firefox on Android". */
    browser: string
    signedInAt: string
    lastSeenAt: string
    endsAt: string
  }[]
}

/** `events` is for heads only. */
export const addOrganiserSchema = v.pipe(
  v.object({
    email: v.pipe(email, v.toLowerCase()),
    role: v.picklist(roles),
    events: v.optional(
      v.pipe(
        v.array(
          v.pipe(
            v.string(),
            v.check((key) => findSubject(key) !== undefined, 'There is no such event.'),
          ),
        ),
        v.maxLength(100),
      ),
      [],
    ),
  }),
  v.forward(
    v.check(
      ({ role, events }) => (role === 'head') === events.length > 0,
      'Choose at least one event for the head.',
    ),
    ['events'],
  ),
)

/** The address is in the body because proxies log paths. */
export const removeOrganiserSchema = v.object({ email: v.pipe(email, v.toLowerCase()) })

/** From highest role to lowest, then by address. */
export interface People {
  people: (Appointment & {
    email: string
    /** Null for organisers from the setting. */
    addedBy: string | null
    /** In UTC, to the minute. Null without a session. */
    lastSeenAt: string | null
    sessions: number
  })[]
}
