import * as v from 'valibot'
import { findSubject } from '../content/catalogue'
import { email } from '../text/fields'

/**
 * What an organiser may do at the desk; each role may do what those before it may (behaviour 14.2). A head sees the lists of their own
 * events, and nothing else (14.150).
 */
export const roles = ['head', 'viewer', 'verifier', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

export const mayAct = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed)

/** What somebody is at the desk. */
export interface Appointment {
  role: Role
  /** The keys of a head's events and workshops, one at least; null for everybody else, who sees all. */
  events: readonly string[] | null
}

export const askForLinkSchema = v.object({ email })

export interface AskedForLink {
  /** What to show: that a link is on its way if the address is an organiser's. */
  message: string
  /** Set where e-mails lie in a folder on the server: then the page says so. */
  mailFolder?: true
}

/** Spends the secret of a link: what stands after the `#` of its address. */
export const spendLinkSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) })

export interface Me extends Appointment {
  email: string
  /** Whether they may add and remove organisers: an admin whom the setting names. */
  mayAppoint: boolean
  endsAt: string
  /** Hours without a request after which it ends. */
  idleHours: number
}

export interface OwnSessions {
  sessions: {
    id: string
    isCurrent: boolean
    /** What the browser calls itself, in a few words: "Firefox on Android". */
    browser: string
    signedInAt: string
    lastSeenAt: string
    endsAt: string
  }[]
}

/** Adds an organiser at the desk (behaviour 14.151). `events`: of a head, and of nobody else. */
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

/** Removes one. The address is no part of the path: paths stand in the logs of whatever is before the server. */
export const removeOrganiserSchema = v.object({ email: v.pipe(email, v.toLowerCase()) })

/** Who is an organiser, by the setting or as somebody added them: those of more say first, then by address. */
export interface People {
  people: (Appointment & {
    email: string
    /** Who added them at the desk; null for whom the setting alone names. */
    addedBy: string | null
    /** When one of their sessions was last heard of, in UTC, to the minute; null for who is signed in nowhere. */
    lastSeenAt: string | null
    sessions: number
  })[]
}
