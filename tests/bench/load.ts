import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { registrationBody } from '../support/bodies'
import { listen } from '../support/listen'
import { takeTasks } from '../trials/tasks'

/** Load on a server of this machine, for so many seconds. */
export interface Load {
  port: number
  seconds: number
  asking: Asking
  /** So many connections that ask without a pause, or so many visitors a second. */
  pace: { connections: number } | { perSecond: number }
}

/** Milliseconds that so many of all answers took at most. */
interface Times {
  p50: number
  p99: number
  p999: number
  most: number
}

/** What the load saw. */
export interface Tally {
  /** Answers as wished within the measured time, in a second. */
  perSecond: number
  /** All answers as wished, those included that came after the measured time. */
  finished: number
  times: Times
  /** Statuses that nobody wished for; 0 is a cut line. */
  others: Record<number, number>
}

/** Counts answers and their times. */
class Count {
  readonly #wanted: number
  readonly #times: number[] = []
  readonly #others: Record<number, number> = {}
  #inTime = 0

  /** `wanted` is the status of a success. */
  constructor(wanted: number) {
    this.#wanted = wanted
  }

  add(status: number, ms: number, isInTime: boolean): void {
    if (status !== this.#wanted) {
      this.#others[status] = (this.#others[status] ?? 0) + 1
      return
    }
    this.#times.push(ms)
    if (isInTime) this.#inTime += 1
  }

  sum(seconds: number): Tally {
    const sorted = Float64Array.from(this.#times).sort()
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    return {
      perSecond: this.#inTime / seconds,
      finished: sorted.length,
      times: { p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) },
      others: this.#others,
    }
  }
}

/** What visitors ask for. */
export type Asking =
  | { what: 'pages'; paths: readonly string[] }
  /** Registrations from this number on; each has its upload in the tables already. */
  | { what: 'registrations'; first: number }

/** Makes one request after the other. */
interface Visit {
  next: () => string | Uint8Array
  /** The status of a success. */
  wanted: number
}

const host = 'Host: festival.test\r\n'

/** The address of the upload that was made beforehand for a registration. */
export const uploadUrl = (number: number): string => `https://festival.test/files/bench-${number}.png`

const pageRequest = (path: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\n${host}Accept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`)

const registrationRequest = (number: number): string => {
  const body = JSON.stringify({
    ...registrationBody,
    members: [
      { name: `Registrant ${number}`, phone: '0123456789', year: 'Final year' },
      { name: `Companion ${number}`, phone: '0123456788', year: 'Final year' },
    ],
    email: `registrant-${number}@students.test`,
    payment_screenshot_url: uploadUrl(number),
  })
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nIdempotency-Key: ${randomUUID()}`
  return `POST /api/event-registrations HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}`
}

const makeVisit = (asking: Asking): Visit => {
  if (asking.what === 'registrations') {
    let number = asking.first
    return { wanted: 201, next: () => registrationRequest(number++) }
  }
  const requests = asking.paths.map(pageRequest)
  let turn = 0
  return { wanted: 200, next: () => requests[turn++ % requests.length] ?? '' }
}

/** What an answer's head, all headers together, may take at most. */
const longestHead = 4_096

/**
 * One kept connection that asks one thing after the other. It reads as little of HTTP as it can, so that the load takes
 * less of a core than whoever answers it.
 */
class Connection {
  readonly #socket: Socket
  readonly #buffer = Buffer.allocUnsafe(65_536)
  #head = ''
  #status = 0
  /** Bytes of the body that are still to come; undefined while the head is awaited. */
  #missing: number | undefined
  #answered: ((status: number) => void) | undefined
  isOpen = true

