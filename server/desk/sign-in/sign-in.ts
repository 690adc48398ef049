import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { deskPage, signInPage } from '../../../festival/desk/calls'
import type { DeskSessionRow, SignInLinkRow } from '../../db/desk-schema'
import type { Db, DbOrTransaction } from '../../db/schema'
import { transact } from '../../db/transact'
import type { RateLimits } from '../../http/rate-limits'
import type { Outbox } from '../../mail/outbox'
import { saveLetter } from '../../mail/save-message'
import { noteAudit } from '../../reviews/audit'
import type { Clock } from '../../system/clock'
import { hashSecret, inEvenTime, makeSecret } from '../../system/secret'
import type { Organiser, Organisers } from '../organiser'
import type { DeskLinkPayload } from './desk-link-letter'
import type { SignedInPayload } from './signed-in-letter'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a link holds, in minutes; and a session without a request, and at the longest, in hours. */
export const linkMinutes = 15
export const idleHours = 12
const longestHours = 7 * 24
export const longestSeconds = longestHours * 3_600

/** How often a session's last request is written down, in milliseconds. */
const touchMs = minuteMs

export interface SignInParts {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
  outbox: Pick<Outbox, 'deliver'>
  organisers: Organisers
  publicUrl: string
  limits: Pick<RateLimits, 'linkMails'>
  /** @throws ApiError `unavailable` while nothing can be saved */
  requireWrites: () => Promise<void>
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

/** Lets organisers in by links that are used once (behaviours 14.4 and 14.5). */
export const createSignIn = ({ db, clock, log, outbox, organisers, publicUrl, limits, requireWrites }: SignInParts) => {
  const idleSince = (now: Date) => after(now, -idleHours * hourMs)

  /** Past five at once an address gets one in a minute and a half: the newest that it has is fresh, whoever asked for it. */
  const sendLink = async (email: string): Promise<void> => {
    if (!organisers.has(email)) return
    if ((await limits.linkMails.count(hashSecret(`desk ${email}`))) !== undefined) return
    const now = clock()
    const secret = makeSecret()
    const payload: DeskLinkPayload = { email, address: `${publicUrl}${signInPage}#${secret}`, minutes: linkMinutes }
    const messageId = await transact(db, async (transaction) => {
      await insertLink(transaction, {
        hash: hashSecret(secret),
        email,
        created_at: now.toISOString(),
        expires_at: after(now, linkMinutes * minuteMs),
      })
      await noteAudit(transaction, { at: now, actor: email, action: 'link-asked' })
      return saveLetter(transaction, { kind: 'desk-link', recordId: '', payload, now, isCopied: false })
    })
    await outbox.deliver(messageId)
  }

  return {
    /** Sends a link where the address is an organiser's. Whoever asks learns nothing: not by words and not by time. */
    askForLink: (email: string): Promise<void> =>
      inEvenTime(
        requireWrites,
        () => sendLink(email.toLowerCase()),
        (err) => log.error({ err }, 'a link to the desk could not be sent'),
      ),

    /** Spends a link's secret; undefined where it does not hold. @returns the cookie's secret, and whose session it is */
    spendLink: async (
      secret: string,
      browser: string,
    ): Promise<{ cookie: string; organiser: Organiser } | undefined> => {
      const now = clock()
      const cookie = makeSecret()
      return transact(db, async (transaction) => {
        const link = await takeLink(transaction, hashSecret(secret), now.toISOString())
        const role = link && organisers.get(link.email)
        if (!link || !role) return undefined
        const { email } = link
        const session: DeskSessionRow = {
          id: randomUUID(),
          hash: hashSecret(cookie),
          email,
          browser,
          created_at: now.toISOString(),
          seen_at: now.toISOString(),
          expires_at: after(now, longestHours * hourMs),
        }
        await insertSession(transaction, session)
        await noteAudit(transaction, { at: now, actor: email, action: 'signed-in', detail: { browser } })
        const payload: SignedInPayload = { email, browser, at: now.toISOString(), address: publicUrl + deskPage }
        await saveLetter(transaction, { kind: 'desk-signed-in', recordId: '', payload, now, isCopied: false })
        return { cookie, organiser: { email, role, sessionId: session.id, endsAt: session.expires_at } }
      })
    },

    /** Whose session a cookie holds; undefined where none holds or the setting names that person no more. */
    findOrganiser: async (cookie: string): Promise<Organiser | undefined> => {
      const now = clock()
      const session = await findSession(db, hashSecret(cookie), now.toISOString(), idleSince(now))
      const role = session && organisers.get(session.email)
      if (!session || !role) return undefined
      if (now.getTime() - Date.parse(session.seen_at) >= touchMs) await touchSession(db, session.id, now.toISOString())
      return { email: session.email, role, sessionId: session.id, endsAt: session.expires_at }
    },

    listSessions: (email: string): Promise<DeskSessionRow[]> => {
      const now = clock()
      return listSessions(db, email, now.toISOString(), idleSince(now))
    },

    /** Who is signed in, with the newest word of each. */
    countSessions: () => {
      const now = clock()
      return countSessions(db, now.toISOString(), idleSince(now))
    },

    /** Whether there was such a session of one's own. */
    endSession: (organiser: Organiser, id: string): Promise<boolean> =>
      transact(db, async (transaction) => {
        const wasThere = await endSession(transaction, id, organiser.email)
        if (wasThere) await noteAudit(transaction, { at: clock(), actor: organiser.email, action: 'session-ended' })
        return wasThere
      }),
  }
}

export type SignIn = ReturnType<typeof createSignIn>

const insertLink = async (db: DbOrTransaction, link: SignInLinkRow): Promise<void> => {
  await db.insertInto('sign_in_link').values(link).execute()
}

/** Takes a link that holds, so that nobody can take it again; undefined for any other secret. */
const takeLink = (db: DbOrTransaction, hash: string, now: string): Promise<{ email: string } | undefined> =>
  db
    .deleteFrom('sign_in_link')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst()

const insertSession = async (db: DbOrTransaction, session: DeskSessionRow): Promise<void> => {
  await db.insertInto('desk_session').values(session).execute()
}

/** The session of a cookie that holds, seen after `idleSince`. */
const findSession = (db: Db, hash: string, now: string, idleSince: string): Promise<DeskSessionRow | undefined> =>
  db
    .selectFrom('desk_session')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .executeTakeFirst()

const touchSession = async (db: Db, id: string, now: string): Promise<void> => {
  await db.updateTable('desk_session').set({ seen_at: now }).where('id', '=', id).execute()
}

/** One's own sessions that hold, the newest first. */
export const listSessions = (db: Db, email: string, now: string, idleSince: string): Promise<DeskSessionRow[]> =>
  db
    .selectFrom('desk_session')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .execute()

/** Of everybody who is signed in: in how many browsers, and when one of them was last heard of. */
export const countSessions = (
  db: Db,
  now: string,
  idleSince: string,
): Promise<{ email: string; seen: string; sessions: number | string | bigint }[]> =>
  db
    .selectFrom('desk_session')
    .select(({ fn }) => ['email', fn.max('seen_at').as('seen'), fn.countAll().as('sessions')])
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .groupBy('email')
    .execute()

/** Whether there was such a session of this person. */
export const endSession = async (db: DbOrTransaction, id: string, email: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('desk_session')
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
