import type { Role } from './roles'

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
