import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { couponPath, filePath, formPaths, healthPath, isCall, readyPath, uploadPath } from '../../festival/api'
import { deskCalls } from '../../festival/desk/calls'
import { mySubmissionPaths } from '../../festival/my-submission'
import type { Db, MessageState } from '../db/schema'
import type { ObservedRequest } from '../http/observe-requests'
import { listenAt } from '../http/serve-gracefully'
import type { Clock } from '../system/clock'
import type { ReadFree } from '../uploads/disk-reserve'
import { sumUnclaimed } from '../uploads/unclaimed-uploads'

export interface Metrics {
  /** Counts a request and its time; nothing of who sent it or what. */
  observe: (request: ObservedRequest) => void
  /** Counts a coupon code that was wrong, or that was not looked at any more. */
  observeGuess: (outcome: 'wrong' | 'refused') => void
  /** All measurements in Prometheus' text format. */
  read: () => Promise<{ type: string; text: string }>
}

interface MetricsDeps {
  db: Db
  clock: Clock
  /** Undefined where uploads do not lie on a disk of ours. */
  readFree?: ReadFree | undefined
}

/** Up to the ten seconds that a confirmation may take. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What the server tells of its work, for Prometheus (behaviour 12.16). */
export const createMetrics = ({ db, clock, readFree }: MetricsDeps): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'cerebra_requests_total',
    help: 'Requests, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'cerebra_request_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['route'],
    buckets: seconds,
    registers,
  })
  const submissions = new Counter({
    name: 'cerebra_submissions_total',
    help: 'Forms by kind: confirmed, saved (the e-mail waits), refused or failed.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const uploads = new Counter({
    name: 'cerebra_uploads_total',
    help: 'Uploads: kept, refused or failed.',
    labelNames: ['outcome'],
    registers,
  })
  const guesses = new Counter({
    name: 'cerebra_coupon_guesses_total',
    help: 'Coupon codes that were wrong, or refused because there were too many of those.',
    labelNames: ['outcome'],
    registers,
  })
  const oldest = new Gauge({
    name: 'cerebra_mail_oldest_seconds',
    help: 'The age of the oldest confirmation that has not gone out.',
    registers,
  })
  const waiting = new Gauge({
    name: 'cerebra_mail_messages',
    help: 'Confirmations that have not gone out, by state.',
    labelNames: ['state'],
    registers,
  })
  const measureQueue = async () => {
    waiting.reset()
    oldest.reset()
    const queue = await readQueue(db).catch(() => undefined)
    // While the tables don't answer, no number is better than a wrong one.
    if (!queue) return
    for (const { state, count } of queue.states) waiting.set({ state }, count)
    oldest.set(queue.oldest === undefined ? 0 : (clock().getTime() - Date.parse(queue.oldest)) / 1_000)
  }

  const free = new Gauge({
    name: 'cerebra_disk_free_bytes',
    help: 'Room on the fullest disk of uploads and tables.',
    registers,
  })
  const unclaimed = new Gauge({
    name: 'cerebra_uploads_unclaimed_bytes',
    help: 'What uploads take that no record refers to; a small one counts 256 KiB.',
    registers,
  })
  const measureRoom = async () => {
    free.reset()
    unclaimed.reset()
    const [freeBytes, sums] = await Promise.all([
      readFree?.().catch(() => undefined),
      sumUnclaimed(db).catch(() => undefined),
    ])
    // A gauge that is reset shows 0, which would be an alarm.
    free.set(freeBytes ?? Number.NaN)
    unclaimed.set(sums ? [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) : Number.NaN)
  }

  return {
    observe: ({ method, path, route: pattern, status, ms }) => {
      const route = routeOf(path, pattern)
      requests.inc({ route, method: knownMethod(method), status })
      durations.observe({ route }, ms / 1_000)
      if (method !== 'POST') return
      const kind = submissionKinds.get(route)
      if (kind !== undefined) submissions.inc({ kind, outcome: outcomeOf(status) })
      if (route === uploadPath) uploads.inc({ outcome: status === 200 ? 'kept' : status < 500 ? 'refused' : 'failed' })
    },
    observeGuess: (outcome) => guesses.inc({ outcome }),
    read: async () => {
      await Promise.all([measureQueue(), measureRoom()])
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** A visitor may send any word as a method; the measurements know a few. */
const knownMethod = (method: string): string =>
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'

export interface Queue {
  states: { state: MessageState; count: number }[]
  /** When the oldest message that waits was made. */
  oldest: string | undefined
}

const waiting = ['queued', 'sending', 'failed'] as const satisfies MessageState[]

/** What has not gone out yet. Its cost grows with what waits, not with all that was ever sent. */
const readQueue = async (db: Db): Promise<Queue> => {
  const rows = await db
    .selectFrom('message')
    .select(({ fn }) => ['state', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('state', 'in', waiting)
    .groupBy('state')
    .execute()
  const trying = rows.filter(({ state }) => state !== 'failed').map(({ oldest }) => oldest)
  return {
    states: waiting.map((state) => ({ state, count: Number(rows.find((row) => row.state === state)?.count ?? 0) })),
    oldest: trying.sort()[0],
  }
}

const calls = new Set<string>([
  ...Object.values<string>(formPaths),
  couponPath,
  uploadPath,
  healthPath,
  readyPath,
  ...Object.values(mySubmissionPaths),
])
/** The patterns of the desk's calls. */
const deskPatterns = new Set(Object.values(deskCalls).map(({ path }): string => path))

/** The calls that send a form, and what each is counted as. */
const submissionKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(formPaths).map(([kind, path]) => [path, kind]),
)

/**
 * One of a few dozen names for whatever somebody asks for, so that nobody can fill the memory with names of their own. `pattern` is
 * that of the route which answered.
 */
export const routeOf = (path: string, pattern: string): string => {
  if (calls.has(path)) return path
  if (deskPatterns.has(pattern)) return pattern
  if (path.startsWith(filePath(''))) return filePath(':name')
  if (path.startsWith('/assets/')) return '/assets/*'
  return isCall(path) ? 'unknown call' : 'page'
}

export const outcomeOf = (status: number): 'confirmed' | 'saved' | 'refused' | 'failed' => {
  if (status < 300) return 'confirmed'
  if (status < 500) return 'refused'
  return status === 502 ? 'saved' : 'failed'
}

/** The listener of the measurements. */
export interface MetricsServer {
  port: number
  stop: () => Promise<void>
}

/**
 * Answers `GET /metrics` on a port of its own that only this machine reaches, so no proxy can pass it on by mistake.
 * @throws OperatorError when the port is taken
 */
export const serveMetrics = async (metrics: Pick<Metrics, 'read'>, port: number): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
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
