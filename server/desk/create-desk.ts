import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createMatcher } from '../bank/matches'
import { bankHandlers } from '../bank/routes'
import type { Config } from '../config'
import type { Db } from '../db/schema'
import type { HttpEnvironment } from '../http/environment'
import type { RateLimits } from '../http/rate-limits'
import type { Outbox } from '../mail/outbox'
import type { Indexer } from '../reviews/index-records'
import type { Clock } from '../system/clock'
import type { Downloads } from '../uploads/downloads'
import { auditHandlers } from './audit'
import { decisionHandlers } from './decisions/handlers'
import { evidenceHandlers } from './evidence'
import { mountDesk } from './mount-desk'
import type { Organisers } from './organiser'
import { peopleHandlers } from './people/handlers'
import { queueHandlers } from './queue/handlers'
import { recordHandlers } from './record/handlers'
import { mailHandlers } from './record/mail-handlers'
import { signInHandlers } from './sign-in/handlers'
import { createSessionCookie } from './sign-in/session-cookie'
import { createSignIn } from './sign-in/sign-in'
import { type EnterWalkIn, walkInHandlers } from './walk-ins/handlers'

export interface DeskParts {
  db: Db
  sendFile: Downloads['send']
  outbox: Pick<Outbox, 'deliver'>
  enterWalkIn: EnterWalkIn
  indexer: Pick<Indexer, 'catchUp'>
  clock: Clock
  log: Logger
  rateLimits: Omit<RateLimits, 'close'>
  organisers: Organisers
  config: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'mail' | 'store'>
  /** @throws ApiError `unavailable` while nothing can be saved */
  requireWrites: () => Promise<void>
}

/** All calls of the organisers' desk (section 14 of the behaviour). */
export const createDesk = ({
  db,
  sendFile,
  clock,
  log,
  outbox,
  enterWalkIn,
  indexer,
  rateLimits,
  organisers,
  config,
  requireWrites,
}: DeskParts): Hono<HttpEnvironment> => {
  const { publicUrl, mail } = config
  const signIn = createSignIn({ db, clock, log, outbox, organisers, publicUrl, limits: rateLimits, requireWrites })
  const cookie = createSessionCookie(publicUrl)
  const settings = { publicUrl }
  const matcher = createMatcher({ db, store: config.store })
  const hasMailFolder = mail.engine.engine === 'folder'
  return mountDesk(
    {
      ...signInHandlers({ signIn, cookie, limits: rateLimits, hasMailFolder }),
      ...auditHandlers(db),
      ...queueHandlers({ db, indexer, matcher }),
      ...recordHandlers({ db, sendFile, clock, indexer }),
      ...mailHandlers({ db, clock, outbox, settings }),
      ...peopleHandlers({ organisers, countSessions: signIn.countSessions }),
      ...evidenceHandlers(db, clock),
      ...walkInHandlers({ db, clock, enterWalkIn }),
      ...bankHandlers({ db, clock, settings, indexer, matcher }),
      ...decisionHandlers({ db, clock, settings, indexer, matcher }),
    },
    {
      address: config,
      findOrganiser: async (context) => {
        const secret = cookie.read(context)
        return secret === undefined ? undefined : signIn.findOrganiser(secret)
      },
    },
  )
}
