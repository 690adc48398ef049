import * as v from 'valibot'
import { findSubject } from '../content/catalogue'
import { email } from '../text/fields'

/**
 * Each role includes the rights of the previous ones. A head sees only the lists of their own
 * events.
 */
export const roles = ['head', 'viewer', 'verifier', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

export const mayAct = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed)

export interface Appointment {
  role: Role
  /** The keys of a head's events, at least one. Null for other roles, which see all events. */
  events: readonly string[] | null
}

export const askForLinkSchema = v.object({ email })

export interface AskedForLink {
  message: string
  /** Set if the server writes e-mails to a folder instead of sending them. */
  mailFolder?: true
}

/** `secret` is the part of a sign-in link after `#`. */
export const spendLinkSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) })

export interface Me extends Appointment {
  email: string
  /** True only for admins from `ORGANISERS`. */
  mayAppoint: boolean
  endsAt: string
  /** Hours without a request after which a session ends. */
  idleHours: number
}

export interface OwnSessions {
  sessions: {
    id: string
    isCurrent: boolean
    /** For example "Firefox on Android". */
    browser: string
    signedInAt: string
    lastSeenAt: string
    endsAt: string
  }[]
}

/** `events` may be set for heads only. */
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
      'Choose at least one event for this head.',
    ),
    ['events'],
  ),
)

/** The address is in the body because proxies log paths. */
export const removeOrganiserSchema = v.object({ email: v.pipe(email, v.toLowerCase()) })

/** Sorted by role, highest first, then by address. */
export interface People {
  people: (Appointment & {
    email: string
    /** Null for organisers from `ORGANISERS`. */
    addedBy: string | null
    /** In UTC, to the minute; null without a session. */
    lastSeenAt: string | null
    sessions: number
  })[]
}
