import * as v from 'valibot'
import { email } from '../fields'
import type { Role } from './roles'

/** Asks for a sign-in link. */
export const askForLinkSchema = v.object({ email })
export type AskForLink = v.InferOutput<typeof askForLinkSchema>

/** The same for every address. */
export interface AskedForLink {
  /** What to show: that a link is on its way if the address is an organiser's. */
  message: string
  /** Set where e-mails lie in a folder on the server: then the page says so. */
  mailFolder?: true
}

/** Spends the secret of a link: what stands after the `#` of its address. */
export const spendLinkSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) })
export type SpendLink = v.InferOutput<typeof spendLinkSchema>

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
