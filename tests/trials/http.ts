import { randomUUID } from 'node:crypto'
import { type Agent, request as askPlain } from 'node:http'
import { request as askSecure } from 'node:https'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { registrationBody } from '../support/bodies'

/** Where requests go, and which address of this machine they come from. */
export interface Target {
  host: string
  port: number
  /** Such as 127.0.0.66; a campus behind one address shares it. */
  from?: string
  /** The authority of its certificate, where it speaks TLS. */
  ca?: string
  /** What stands for the address in each request. */
  headers: Record<string, string>
}

/**
 * The server trusts one proxy where a trial says so: where none stands between, the trial says itself what a proxy would
 * have seen (`isForwarded`), and where Caddy does, Caddy writes over it.
 */
export const aimAt = (address: string, from: string, isForwarded = true): Target => {
  const { hostname, host, port } = new URL(address)
  const headers = { Host: host, ...(isForwarded ? { 'X-Forwarded-For': from } : {}) }
  return { host: hostname, port: Number(port), from, headers }
}

/** One request. */
export interface Sent {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** A list is sent piece by piece, without its length. */
  body?: Buffer | string | readonly Buffer[]
  agent?: Agent
  /** Milliseconds. */
  timeout?: number
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Seconds; undefined where the answer names none. */
  retryAfter: number | undefined
  text: string
  /** Bytes of the body that were taken before the answer came. */
  sent: number
}

/**
 * One request and its whole answer, as cheaply as Node can: on a small machine the crowd must not take the server's part
 * of it. @throws Error when the line is cut, or nothing comes in time
 */
export const send = (
  target: Target,
  { method = 'GET', path, headers, body, agent, timeout = 20_000 }: Sent,
) =>
  new Promise<Answer>((answered, fail) => {
    const { host, port, from, ca } = target
    const whole =
      typeof body === 'string' ? Buffer.from(body) : body instanceof Buffer ? body : undefined
    let sent = whole?.length ?? 0
    const options = {
      ...(ca === undefined ? { host } : { host: '127.0.0.1', servername: host, ca }),
      ...(from === undefined ? {} : { localAddress: from }),
      port,
      method,
      path,
      agent: agent ?? false,
      headers: {
        ...target.headers,
        ...(whole ? { 'Content-Length': whole.length } : {}),
        ...headers,
      },
    }
    const asking = (ca === undefined ? askPlain : askSecure)(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', fail)
      answer.on('end', () => {
        const seconds = answer.headers['retry-after']
        answered({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          retryAfter: seconds === undefined ? undefined : Number(seconds),
          text: Buffer.concat(chunks).toString(),
          sent,
        })
        if (!whole && body) {
          asking.destroy()
        }
      })
    })
    const timer = setTimeout(() => asking.destroy(new Error('Nothing came')), timeout)
    asking.on('close', () => clearTimeout(timer))
    asking.on('error', fail)
    if (!Array.isArray(body)) {
      return void asking.end(whole)
    }
    const feed = async () => {
      for (const chunk of body) {
        if (asking.destroyed) {
          return
        }
        sent += chunk.length
        if (!asking.write(chunk)) {
          await Promise.race([new Promise((ready) => asking.once('drain', ready)), pause(500)])
        }
      }
      asking.end()
    }
    void feed()
  })

/** Asks without caring for the answer; 0 where none came. */
export const sendForStatus = (target: Target, sent: Sent): Promise<number> =>
  send(target, { timeout: 3_000, ...sent }).then(
    ({ status }) => status,
    () => 0,
  )

/** The head of a request by hand, to the empty line. */
export const writeHead = (
  target: Target,
  line: string,
  headers: Record<string, string | number> = {},
): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ ...target.headers, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    '',
  ].join('\r\n')

/** Opens a connection from the target's address; it never throws, a broken one is just closed. */
export const openLine = ({ host, port, from }: Target): Socket => {
  const socket = connect({ host, port, ...(from === undefined ? {} : { localAddress: from }) })
  socket.on('error', () => {})
  return socket
}

export const json = { 'Content-Type': 'application/json' }

const boundary = 'somebodys-screenshot'
export const multipart = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }

/** A screenshot as the form sends it. */
export const packScreenshot = (screenshot: Buffer): Buffer => {
  const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}`
  const start = `${head('upload_preset')}"\r\n\r\npayment\r\n${head('file')}"; filename="paid.png"\r\n\r\n`
  return Buffer.concat([Buffer.from(start), screenshot, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

export const uploading = (screenshot: Buffer): Sent => ({
  method: 'POST',
  path: '/image/upload',
  headers: multipart,
  body: packScreenshot(screenshot),
})

/** The address that an upload's answer gives. */
export const readUpload = (text: string): string => {
  const { secure_url }: { secure_url: string } = JSON.parse(text)
  return secure_url
}

/** Uploads one picture and gives its address. @throws Error when it is refused */
export const uploadOnce = async (target: Target, screenshot: Buffer): Promise<string> => {
  const answer = await send(target, uploading(screenshot))
  if (answer.status !== 200) {
    throw new Error(`The trial's own upload was answered with ${answer.status}`)
  }
  return readUpload(answer.text)
}

/** The registration of somebody with this address, as the form sends it. */
export const fillForm = (
  email: string,
  url: string | undefined,
  name = 'Asha Test',
  others: object = {},
): string =>
  JSON.stringify({
    ...registrationBody,
    members: [{ name, phone: '0123456789', year: 'Final year' }],
    email,
    payment_screenshot_url: url,
    ...others,
  })

export const registering = (form: string, key: string = randomUUID()): Sent => ({
  method: 'POST',
  path: '/api/event-registrations',
  headers: { ...json, 'Idempotency-Key': key },
  body: form,
})
