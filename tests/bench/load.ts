import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { registrationBody } from '../support/bodies'
import { listen } from '../support/listen'
import { takeTasks } from '../trials/tasks'

/** Load on a server of this machine: so many connections that ask without a pause, for so many seconds. */
export interface Load {
  port: number
  seconds: number
  connections: number
  /** Pages, or registrations from this number on; each has its upload in the tables already. */
  requestKind: { paths: readonly string[] } | { first: number }
}

/** What the load saw. */
export interface Tally {
  perSecond: number
  /** Milliseconds that half of all answers took at most, and that all but one in a hundred did. */
  p50: number
  p99: number
  /** How many requests were sent. */
  asked: number
  /** Statuses that nobody wished for; 0 is a cut line. */
  others: Record<number, number>
}

/** The address of the upload that was made beforehand for a registration. */
export const uploadUrl = (number: number): string =>
  `https://festival.test/files/bench-${number}.png`

const host = 'HTTP/1.1\r\nHost: festival.test\r\n'

const writeRegistration = (number: number): string => {
  const body = JSON.stringify({
    ...registrationBody,
    email: `registrant-${number}@students.test`,
    payment_screenshot_url: uploadUrl(number),
  })
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nIdempotency-Key: ${randomUUID()}`
  return `POST /api/event-registrations ${host}${headers}\r\n\r\n${body}`
}

/** What is asked the n-th time. */
const writeRequest = (requestKind: Load['requestKind'], n: number): string =>
  'first' in requestKind
    ? writeRegistration(requestKind.first + n)
    : `GET ${requestKind.paths[n % requestKind.paths.length]} ${host}Accept: text/html\r\nAccept-Encoding: br\r\n\r\n`

/**
 * One kept connection that asks again as soon as it has its answer. It reads as little of HTTP as it can, so that the load
 * takes less of a core than whoever answers it. Ends when `next` gives nothing more, or the line is cut.
 */
const sendContinuously = (
  port: number,
  next: () => string | undefined,
  hear: (status: number, ms: number) => void,
) =>
  new Promise<void>((done) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let [head, missing, start] = ['', 0, 0]
    const ask = () => {
      const request = next()
      if (request === undefined) {
        return socket.destroy()
      }
      head = ''
      start = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) {
        missing -= chunk.length
      } else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) {
          return
        }
        missing =
          Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4)
      }
      if (missing > 0) {
        return
      }
      hear(Number(head.slice(9, 12)), performance.now() - start)
      ask()
    })
    socket.on('connect', ask)
    socket.on('error', () => hear(0, 0))
    socket.on('close', () => done())
  })

const runLoad = async ({ port, seconds, connections, requestKind }: Load): Promise<Tally> => {
  const times: number[] = []
  const others: Record<number, number> = {}
  const deadline = performance.now() + seconds * 1_000
  let asked = 0
  const next = () => (performance.now() < deadline ? writeRequest(requestKind, asked++) : undefined)
  const hear = (status: number, ms: number) => {
    if (status === 200 || status === 201) {
      times.push(ms)
    } else {
      others[status] = (others[status] ?? 0) + 1
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, () => sendContinuously(port, next, hear)))
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  const perSecond = (times.length / (performance.now() - start)) * 1_000
  return { perSecond, p50: at(0.5), p99: at(0.99), asked, others }
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
  await takeTasks(runLoad, mail.url)
  await mail.stop()
}