  constructor(port: number) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: this.#buffer,
        callback: (size) => {
          this.#hear(size)
          return true
        },
      },
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.isOpen = false
      this.#finish(0)
    })
  }

  /** Sends a request; `answered` hears the status once the whole answer is here, 0 when the line was cut. */
  ask(request: string | Uint8Array, answered: (status: number) => void): void {
    this.#answered = answered
    if (this.isOpen) this.#socket.write(request)
    else this.#finish(0)
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(size: number): void {
    let ofBody = size
    if (this.#missing === undefined) {
      const text = this.#head + this.#buffer.toString('latin1', 0, Math.min(size, longestHead))
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) {
        this.#head = text
        if (text.length >= longestHead) this.close()
        return
      }
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      this.#status = length === undefined ? 0 : Number(text.slice(9, 12))
      this.#missing = Number(length ?? 0)
      ofBody = size - (end + 4 - this.#head.length)
      this.#head = ''
    }
    this.#missing -= ofBody
    if (this.#missing > 0) return
    this.#missing = undefined
    this.#finish(this.#status)
  }

  #finish(status: number): void {
    const answered = this.#answered
    this.#answered = undefined
    answered?.(status)
  }
}

/** Every connection asks again as soon as it has its answer, for so many seconds. */
const runClosedLoop = async (port: number, connections: number, seconds: number, visit: Visit) => {
  const count = new Count(visit.wanted)
  const deadline = performance.now() + seconds * 1_000
  const ask = (connection: Connection, done: () => void) => {
    const start = performance.now()
    if (start >= deadline) {
      connection.close()
      return done()
    }
    connection.ask(visit.next(), (status) => {
      const now = performance.now()
      count.add(status, now - start, now <= deadline)
      ask(connection.isOpen ? connection : new Connection(port), done)
    })
  }
  await Promise.all(
    Array.from({ length: connections }, () => new Promise<void>((done) => ask(new Connection(port), done))),
  )
  return count.sum(seconds) satisfies Tally
}

/** Beyond so many connections visitors wait for one that comes free; their time counts from when they wanted to ask. */
const mostConnections = 2_000
/** How long the last answers are waited for, in seconds. */
const patience = 30
/** Whoever comes in these first milliseconds, while connections are made, is not counted. */
const lead = 1_000

/** The same chances at every run. */
const makeChance = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 4_294_967_297
  }
}

/**
 * Visitors come as they like, so many a second on average, whether answers come or not. Each answer's time counts from
 * the moment at which the visitor came, so a server that stands still for a while is charged for everybody who came
 * meanwhile.
 */
const runOpenLoop = async (port: number, perSecond: number, seconds: number, visit: Visit): Promise<Tally> => {
  const count = new Count(visit.wanted)
  const chance = makeChance(20_251_008)
  const idle: Connection[] = []
  const line: number[] = []
  let connections = 0
  let asking = 0
  const start = performance.now()
  const end = start + lead + seconds * 1_000

  const takeConnection = (): Connection | undefined => {
    for (let known = idle.pop(); known; known = idle.pop()) {
      if (known.isOpen) return known
      connections -= 1
    }
    if (connections >= mostConnections) return undefined
    connections += 1
    return new Connection(port)
  }
  const serve = () => {
    while (line.length > 0) {
      const connection = takeConnection()
      if (!connection) return
      const came = line.shift() ?? 0
      asking += 1
      connection.ask(visit.next(), (status) => {
        const now = performance.now()
        if (came >= start + lead) count.add(status, now - came, now <= end)
        asking -= 1
        idle.push(connection)
        serve()
      })
    }
  }

  let next = start
  while (performance.now() < end) {
    for (const now = performance.now(); next <= now; next += (-Math.log(chance()) / perSecond) * 1_000) line.push(next)
    serve()
    await pause(1)
  }
  for (let waited = 0; (asking > 0 || line.length > 0) && waited < patience * 1_000; waited += 50) await pause(50)
  for (const connection of idle) connection.close()
  return count.sum(seconds)
}

/**
 * The world outside of the server, in a process of its own: visitors, and a service in the shape of EmailJS that takes
 * every e-mail at once. Its greeting is the service's address.
 */
export const main = async (): Promise<void> => {
  const mail = await listen((request, response) => {
    request.resume()
    request.once('end', () => response.end('OK'))
  })
  const bear = ({ port, seconds, asking, pace }: Load): Promise<Tally> => {
    const visit = makeVisit(asking)
    return 'connections' in pace
      ? runClosedLoop(port, pace.connections, seconds, visit)
      : runOpenLoop(port, pace.perSecond, seconds, visit)
  }
  await takeTasks(bear, mail.url)
  await mail.stop()
}
