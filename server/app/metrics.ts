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
  /** Undefined if uploads are stored in a bucket. */
  readFreeBytes?: ReadFreeBytes | undefined
}

/** In seconds. A form waits up to ten seconds for its e-mail. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

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
      'Forms by kind: confirmed, saved (e-mail pending), refused or failed.',
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
      'Coupon codes that were wrong, or were refused after too many wrong ones.',
      'outcome',
    ),
  )
  const oldestAge = new Gauge(
    describeMetric('mail_oldest_seconds', 'Age of the oldest unsent confirmation.'),
  )
  const unsentCount = new Gauge(
    describeMetric('mail_messages', 'Unsent confirmations, by state.', 'state'),
  )
  const freeSpace = new Gauge(
    describeMetric(
      'disk_free_bytes',
      'Least free space on any disk that holds uploads or the database.',
    ),
  )
  const unattachedSize = new Gauge(
    describeMetric(
      'uploads_unattached_bytes',
      'Size of uploads that no entry refers to; a small one counts as 256 KiB.',
    ),
  )

  /** The cost does not depend on the number of sent e-mails. */
  const measureQueue = async () => {
    unsentCount.reset()
    oldestAge.reset()
    const rows = await db
      .selectFrom('message')
      .select(({ fn }) => ['state', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .where('state', 'in', unsentStates)
      // Announcements may be paused for days.
      .where('announcement_id', 'is', null)
      .groupBy('state')
      .execute()
      .catch(() => undefined)
    // If the tables do not respond, no number is better than a wrong one.
    if (!rows) {
      return
    }
    for (const state of unsentStates) {
      unsentCount.set({ state }, Number(rows.find((row) => row.state === state)?.count ?? 0))
    }
    const pending = rows.filter(({ state }) => state !== 'failed')
    const [first] = pending.map((row) => row.oldest).sort()
    oldestAge.set(first === undefined ? 0 : (clock().getTime() - Date.parse(first)) / 1_000)
  }

  const measureSpace = async () => {
    const [freeBytes, sums] = await Promise.all([
      readFreeBytes?.().catch(() => undefined),
      sumUnattached(db).catch(() => undefined),
    ])
    // NaN, because 0 would raise an alarm.
    freeSpace.set(freeBytes ?? Number.NaN)
    unattachedSize.set(
      sums ? [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) : Number.NaN,
    )
  }

  return {
    observe: ({ method, path, route: matchedRoute, status, ms }: ObservedRequest) => {
      const route = labelPath(path, matchedRoute)
      requests.inc({ route, method: labelMethod(method), status })
      durations.observe({ route }, ms / 1_000)
      if (method !== 'POST') {
        return
      }
      const kind = entryKinds.get(route)
      if (kind !== undefined) {
        entries.inc({ kind, outcome: nameOutcome(status) })
      }
      if (route === uploadPath) {
        uploads.inc({ outcome: nameUploadOutcome(status) })
      }
    },
    observeGuess: (outcome: 'wrong' | 'refused') => guesses.inc({ outcome }),
    read: async () => {
      await Promise.all([measureQueue(), measureSpace()])
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Clients can send any word as a method, so all unknown methods share a label. */
const labelMethod = (method: string): string =>
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'

const unsentStates = ['queued', 'sending', 'failed'] as const satisfies MessageState[]

const entryKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(formPaths).map(([kind, path]) => [path, kind]),
)

/**
 * Limits the number of labels, because clients can invent addresses. `route` is the pattern of a
 * route or the address of a page.
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

const nameUploadOutcome = (status: number): 'kept' | 'refused' | 'failed' => {
  if (status === 200) {
    return 'kept'
  }
  return status < 500 ? 'refused' : 'failed'
}

/**
 * Uses a separate port, so that no proxy exposes the metrics.
 * @throws OperatorError when the port is taken
 */
export const serveMetrics = async (
  metrics: Pick<Metrics, 'read'>,
  { host, port }: { host: string; port: number },
) => {
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
  const address = await listenAt(server, { host, port, variable: 'METRICS_PORT' })
  return {
    port: address.port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
