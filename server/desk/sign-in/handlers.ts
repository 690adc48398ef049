import {
  type AskedForLink,
  askForLinkSchema,
  type Me,
  type OwnSessions,
  spendLinkSchema,
} from '../../../festival/desk/sign-in'
import { ApiError, tooManyRequests } from '../../http/api-error'
import { readBody } from '../../http/bodies'
import type { RateLimits } from '../../http/rate-limits'
import type { DeskHandlers } from '../desk-handlers'
import type { Organiser } from '../organiser'
import type { createSessionCookie } from './session-cookie'
import { idleHours, linkMinutes, longestSeconds, type SignIn } from './sign-in'

interface SignInDeps {
  signIn: SignIn
  cookie: ReturnType<typeof createSessionCookie>
  limits: Pick<RateLimits, 'secrets'>
  /** Whether e-mails lie in a folder of this machine. */
  hasMailFolder: boolean
}

const asked = `If this address is one of the organisers’, a link is on its way. It works once, within ${linkMinutes} minutes. After five, a new one comes every 90 seconds at most: the newest in your mail works.`

const meOf = ({ email, role, endsAt }: Organiser): Me => ({ email, role, endsAt, idleHours })

/** The calls with which organisers come in, and see and end their sessions. */
export const signInHandlers = ({
  signIn,
  cookie,
  limits,
  hasMailFolder,
}: SignInDeps): Pick<DeskHandlers, 'askForLink' | 'signIn' | 'readMe' | 'listSessions' | 'endSession'> => ({
  askForLink: async (context) => {
    const { email } = await readBody(context, askForLinkSchema)
    await signIn.askForLink(email)
    const answer: AskedForLink = { message: asked, ...(hasMailFolder ? { mailFolder: true } : {}) }
    return context.json(answer, 202)
  },

  signIn: async (context) => {
    const { secret } = await readBody(context, spendLinkSchema)
    const spent = await signIn.spendLink(secret, nameBrowser(context.req.header('User-Agent')))
    if (!spent) {
      const seconds = await limits.secrets.count(context.get('network').wide)
      if (seconds !== undefined) throw tooManyRequests(seconds)
      throw new ApiError('link-spent', 'This link has been used or its time is over. Please ask for a new one.')
    }
    cookie.set(context, spent.cookie, longestSeconds)
    return context.json(meOf(spent.organiser), 201)
  },

  readMe: (context, organiser) => context.json(meOf(organiser)),

  listSessions: async (context, { email, sessionId }) => {
    const sessions = await signIn.listSessions(email)
    const answer: OwnSessions = {
      sessions: sessions.map(({ id, browser, created_at, seen_at, expires_at }) => ({
        id,
        isCurrent: id === sessionId,
        browser,
        signedInAt: created_at,
        lastSeenAt: seen_at,
        endsAt: expires_at,
      })),
    }
    return context.json(answer)
  },

  endSession: async (context, organiser) => {
    const given = context.req.param('id') ?? ''
    const id = given === 'current' ? organiser.sessionId : given
    if (!(await signIn.endSession(organiser, id))) throw new ApiError('not-found', 'There is no such session.')
    if (id === organiser.sessionId) cookie.drop(context)
    return context.body(null, 204)
  },
})

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

const nameBy = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1]

/** What a browser calls itself, in words that its owner knows: "Firefox on Android". */
const nameBrowser = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = nameBy(browsers, text) ?? 'A browser'
  const system = nameBy(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}
