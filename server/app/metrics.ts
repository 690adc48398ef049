import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { formPaths, isCall, isServerPath, uploadPath } from '../../festival/forms/api'
import type { Db, MessageState } from '../db/schema'
import type { ObservedRequest } from '../http/observe-requests'
import { listenAt } from '../http/serve-gracefully'
import type { Clock } from '../system/clock'
import type { ReadFreeBytes } from '../uploads/disk-reserve'
import { sumUnattached } from '../uploads/upload-rows'

interface MetricsDeps {
  db: Db
  clock: Clock
  /** Undefined where uploads do not lie on a disk of ours. */
  readFreeBytes?: ReadFreeBytes | undefined
}

/** Up to the ten seconds that a confirmation may take. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What the server tells of its work, for Prometheus (behaviour 12.16). */
export const createMetrics = ({ db, clock, readFreeBytes }: MetricsDeps) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const describeMetric = <Label extends string>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => ({
    name: `cerebra_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  const requests = new Counter(
    describeMetric(
      'requests_total',
      'Requests, by route, method and status.',
      'route',
      'method',
      'status',
    ),
  )
  const durations = new Histogram({
    ...describeMetric('request_seconds', 'How long requests took, by route.', 'route'),
    buckets: durationBuckets,
  })
  const entries = new Counter(
    describeMetric(
      'forms_total',
      'Forms by kind: confirmed, saved (the e-mail waits), refused or failed.',
      'kind',
      'outcome',
    ),
  )
  const uploads = new Counter(
    describeMetric('uploads_total', 'Uploads: kept, refused or failed.', 'outcome'),
  )
  const guesses = new Counter(
    describeMetric(
      'coupon_guesses_total',
      'Coupon codes that were wrong, or refused because there were too many of those.',
      'outcome',
    ),
  )
  const oldest = new Gauge(
    describeMetric(
      'mail_oldest_seconds',
      'The age of the oldest confirmation that has not gone out.',
    ),
  )
  const waiting = new Gauge(
    describeMetric('mail_messages', 'Confirmations that have not gone out, by state.', 'state'),
  )
  const free = new Gauge(
    describeMetric('disk_free_bytes', 'Room on the fullest disk of uploads and tables.'),
  )
  const unattached = new Gauge(
    describeMetric(
      'uploads_unattached_bytes',
      'What uploads take that no record refers to; a small one counts 256 KiB.',
    ),
  )

  /** What has not gone out yet. Its cost grows with what waits, not with all that was ever sent. */
  const measureQueue = async () => {
    waiting.reset()
    oldest.reset()
    const rows = await db
      .selectFrom('message')
      .select(({ fn }) => ['state', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .where('state', 'in', unsent)
      // A message to many takes its time, and may be stopped for days: the desk shows how far it is.
      .where('announcement_id', 'is', null)
      .groupBy('state')
      .execute()
      .catch(() => undefined)
    // While the tables don't answer, no number is better than a wrong one.
    if (!rows) {
      return
    }
    for (const state of unsent) {
      waiting.set({ state }, Number(rows.find((row) => row.state === state)?.count ?? 0))
    }
    const [first] = rows.flatMap((row) => (row.state === 'failed' ? [] : row.oldest)).sort()
    oldest.set(first === undefined ? 0 : (clock().getTime() - Date.parse(first)) / 1_000)
  }

  const measureRoom = async () => {
    const [freeBytes, sums] = await Promise.all([
      readFreeBytes?.().catch(() => undefined),
      sumUnattached(db).catch(() => undefined),
    ])
    // 0 would be an alarm.
    free.set(freeBytes ?? Number.NaN)
    unattached.set(sums ? [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) : Number.NaN)
  }

  return {
    /** Counts a request and its time; nothing of who sent it or what. */
    observe: ({ method, path, route: matchedRoute, status, ms }: ObservedRequest) => {
      const route = labelPath(path, matchedRoute)
      requests.inc({ route, method: knownMethod(method), status })
      durations.observe({ route }, ms / 1_000)
      if (method !== 'POST') {
        return
      }
      const kind = entryKinds.get(route)
      if (kind !== undefined) {
        entries.inc({ kind, outcome: nameOutcome(status) })
      }
      if (route === uploadPath) {
        uploads.inc({ outcome: status === 200 ? 'kept' : status < 500 ? 'refused' : 'failed' })
      }
    },
    /** Counts a coupon code that was wrong, or that was not looked at any more. */
    observeGuess: (outcome: 'wrong' | 'refused') => guesses.inc({ outcome }),
    read: async () => {
      await Promise.all([measureQueue(), measureRoom()])
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** A visitor may send any word as a method; the measurements know a few. */
const knownMethod = (method: string): string =>
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'

const unsent = ['queued', 'sending', 'failed'] as const satisfies MessageState[]

/** The calls that send a form, and what each is counted as. */
const entryKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(formPaths).map(([kind, path]) => [path, kind]),
)

/**
 * One of a few dozen names for whatever somebody asks for, so that nobody can fill the memory with names of their own. `route` is
 * the pattern of what answered, or the address of a page.
 */
const labelPath = (path: string, route: string): string => {
  if (route.startsWith('/assets/')) {
    return '/assets/*'
  }
  if (isServerPath(route)) {
    return route
  }
  return isCall(path) ? 'unknown call' : 'page'
}

const nameOutcome = (status: number): 'confirmed' | 'saved' | 'refused' | 'failed' => {
  if (status < 300) {
    return 'confirmed'
  }
  if (status < 500) {
    return 'refused'
  }
  return status === 502 ? 'saved' : 'failed'
}

/**
 * Answers `GET /metrics` on a port of its own that only this machine reaches, so no proxy can pass it on by mistake.
 * @throws OperatorError when the port is taken
 */
export const serveMetrics = async (metrics: Pick<Metrics, 'read'>, port: number) => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ type, text }) =>
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const address = await listenAt(server, { host: '127.0.0.1', port, variable: 'METRICS_PORT' })
  return {
    port: address.port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
