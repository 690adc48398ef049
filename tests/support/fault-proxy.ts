import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen, type TestServer } from './listen'

export type ProxyBehaviour =
  | 'fair'
  | 'slow'
  | 'answers-500'
  | 'hangs'
  | 'cuts-request'
  | 'loses-answer'
  | 'cuts-answer'

/** A proxy that can break requests to a real service. */
export interface FaultProxy extends TestServer {
  behaviour: ProxyBehaviour
  /** How the proxy treats the next requests, in order. */
  readonly upcoming: ProxyBehaviour[]
  seen: number
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) {
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

const slowMs = 3_000

export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const { hostname, port } = new URL(target)

  /**
   * Forwards the request unchanged, so that its signature stays valid. Returns undefined if the
   * service hung up.
   */
  const forward = (incoming: IncomingMessage, body: Buffer, share: number) =>
    new Promise<{ answer: IncomingMessage; body: Buffer } | undefined>((resolve) => {
      const { method, url: path, headers } = incoming
      const outgoing = request(
        { hostname, port, method, path, headers, agent: false },
        async (response) => {
          resolve({ answer: response, body: await readAll(response).catch(() => Buffer.alloc(0)) })
        },
      )
      outgoing.on('error', () => resolve(undefined))
      const part = body.subarray(0, Math.ceil(body.length * share))
      outgoing.write(part)
      if (share === 1) {
        outgoing.end()
      } else {
        setTimeout(() => outgoing.destroy(), 50)
      }
    })

  const listening = await listen(async (incoming, outgoing) => {
    proxy.seen += 1
    const behaviour = proxy.upcoming.shift() ?? proxy.behaviour
    const sent = await readAll(incoming).catch(() => Buffer.alloc(0))
    if (behaviour === 'hangs') {
      return
    }
    if (behaviour === 'slow') {
      await pause(slowMs)
    }
    if (behaviour === 'answers-500') {
      outgoing.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
      return
    }
    const forwarded = await forward(incoming, sent, behaviour === 'cuts-request' ? 0.5 : 1)
    if (!forwarded || behaviour === 'loses-answer') {
      return void outgoing.destroy()
    }
    const { answer, body } = forwarded
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (behaviour === 'fair' || behaviour === 'slow') {
      return void outgoing.end(body)
    }
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)))
    setTimeout(() => outgoing.destroy(), 50)
  })
  const proxy: FaultProxy = { ...listening, behaviour: 'fair', upcoming: [], seen: 0 }
  return proxy
}
