import type { MiddlewareHandler } from 'hono'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Store as TableStore } from '../db/open-database'
import type { Limit } from '../system/clock'
import { tooManyRequests, toProblemResponse } from './api-error'
import { bounds } from './bounds'
import type { HttpEnvironment } from './environment'

export interface RequestLimits {
  entries: Limit
  /** Limits e-mails to addresses that have never received one. */
  newAddresses: Limit
  newAddressesTotal: Limit
}

export interface Counter {
  /** @returns undefined, or above the limit the number of seconds to wait */
  count: (key: string) => Promise<number | undefined>
  uncount: (key: string) => Promise<void>
}

/** The longest time, in milliseconds, that counting may delay a request. */
const timeoutMs = 500

type Store = RateLimiterMemory | RateLimiterPostgres

const toSeconds = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1_000))

const tryConsume = async (
  limiter: Pick<Store, 'consume'>,
  key: string,
): Promise<number | undefined> => {
  try {
    await limiter.consume(key)
    return undefined
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) {
      throw reason
    }
    return toSeconds(reason)
  }
}

/**
 * On PostgreSQL each count is a write, so `steady` is consulted only above the limit of `store`.
 */
const createCounter = (store: Store, steady?: Store): Counter => {
  const limiter = steady ? new BurstyRateLimiter(store, steady) : store
  return {
    count: (key) => tryConsume(limiter, key),
    uncount: async (key) => void (await store.reward(key)),
  }
}

/** Calls per minute with one link, or with all links of one entry. */
const linkCallsPerMinute = 30

/**
 * Counts calls by link and by entry, because a whole campus may share one address. The counts are
 * in memory, so that a refusal costs no query.
 */
const createLinkCalls = () => {
  const store = inMemory('link-calls', linkCallsPerMinute, 60)
  return {
    /** Returns the seconds until the next call is allowed, without counting a call. */
    findWait: async (key: string): Promise<number | undefined> => {
      const count = await store.get(key)
      return count && count.consumedPoints > linkCallsPerMinute ? toSeconds(count) : undefined
    },
    count: (key: string) => tryConsume(store, key),
  }
}

/** Limit per organiser and hour. */
export const maxTestMessages = 20

/** Keys are network addresses unless noted. */
const makeCounters = (
  limits: RequestLimits,
  open: (name: string, points: number, seconds: number) => Store,
) => {
  const { entries, newAddresses, newAddressesTotal: total } = limits
  /**
   * Keys are hashed networks. A request that the limit of its own network refuses does not count
   * towards the total.
   */
  const openWithTotal = (name: string, { points, seconds }: Limit) => {
    const byNetwork = open(name, points, seconds)
    const all = open(`all-${name}`, total.points, total.seconds)
    return {
      count: async (network: string) =>
        (await tryConsume(byNetwork, network)) ?? (await tryConsume(all, 'all')),
    }
  }
  return {
    /**
     * Saved entries. Above the burst, a sixtieth of it is allowed every ten seconds, so that
     * refusals are short.
     */
    entries: createCounter(
      open('entries', entries.points, entries.seconds),
      open('steady-entries', Math.ceil(entries.points / 60), 10),
    ),
    /** Counted in memory, because a refusal must be cheap. */
    refusals: createCounter(inMemory('refusals', 600, 60)),
    /** Counted in memory, so that no network address is stored for a day. */
    attachedBytes: inMemory('attached-bytes', bounds.attachedPerNetwork, 86_400),
    /** People mistype a code a few times, and eight characters cannot be guessed at this rate. */
    guesses: createCounter(open('guesses', 30, 3_600)),
    /**
     * Wrong codes from all networks. The window is short, because reaching the limit blocks all
     * coupons.
     */
    allGuesses: createCounter(open('all-guesses', 60, 60)),
    /** Private links to mailboxes that have received an e-mail before. */
    links: openWithTotal('links', { points: 600, seconds: 900 }),
    /**
     * Links by purpose and recipient: five at once, because e-mails get lost, and then one every 90
     * seconds.
     */
    linkMails: createCounter(open('link-mails', 5, 3_600), open('steady-link-mails', 1, 90)),
    /** Links to entries per mailbox and day. Each link works for a week. */
    statusMails: createCounter(open('status-mails', 40, 86_400)),
    /**
     * Audit log lines about sign-in links, per organiser. Limited because the log is never pruned.
     */
    linkLines: createCounter(open('link-lines', 20, 86_400)),
    testMessages: createCounter(open('test-messages', maxTestMessages, 3_600)),
    newAddresses: openWithTotal('new-addresses', newAddresses),
    secrets: createCounter(open('secrets', 60, 900)),
    linkCalls: createLinkCalls(),
  }
}

const inMemory = (keyPrefix: string, points: number, duration: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration })

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * On PostgreSQL all processes share the counts and use a separate connection. If the database does
 * not respond in time, each process counts alone, because limits must not lock participants out.
 */
export const createRateLimits = ({
  store,
  limits,
}: {
  store: TableStore
  limits: RequestLimits
}) => {
  if (store.engine === 'sqlite') {
    return { ...makeCounters(limits, inMemory), close: async () => {} }
  }
  const storeClient = new Pool({
    connectionString: store.url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'cerebra-limits',
  })
  // The fallback limiter counts until the pool has replaced a broken connection.
  storeClient.on('error', () => {})
  const shared = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: inMemory(keyPrefix, points, duration),
    })
  return { ...makeCounters(limits, shared), close: () => storeClient.end() }
}

/** Lets routes count saved entries, so that refused and repeated requests do not count. */
export const countEntry =
  ({ entries, attachedBytes }: Omit<RateLimits, 'close'>): MiddlewareHandler<HttpEnvironment> =>
  async (context, next) => {
    context.set('countEntry', async (bytes) => {
      const { address, wide } = context.get('network')
      const seconds = await entries.count(address)
      if (seconds !== undefined) {
        throw tooManyRequests(seconds)
      }
      await attachedBytes.penalty(wide, bytes)
      return async () => {
        await entries.uncount(address)
        await attachedBytes.reward(wide, bytes)
      }
    })
    await next()
  }

const warnEveryMs = 60_000

/**
 * Validation errors. Clients must still receive them while another client on the same network is
 * rate-limited.
 */
const exemptStatuses = [409, 413, 422]

/**
 * Counts the refused requests of an address. Above the limit, refusals close the connection, and
 * those that no form can cause become a 429. Valid requests are still served, so that a flood locks
 * no one out.
 */
export const limitRefusals = (
  refusals: Counter,
  log: Pick<Logger, 'warn'>,
): MiddlewareHandler<HttpEnvironment> => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (context, next) => {
    await next()
    const { status } = context.res
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    if (isRead || status < 400 || status >= 500 || status === 429) {
      return
    }
    const seconds = await refusals.count(context.get('network').address)
    if (seconds === undefined) {
      return
    }
    if (!exemptStatuses.includes(status)) {
      context.res = undefined
      context.res = toProblemResponse(tooManyRequests(seconds))
    }
    context.res.headers.set('Connection', 'close')
    if (performance.now() - warnedAt < warnEveryMs) {
      return
    }
    warnedAt = performance.now()
    log.warn('one network is sending many requests that are refused')
  }
}
