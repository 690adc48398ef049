import { randomUUID } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Logger } from 'pino'
import { hourMs, minuteMs } from '../../festival/content/slot'
import { type Me, roles } from '../../festival/contract/organisers'
import { deskPage, signInPage } from '../../festival/contract/pages'
import { saveAudit } from '../db/audit'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, tooManyRequests } from '../http/api-error'
import type { RateLimits } from '../http/rate-limits'
import type { Outbox } from '../mail/outbox'
import { saveEmail } from '../mail/save-message'
import { type Clock, later } from '../system/clock'
import { hashSecret, inConstantTime, makeSecret } from '../system/secret'
import type { DeskLinkPayload, SignedInPayload } from './emails'
import type { DeskContext, DeskHandlers, Organiser, Organisers } from './guard'
import { findAppointed, listAppointed } from './organisers'

const linkMinutes = 15
/** A session ends after this time without a request. */
const idleHours = 12
const maxSessionHours = 7 * 24

/** How often `seen_at` of a session is updated. */
const touchMs = minuteMs

export interface SignInDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
  outbox: Pick<Outbox, 'deliver'>
  organisers: Organisers
  publicUrl: string
  limits: Pick<RateLimits, 'linkMails' | 'linkLines' | 'secrets'>
  /** Whether e-mails are written to a folder on this machine. */
  hasMailFolder: boolean
  /** @throws ApiError `unavailable` while nothing can be saved */
  requireWrites: () => Promise<void>
}

type SignInCalls = 'askForLink' | 'signIn' | 'readMe' | 'listSessions' | 'endSession' | 'listPeople'

const linkSentMessage = `If this is an organiser’s address, a link is on its way. It works once, within ${linkMinutes} minutes. After five links, a new one is sent at most every 90 seconds. Use the newest one.`

const toMe = ({ email, role, events, isFromSetting, endsAt }: Organiser): Me => ({
  email,
  role,
  events,
  endsAt,
  idleHours,
  mayAppoint: isFromSetting && role === 'admin',
})

