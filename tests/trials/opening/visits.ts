import { Agent, request } from 'node:http'

/** One request of a visitor. */
export interface Visit {
  method?: 'GET' | 'POST'
  path: string
  type?: string
  key?: string
  body?: Buffer
}

/** How long a visitor waits, in milliseconds. */
const timeoutMs = 60_000

/** Asks as cheaply as Node can: on a small machine the crowd must not take the server's part of it. */
export const createVisits = (address: string) => {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true })

  /** @throws Error when the line was cut, or nothing came in time */
  return ({ method = 'GET', path, type, key, body }: Visit): Promise<{ status: number; text: string }> =>
    new Promise((answered, fail) => {
      const headers = {
        'Accept-Encoding': 'br',
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Length': body.length }),
      }
      const asking = request({ hostname, port, method, path, headers, agent, timeout: timeoutMs }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () => {
          const text = method === 'GET' ? '' : Buffer.concat(chunks).toString()
          answered({ status: answer.statusCode ?? 0, text })
        })
      })
      asking.on('error', fail)
      asking.on('timeout', () => asking.destroy(new Error('Nothing came')))
      asking.end(body)
    })
}

const boundary = 'somebodys-screenshot'
export const uploadType = `multipart/form-data; boundary=${boundary}`

/** A screenshot as the form sends it. */
export const packScreenshot = (screenshot: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="upload_preset"',
        '',
        'payment',
        `--${boundary}`,
        'Content-Disposition: form-data; name="file"; filename="paid.png"',
        '',
        '',
      ].join('\r\n'),
    ),
    screenshot,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
