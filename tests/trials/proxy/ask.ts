import { type RequestOptions, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Bytes of the body that were taken before the answer came. */
  sent: number
}

export type Ask = (path: string, options?: RequestOptions, body?: Iterable<Buffer>) => Promise<Answer>

/** Asks Caddy as a browser does, trusting its certificate only. */
export const createAsk = (url: string, ca: string): Ask => {
  const { hostname, host, port } = new URL(url)
  return (path, { headers, ...options } = {}, body) =>
    new Promise((answered, fail) => {
      let sent = 0
      const asking = request(
        {
          host: '127.0.0.1',
          servername: hostname,
          port,
          path,
          ca,
          agent: false,
          ...options,
          headers: { Host: host, ...headers },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            answered({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
              sent,
            })
            asking.destroy()
          })
        },
      )
      asking.on('error', fail)
      const feed = async () => {
        for (const chunk of body ?? []) {
          if (asking.destroyed) return
          sent += chunk.length
          if (!asking.write(chunk))
            await Promise.race([new Promise((ready) => asking.once('drain', ready)), pause(500)])
        }
        asking.end()
      }
      void feed()
    })
}
