import { randomUUID } from 'node:crypto'
import { type Agent, request as askPlain } from 'node:http'
import { request as askSecure } from 'node:https'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { registrationBody } from '../support/bodies'

/** A server, and the local address from which requests are sent. */
export interface Target {
  host: string
  port: number
  /** The local address, such as 127.0.0.66, which several clients may share. */
  from?: string
  ca?: string
  /** The host and, without a proxy, the declared client address. */
  headers: Record<string, string>
}

/**
 * A trial's server trusts one proxy. If there is none, requests declare the client address
 * themselves (`isForwarded`). Caddy would overwrite that address.
 */
export const makeTarget = (address: string, from: string, isForwarded = true): Target => {
  const { hostname, host, port } = new URL(address)
  const headers: Record<string, string> = { Host: host }
  if (isForwarded) {
    headers['X-Forwarded-For'] = from
  }
  return { host: hostname, port: Number(port), from, headers }
}

export interface RequestOptions {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** A list is sent chunk by chunk, without a Content-Length. */
  body?: Buffer | string | readonly Buffer[]
  agent?: Agent
  /** In milliseconds. */
  timeout?: number
}

export interface TrialResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** In seconds. Undefined if the response has no Retry-After. */
  retryAfter: number | undefined
  text: string
  /** How many bytes of the body had been sent before the response. */
  sent: number
}

/**
 * Sends a request with little overhead, which leaves processor time for the server.
 * @throws Error if the connection breaks or times out
 */
export const send = (
  target: Target,
  { method = 'GET', path, headers, body, agent, timeout = 20_000 }: RequestOptions,
) =>
  new Promise<TrialResponse>((resolve, fail) => {
    const { host, port, from, ca } = target
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const whole = bytes instanceof Buffer ? bytes : undefined
    let sent = whole?.length ?? 0
    const connectHost = ca === undefined ? host : '127.0.0.1'
    const options = {
      host: connectHost,
      servername: ca === undefined ? undefined : host,
      ca,
      localAddress: from,
      port,
      method,
      path,
      agent: agent ?? false,
      headers: whole
        ? { ...target.headers, 'Content-Length': whole.length, ...headers }
        : { ...target.headers, ...headers },
    }
    const request = (ca === undefined ? askPlain : askSecure)(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        const seconds = response.headers['retry-after']
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          retryAfter: seconds === undefined ? undefined : Number(seconds),
          text: Buffer.concat(chunks).toString(),
          sent,
        })
        if (!whole && body) {
          request.destroy()
        }
      })
    })
    const timer = setTimeout(() => request.destroy(new Error('The request timed out')), timeout)
    request.on('close', () => clearTimeout(timer))
    request.on('error', fail)
    if (!Array.isArray(body)) {
      return void request.end(whole)
    }
    const feed = async () => {
      for (const chunk of body) {
        if (request.destroyed) {
          return
        }
        sent += chunk.length
        if (!request.write(chunk)) {
          await Promise.race([new Promise((ready) => request.once('drain', ready)), pause(500)])
        }
      }
      request.end()
    }
    void feed()
  })

/** Returns the response's status, or 0 if there is no response. */
export const sendForStatus = (target: Target, sent: RequestOptions): Promise<number> =>
  send(target, { timeout: 3_000, ...sent }).then(
    ({ status }) => status,
    () => 0,
  )

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

/** Opens a connection from the target's `from`. Errors only close the connection. */
export const openConnection = ({ host, port, from }: Target): Socket => {
  const socket = connect({ host, port, localAddress: from })
  socket.on('error', () => {})
  return socket
}

export const json = { 'Content-Type': 'application/json' }

const boundary = 'screenshot-boundary'
export const multipart = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }

export const packScreenshot = (screenshot: Buffer): Buffer => {
  const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}`
  const start = `${head('upload_preset')}"\r\n\r\npayment\r\n${head('file')}"; filename="paid.png"\r\n\r\n`
  return Buffer.concat([Buffer.from(start), screenshot, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

export const makeUploadRequest = (screenshot: Buffer): RequestOptions => ({
  method: 'POST',
  path: '/image/upload',
  headers: multipart,
  body: packScreenshot(screenshot),
})

export const readUpload = (text: string): string => {
  const { secure_url }: { secure_url: string } = JSON.parse(text)
  return secure_url
}

/** Returns the upload's address. @throws Error if the server refuses the upload */
export const uploadOnce = async (target: Target, screenshot: Buffer): Promise<string> => {
  const response = await send(target, makeUploadRequest(screenshot))
  if (response.status !== 200) {
    throw new Error(`The trial's own upload failed with ${response.status}`)
  }
  return readUpload(response.text)
}

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

export const makeRegistrationRequest = (
  form: string,
  key: string = randomUUID(),
): RequestOptions => ({
  method: 'POST',
  path: '/api/event-registrations',
  headers: { ...json, 'Idempotency-Key': key },
  body: form,
})
