import * as v from 'valibot'
import { email } from '../fields'

/** What an organiser may do at the desk; each role may do what those before it may (behaviour 14.2). */
export const roles = ['viewer', 'verifier', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

/** Whether somebody of this role may do what needs that one. */
export const mayAct = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/** Asks for a sign-in link. */
export const askForLinkSchema = v.object({ email })

/** The same for every address. */
export interface AskedForLink {
  /** What to show: that a link is on its way if the address is an organiser's. */
  message: string
  /** Set where e-mails lie in a folder on the server: then the page says so. */
  mailFolder?: true
}

/** Spends the secret of a link: what stands after the `#` of its address. */
export const spendLinkSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) })

/** Who is signed in. */
export interface Me {
  email: string
  role: Role
  /** When the session ends at the latest, in UTC. */
  endsAt: string
  /** Hours without a request after which it ends. */
  idleHours: number
}

/** One's own sessions, the newest first. */
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

/** Who is an organiser, as the setting names them: those of more say first, then by address. */
export interface People {
  people: {
    email: string
    role: Role
    /** When one of their sessions was last heard of, in UTC, to the minute; null for who is signed in nowhere. */
    lastSeenAt: string | null
    /** So many browsers are signed in. */
    sessions: number
  }[]
}
