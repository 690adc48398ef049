import { type Agent, request } from 'node:http'
import { headersOf, type Target } from './target'

export interface Sent {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
  agent?: Agent
  /** Milliseconds. */
  patience?: number
}

export interface Answer {
  status: number
  /** Seconds; undefined where the answer names none. */
  retryAfter: number | undefined
  text: string
}

/** One request and its whole answer. @throws Error when the line is cut, or nothing comes in time */
export const send = (
  target: Target,
  { method = 'GET', path, headers = {}, body, agent, patience = 20_000 }: Sent,
): Promise<Answer> =>
  new Promise((answered, fail) => {
    const asking = request(
      {
        host: target.host,
        port: target.port,
        localAddress: target.from,
        method,
        path,
        agent: agent ?? false,
        headers: {
          ...headersOf(target),
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () => {
          const seconds = answer.headers['retry-after']
          answered({
            status: answer.statusCode ?? 0,
            retryAfter: seconds === undefined ? undefined : Number(seconds),
            text: Buffer.concat(chunks).toString(),
          })
        })
      },
    )
    const timer = setTimeout(() => asking.destroy(new Error('Nothing came')), patience)
    asking.on('close', () => clearTimeout(timer))
    asking.on('error', fail)
    asking.end(body)
  })

/** Asks without caring for the answer; 0 where none came. */
export const fling = (target: Target, sent: Sent): Promise<number> =>
  send(target, { patience: 3_000, ...sent }).then(
    ({ status }) => status,
    () => 0,
  )

export const json = { 'Content-Type': 'application/json' }
