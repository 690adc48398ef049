import { randomUUID } from 'node:crypto'
import { registrationBody } from '../support/bodies'

/** What visitors ask for. */
export type Asking =
  | { what: 'pages'; paths: readonly string[] }
  /** Registrations from this number on; each has its upload in the tables already. */
  | { what: 'registrations'; first: number }

/** Makes one request after the other. */
export interface Visit {
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

export const makeVisit = (asking: Asking): Visit => {
  if (asking.what === 'registrations') {
    let number = asking.first
    return { wanted: 201, next: () => registrationRequest(number++) }
  }
  const requests = asking.paths.map(pageRequest)
  let turn = 0
  return { wanted: 200, next: () => requests[turn++ % requests.length] ?? '' }
}
