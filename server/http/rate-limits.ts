import type { MiddlewareHandler } from 'hono'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Store as TableStore } from '../db/open-database'
import type { Limit } from '../system/clock'
import { tooManyRequests, toProblemResponse } from './api-error'
import type { HttpEnvironment } from './environment'

/** What one network address may have made (behaviour 13.5). Uploads are bounded by what is unclaimed of them (6.17). */
export interface RequestLimits {
  submissions: Limit
  /** E-mails to addresses that never got one, from one network, and in all (behaviour 7.25). */
  newAddresses: Limit
  newAddressesTotal: Limit
}

/** Counts what one key has done. */
export interface Counter {
  /** Counts one more. @returns undefined, or, past the limit, how many seconds later there is room again */
  count: (key: string) => Promise<number | undefined>
  /** Takes one back that was counted. */
  takeBack: (key: string) => Promise<void>
}

/** What is counted; the keys are network addresses but for `allGuesses`, which has one, and those of links to one. */
export interface RateLimits {
  /** Records that were made. */
  submissions: Counter
  /** Requests that were refused. */
  refusals: Counter
  /** Wrong coupon codes. */
  guesses: Counter
  allGuesses: Counter
  /** Links to a submission that were asked for, whether or not one is sent. */
  links: Counter
  /** Links that are sent, by what they open and the address that they go to. */
  linkMails: Counter
  /** E-mails to addresses that never got one; the keys are hashes of networks. */
  newAddresses: Pick<Counter, 'count'>
  /** Secrets of links that did not hold. */
  secrets: Counter
  close: () => Promise<void>
}

/** How long a count may hold a request up, in milliseconds. */
const timeoutMs = 500

const refusals: Limit = { points: 600, seconds: 60 }
/** A code of eight letters and digits is not guessed at this rate; a person mistypes a few times (behaviour 13.22). */
const guesses: Limit = { points: 30, seconds: 3_600 }
/** In short windows, for it stands between everybody and the coupon. */
const allGuesses: Limit = { points: 60, seconds: 60 }

/** Registrants of a campus with one address. */
const links: Limit = { points: 600, seconds: 900 }
/** To one address five at once, for mails get lost, and then one in a minute and a half: so the newest is always fresh (behaviour 14.6). */
const linkBurst: Limit = { points: 5, seconds: 3_600 }
const linksThen: Limit = { points: 1, seconds: 90 }
const secrets: Limit = { points: 60, seconds: 900 }

/** What goes on past a burst: a sixtieth of it in ten seconds, so that nobody is refused for longer (behaviour 13.5). */
const steadySeconds = 10
const steadyOf = ({ points }: Limit): Limit => ({ points: Math.ceil(points / 60), seconds: steadySeconds })

type Limiter = Pick<RateLimiterMemory, 'consume'>
type Store = RateLimiterMemory | RateLimiterPostgres

const wait = async (limiter: Limiter, key: string): Promise<number | undefined> => {
  try {
    await limiter.consume(key)
    return undefined
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    return Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  }
}

const counterOf = (store: Store): Counter => ({
  count: (key) => wait(store, key),
  takeBack: async (key) => void (await store.reward(key)),
})

/** The burst is asked first, and so mostly alone: on PostgreSQL each question is a write. */
const burstyOf = (burst: Store, steady: Store): Counter => {
  const limiter = new BurstyRateLimiter(burst, steady)
  return { count: (key) => wait(limiter, key), takeBack: async (key) => void (await burst.reward(key)) }
}

/** What its own count refuses uses nothing of the whole. */
const withTotal = (own: Store, all: Store): Pick<Counter, 'count'> => ({
  count: async (key) => (await wait(own, key)) ?? (await wait(all, 'all')),
})

/**
 * With PostgreSQL all processes count together, on connections of their own, so that counting never waits behind
 * saving. While it doesn't answer in time, each process goes on counting by itself: a limit keeps floods out, and must
 * not keep registrants out (behaviour 13.14). On SQLite there is one process, and its memory will do.
 */
export const createRateLimits = ({ store, limits }: { store: TableStore; limits: RequestLimits }): RateLimits => {
  const inMemory = (keyPrefix: string, { points, seconds }: Limit) =>
    new RateLimiterMemory({ keyPrefix, points, duration: seconds })
  const counters = (open: (name: string, limit: Limit) => Store) => ({
    submissions: burstyOf(
      open('submissions', limits.submissions),
      open('steady-submissions', steadyOf(limits.submissions)),
    ),
    // Cheap on purpose: whoever floods one process is refused by that one.
    refusals: counterOf(inMemory('refusals', refusals)),
    guesses: counterOf(open('guesses', guesses)),
    allGuesses: counterOf(open('all-guesses', allGuesses)),
    links: counterOf(open('links', links)),
    linkMails: burstyOf(open('link-mails', linkBurst), open('steady-link-mails', linksThen)),
    newAddresses: withTotal(
      open('new-addresses', limits.newAddresses),
      open('all-new-addresses', limits.newAddressesTotal),
    ),
    secrets: counterOf(open('secrets', secrets)),
  })
  if (store.engine === 'sqlite') return { ...counters(inMemory), close: async () => {} }

  const pool = new Pool({
    connectionString: store.url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'cerebra-limits',
  })
  // The pool replaces a broken connection by itself, and the insurance bridges the gap.
  pool.on('error', () => {})
  const shared = (keyPrefix: string, limit: Limit) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points: limit.points,
      duration: limit.seconds,
      insuranceLimiter: inMemory(keyPrefix, limit),
    })
  return { ...counters(shared), close: () => pool.end() }
}

/**
 * Lets routes count what they make for the network address that sends it: never a request that is refused or repeated
 * (behaviour 13.5).
 */
export const countMade =
  (counter: Counter): MiddlewareHandler<HttpEnvironment> =>
  async (context, next) => {
    context.set('countMade', async () => {
      const seconds = await counter.count(context.get('network').address)
      if (seconds !== undefined) throw tooManyRequests(seconds)
    })
    await next()
  }

/** One warning in so many milliseconds. */
const warnEveryMs = 60_000

/** What somebody hears whose form needs another look; a neighbour's flood must not take that away. */
const forPeople = [409, 413, 422]

/**
 * Counts an address's refused requests other than reads. Past the limit further refused ones lose their connection, and
 * what no form of ours can send gets a short 429; a good one is served all the same, so whoever floods shuts out nobody
 * (behaviour 13.20).
 */
export const limitRefusals = (refusals: Counter, log: Pick<Logger, 'warn'>): MiddlewareHandler<HttpEnvironment> => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (context, next) => {
    await next()
    const { status } = context.res
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    if (isRead || status < 400 || status >= 500 || status === 429) return
    const seconds = await refusals.count(context.get('network').address)
    if (seconds === undefined) return
    if (!forPeople.includes(status)) {
      context.res = undefined
      context.res = toProblemResponse(tooManyRequests(seconds))
    }
    context.res.headers.set('Connection', 'close')
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    log.warn('one network sends very many requests that are refused')
  }
}
