import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { registrationBody } from '../support/bodies'
import { listen } from '../support/listen'
import { takeTasks } from '../trials/tasks'

/** Continuous requests to a local server. */
export interface Load {
  port: number
  seconds: number
  connections: number
  /** Requests pages, or sends registrations numbered from `first`, whose uploads already exist. */
  requestKind: { paths: readonly string[] } | { first: number }
}

export interface Tally {
  perSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
  asked: number
  /** Counts unexpected statuses, with 0 for a broken connection. */
  others: Record<number, number>
}

export const uploadUrl = (number: number): string =>
  `https://festival.test/files/bench-${number}.png`

const host = 'HTTP/1.1\r\nHost: festival.test\r\n'

const writeRegistration = (number: number): string => {
  const body = JSON.stringify({
    ...registrationBody,
    email: `registrant-${number}@students.test`,
    payment_screenshot_url: uploadUrl(number),
  })
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Idempotency-Key: ${randomUUID()}`,
  ]
  return `POST /api/event-registrations ${host}${headers.join('\r\n')}\r\n\r\n${body}`
}

const writePageRequest = (path: string): string =>
  `GET ${path} ${host}Accept: text/html\r\nAccept-Encoding: br\r\n\r\n`

const writeRequest = (requestKind: Load['requestKind'], n: number): string =>
  'first' in requestKind
    ? writeRegistration(requestKind.first + n)
    : writePageRequest(requestKind.paths[n % requestKind.paths.length] ?? '/')

/**
 * Sends the next request after each response on one connection, until `next` is empty. Parses
 * little HTTP, so that the load needs less processor time than the server.
 */
const sendContinuously = (
  port: number,
  next: () => string | undefined,
  record: (status: number, ms: number) => void,
) =>
  new Promise<void>((done) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let head = ''
    let missing = 0
    let start = 0
    const sendNext = () => {
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
      record(Number(head.slice(9, 12)), performance.now() - start)
      sendNext()
    })
    socket.on('connect', sendNext)
    socket.on('error', () => record(0, 0))
    socket.on('close', () => done())
  })

const runLoad = async ({ port, seconds, connections, requestKind }: Load): Promise<Tally> => {
  const times: number[] = []
  const others: Record<number, number> = {}
  const deadline = performance.now() + seconds * 1_000
  let asked = 0
  const next = () => (performance.now() < deadline ? writeRequest(requestKind, asked++) : undefined)
  const record = (status: number, ms: number) => {
    if (status === 200 || status === 201) {
      times.push(ms)
    } else {
      others[status] = (others[status] ?? 0) + 1
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, () => sendContinuously(port, next, record)))
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  const perSecond = (times.length / (performance.now() - start)) * 1_000
  return { perSecond, p50: at(0.5), p99: at(0.99), asked, others }
}

/** Sends the load. A fake EmailJS responds at once, and the greeting contains its address. */
export const main = async (): Promise<void> => {
  const mail = await listen((request, response) => {
    request.resume()
    request.once('end', () => response.end('OK'))
  })
  await takeTasks(runLoad, mail.url)
  await mail.stop()
}