/** Browsers reject `__Host-` cookies without TLS. */
export const createSignIn = (deps: SignInDeps) => {
  const { db, clock, log, outbox, organisers, publicUrl, limits, hasMailFolder, requireWrites } =
    deps
  const secure = publicUrl.startsWith('https:')
  const cookie = secure ? '__Host-desk' : 'desk'
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const

  /** Above the limit, no link is sent, because the organiser already has a fresh one. */
  const sendLink = async (email: string): Promise<void> => {
    if (!(await findAppointed(db, organisers, email))) {
      return
    }
    if ((await limits.linkMails.count(hashSecret(`desk ${email}`))) !== undefined) {
      return
    }
    const isLogged = (await limits.linkLines.count(hashSecret(email))) === undefined
    const now = clock()
    const secret = makeSecret()
    const payload: DeskLinkPayload = {
      email,
      address: `${publicUrl}${signInPage}#${secret}`,
      minutes: linkMinutes,
    }
    const messageId = await transact(db, async (transaction) => {
      const expires_at = later(now, linkMinutes * minuteMs)
      const link = { hash: hashSecret(secret), email, created_at: now.toISOString(), expires_at }
      await transaction.insertInto('sign_in_link').values(link).execute()
      if (isLogged) {
        await saveAudit(transaction, { at: now, actor: email, action: 'link-asked' })
      }
      return saveEmail(transaction, {
        kind: 'desk-link',
        entryId: '',
        payload,
        now,
        ccOrganisers: false,
      })
    })
    await outbox.deliver(messageId)
  }

  /** Deletes the link, so that it works once. */
  const redeemLink = (secret: string, browser: string) =>
    transact(db, async (transaction) => {
      const now = clock()
      const at = now.toISOString()
      const link = await transaction
        .deleteFrom('sign_in_link')
        .where('hash', '=', hashSecret(secret))
        .where('expires_at', '>', at)
        .returning('email')
        .executeTakeFirst()
      const appointed = link && (await findAppointed(transaction, organisers, link.email))
      if (!appointed) {
        return undefined
      }
      const { email } = link
      const value = makeSecret()
      const endsAt = later(now, maxSessionHours * hourMs)
      const session = {
        id: randomUUID(),
        email,
        browser,
        created_at: at,
        seen_at: at,
        expires_at: endsAt,
      }
      await transaction
        .insertInto('desk_session')
        .values({ ...session, hash: hashSecret(value) })
        .execute()
      await saveAudit(transaction, {
        at: now,
        actor: email,
        action: 'signed-in',
        detail: { browser },
      })
      const payload: SignedInPayload = { email, browser, at, address: publicUrl + deskPage }
      await saveEmail(transaction, {
        kind: 'desk-signed-in',
        entryId: '',
        payload,
        now,
        ccOrganisers: false,
      })
      return { cookie: value, organiser: { ...appointed, email, sessionId: session.id, endsAt } }
    })

  const sessions = (now: Date) =>
    db
      .selectFrom('desk_session')
      .where('expires_at', '>', now.toISOString())
      .where('seen_at', '>', later(now, -idleHours * hourMs))

  /** @returns false if the organiser has no such session */
  const removeSession = ({ email }: Organiser, id: string): Promise<boolean> =>
    transact(db, async (transaction) => {
      const query = transaction
        .deleteFrom('desk_session')
        .where('id', '=', id)
        .where('email', '=', email)
      const existed = (await query.executeTakeFirstOrThrow()).numDeletedRows === 1n
      if (existed) {
        await saveAudit(transaction, { at: clock(), actor: email, action: 'session-ended' })
      }
      return existed
    })

  const handlers: Pick<DeskHandlers, SignInCalls> = {
    // Neither the answer nor its time reveals whether an address is an organiser's.
    askForLink: async ({ body: { email } }) => {
      await inConstantTime(
        requireWrites,
        () => sendLink(email.toLowerCase()),
        (err) => log.error({ err }, 'a link to the desk could not be sent'),
      )
      const message = linkSentMessage
      return hasMailFolder ? { message, mailFolder: true } : { message }
    },

    signIn: async ({ context, body: { secret } }) => {
      const redeemed = await redeemLink(secret, nameBrowser(context.req.header('User-Agent')))
      if (!redeemed) {
        const seconds = await limits.secrets.count(context.get('network').wide)
        if (seconds !== undefined) {
          throw tooManyRequests(seconds)
        }
        throw new ApiError(
          'link-spent',
          'This link was already used or has expired. Please ask for a new one.',
        )
      }
      setCookie(context, cookie, redeemed.cookie, {
        ...cookieOptions,
        maxAge: maxSessionHours * 3_600,
      })
      return toMe(redeemed.organiser)
    },

    readMe: ({ organiser }) => toMe(organiser),

    listSessions: async ({ organiser: { email, sessionId } }) => {
      const own = sessions(clock())
        .select([
          'id',
          'browser',
          'created_at as signedInAt',
          'seen_at as lastSeenAt',
          'expires_at as endsAt',
        ])
        .where('email', '=', email)
        .orderBy('created_at', 'desc')
      const rows = await own.execute()
      return { sessions: rows.map((row) => ({ ...row, isCurrent: row.id === sessionId })) }
    },

    endSession: async ({ context, organiser, params }) => {
      const id = params.id === 'current' ? organiser.sessionId : params.id
      if (!(await removeSession(organiser, id))) {
        throw new ApiError('not-found', 'There is no such session.')
      }
      if (id === organiser.sessionId) {
        deleteCookie(context, cookie, cookieOptions)
      }
      return undefined
    },

    listPeople: async () => {
      const rows = await sessions(clock())
        .select(({ fn }) => ['email', fn.max('seen_at').as('seen'), fn.countAll().as('count')])
        .groupBy('email')
        .execute()
      const byEmail = new Map(rows.map((row) => [row.email, row]))
      const people = (await listAppointed(db, organisers)).map(
        ({ email, role, events, addedBy }) => ({
          email,
          role,
          events,
          addedBy,
          lastSeenAt: byEmail.get(email)?.seen ?? null,
          sessions: Number(byEmail.get(email)?.count ?? 0),
        }),
      )
      people.sort(
        (left, right) =>
          roles.indexOf(right.role) - roles.indexOf(left.role) ||
          left.email.localeCompare(right.email),
      )
      return { people }
    },
  }

  return {
    handlers,
    /** Undefined without a valid session, or if the person is no longer an organiser. */
    findOrganiser: async (context: DeskContext): Promise<Organiser | undefined> => {
      const secret = getCookie(context, cookie)
      if (secret === undefined) {
        return undefined
      }
      const now = clock()
      const session = await sessions(now)
        .selectAll()
        .where('hash', '=', hashSecret(secret))
        .executeTakeFirst()
      const appointed = session && (await findAppointed(db, organisers, session.email))
      if (!appointed) {
        return undefined
      }
      const { id, email, seen_at, expires_at } = session
      if (now.getTime() - Date.parse(seen_at) >= touchMs) {
        await db
          .updateTable('desk_session')
          .set({ seen_at: now.toISOString() })
          .where('id', '=', id)
          .execute()
      }
      return { ...appointed, email, sessionId: id, endsAt: expires_at }
    },
  }
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns, for example, "Firefox on Android". */
const nameBrowser = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 500)
  const nameBy = (table: typeof browsers) => table.find(([pattern]) => pattern.test(text))?.[1]
  const system = nameBy(systems)
  return `${nameBy(browsers) ?? 'A browser'}${system === undefined ? '' : ` on ${system}`}`
}
