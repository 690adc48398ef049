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

/** What one network address may have made (behaviour 13.5). Uploads are bounded by what is unclaimed of them (6.17). */
export interface RequestLimits {
  entries: Limit
  /** E-mails to addresses that never got one, from one network, and in all (behaviour 7.25). */
  newAddresses: Limit
  newAddressesTotal: Limit
}

export interface Counter {
  /** Counts one more. @returns undefined, or, past the limit, how many seconds later there is room again */
  count: (key: string) => Promise<number | undefined>
  /** Takes one back that was counted. */
  uncount: (key: string) => Promise<void>
}

/** How long a count may hold a request up, in milliseconds. */
const timeoutMs = 500

type Store = RateLimiterMemory | RateLimiterPostgres

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
    return Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  }
}

/** The first is asked first, and so mostly alone: on PostgreSQL each question is a write. Past it the `steady` one counts on. */
const createCounter = (store: Store, steady?: Store): Counter => {
  const limiter = steady ? new BurstyRateLimiter(store, steady) : store
  return {
    count: (key) => tryConsume(limiter, key),
    uncount: async (key) => void (await store.reward(key)),
  }
}

/** How often one private link, or all links of one entry, may make the same call in a minute. */
const linkCallsPerMinute = 30

/**
 * Calls with private links, by link and by entry, never by network: a campus has one address. Each process counts in its own
 * memory, so that a refusal costs no query.
 */
const createLinkCalls = () => {
  const store = inMemory('link-calls', linkCallsPerMinute, 60)
  return {
    /** If a key is past its limit, the number of seconds until the next call is allowed. Does not count a call. */
    findWait: async (key: string): Promise<number | undefined> => {
      const counted = await store.get(key)
      if (!counted || counted.consumedPoints <= linkCallsPerMinute) {
        return undefined
      }
      return Math.max(1, Math.ceil(counted.msBeforeNext / 1_000))
    },
    /** Counts one more call. @returns undefined or, past the limit, the number of seconds until the next call is allowed */
    count: (key: string) => tryConsume(store, key),
  }
}

/** How many tests of messages an organiser can send in an hour. */
export const maxTestMessages = 20

/** What is counted: `open` makes a store of that name; the keys are network addresses unless it is said otherwise. */
const makeCounters = (
  limits: RequestLimits,
  open: (name: string, points: number, seconds: number) => Store,
) => {
  const { entries, newAddresses, newAddressesTotal: total } = limits
  /** By hashes of networks, and in all. What its own count refuses uses nothing of the whole. */
  const openWithTotal = (name: string, { points, seconds }: Limit) => {
    const [byNetwork, all] = [
      open(name, points, seconds),
      open(`all-${name}`, total.points, total.seconds),
    ]
    return {
      count: async (network: string) =>
        (await tryConsume(byNetwork, network)) ?? (await tryConsume(all, 'all')),
    }
  }
  return {
    /** Records that were made. Past a burst a sixtieth of it goes on in ten seconds, so that nobody is refused for longer (behaviour 13.5). */
    entries: createCounter(
      open('entries', entries.points, entries.seconds),
      open('steady-entries', Math.ceil(entries.points / 60), 10),
    ),
    /** Requests that were refused. Cheap on purpose: whoever floods one process is refused by that one. */
    refusals: createCounter(inMemory('refusals', 600, 60)),
    /** Bytes of files that records newly refer to (behaviour 6.23). In memory alone: no network's address is kept for a day. */
    attachedBytes: inMemory('claimed-bytes', bounds.attachedPerNetwork, 86_400),
    /** Wrong coupon codes: eight letters and digits are not guessed at this rate; a person mistypes a few times (behaviour 13.22). */
    guesses: createCounter(open('guesses', 30, 3_600)),
    /** The same of everybody, under one key; in short windows, for it stands between everybody and the coupon. */
    allGuesses: createCounter(open('all-guesses', 60, 60)),
    /** Links to submissions that go to mailboxes which have got an e-mail: a campus has one address. */
    links: openWithTotal('links', { points: 600, seconds: 900 }),
    /**
     * Links that are sent, by what they open and the address that they go to: five at once, for mails get lost, and then
     * one in a minute and a half: so the newest is always fresh (behaviour 14.6).
     */
    linkMails: createCounter(open('link-mails', 5, 3_600), open('steady-link-mails', 1, 90)),
    /** Links to entries that one mailbox can request in a day: each works for a week, so no one needs more. */
    statusMails: createCounter(open('status-mails', 40, 86_400)),
    /** Audit log lines written for requests for a sign-in link, per organiser: the log is never pruned. */
    linkLines: createCounter(open('link-lines', 20, 86_400)),
    /** Tests of messages, per organiser. */
    testMessages: createCounter(open('test-messages', maxTestMessages, 3_600)),
    /** E-mails to addresses that never got one. */
    newAddresses: openWithTotal('new-addresses', newAddresses),
    /** Secrets of links that did not hold. */
    secrets: createCounter(open('secrets', 60, 900)),
    linkCalls: createLinkCalls(),
  }
}

const inMemory = (keyPrefix: string, points: number, duration: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration })

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * With PostgreSQL all processes count together, on connections of their own, so that counting never waits behind
 * saving. While it doesn't answer in time, each process goes on counting by itself: a limit keeps floods out, and must
 * not keep registrants out (behaviour 13.14). On SQLite there is one process, and its memory will do.
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
  // The pool replaces a broken connection by itself, and the insurance bridges the gap.
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

/**
 * Lets routes count what they make for the network address that sends it: never a request that is refused or repeated
 * (behaviour 13.5).
 */
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

/** What somebody hears whose form needs another look; a neighbour's flood must not take that away. */
const exemptStatuses = [409, 413, 422]

/**
 * Counts an address's refused requests other than reads. Past the limit further refused ones lose their connection, and
 * what no form of ours can send gets a short 429; a good one is served all the same, so whoever floods shuts out nobody
 * (behaviour 13.20).
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
    log.warn('one network sends very many requests that are refused')
  }
}
