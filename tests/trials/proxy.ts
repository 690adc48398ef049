import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCaddy, startCaddy } from '../support/caddy'
import { makePng } from '../support/files'
import { findFreePort } from '../support/free-port'
import { servePublicFestival } from '../support/public-festival'
import type { ServedFestival } from '../support/serve'
import { createTally } from './harness'
import { type Answer, aimAt, json, multipart, packScreenshot, type Sent, send, uploading } from './http'

const mebibyte = 1024 * 1024

/** What was tried, whether it holds, and what was seen. */
type Line = [name: string, holds: boolean, seen: string]
/** Asks Caddy as a browser does, trusting its certificate only. */
type Ask = (sent: Sent | string, from?: string) => Promise<Answer>

/** `npm run trial:proxy`: the built server behind Caddy with TLS, by the Caddyfile of deploy/ (behaviour 13.13). */
export const main = async (): Promise<void> => {
  if (!hasCaddy()) {
    console.log('Caddy is not installed (apt-get install caddy); nothing was tried.')
    return
  }
  const url = `https://cerebra.localhost:${await findFreePort()}`
  const festival = await servePublicFestival(url, {
    TRUST_PROXY: '1',
    LIMIT_SUBMISSIONS: String(guesses),
    COUPON_CODE: 'PROXYTRIAL',
  })
  const lines: Line[] = []
  try {
    const caddy = await startCaddy(url, new URL(festival.address).port)
    const ask: Ask = (sent, from = '127.0.0.1') =>
      send({ ...aimAt(url, from, false), ca: caddy.ca }, typeof sent === 'string' ? { path: sent } : sent)
    try {
      for (let wait = 0; wait < 50; wait += 1) {
        const answer = await ask('/healthz').catch(() => undefined)
        if (answer?.status === 200) break
        await pause(100)
      }
      for (const path of ['/', '/api/event-registrations']) lines.push(...checkHeaders(path, await ask(path)))
      for (const work of [tryEncodings, tryUploads, tryAddresses, tryRestart, tryAbsence])
        lines.push(...(await work(ask, festival)))
    } finally {
      caddy.stop()
    }
  } finally {
    await festival.stop()
  }
  const failed = lines.filter(([, holds]) => !holds).length
  for (const [name, holds, seen] of lines) console.log(`${holds ? 'holds' : 'FAILS'}  ${name}: ${seen}`)
  console.log(`Behind Caddy: ${lines.length - failed} hold, ${failed} fail`)
  if (failed > 0) process.exitCode = 1
}

/** OWASP's list of secure headers, and what it asks of each; `undefined` wants the header away. */
const owasp: [name: string, wanted: RegExp | undefined][] = [
  ['strict-transport-security', /^max-age=31536000(?:; includeSubDomains)?$/],
  ['x-frame-options', /^deny$/i],
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /default-src '(?:none|self)'.*frame-ancestors 'none'/],
  ['x-permitted-cross-domain-policies', /^none$/],
  ['referrer-policy', /^(?:no-referrer|strict-origin-when-cross-origin)$/],
  ['cross-origin-embedder-policy', /^require-corp$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(\).*microphone=\(\)/],
  ['cache-control', /no-store|no-cache/],
  ['x-dns-prefetch-control', /^off$/],
  ['server', undefined],
  ['x-powered-by', undefined],
  ['via', undefined],
]

/** Holds an answer's headers against that list. */
const checkHeaders = (name: string, { headers }: Answer): Line[] =>
  owasp.map(([header, wanted]) => {
    const value = headers[header]
    const seen = value === undefined ? 'absent' : String(value)
    return [`${name} ${header}`, wanted ? wanted.test(seen) : value === undefined, seen.slice(0, 60)]
  })

/** Each encoding has its own ETag, and a length. */
const tryEncodings = async (ask: Ask): Promise<Line[]> => {
  const seen: { wanted: string | undefined; came: unknown; etag: unknown; length: unknown }[] = []
  for (const wanted of [undefined, 'gzip', 'br']) {
    const { headers } = await ask({ path: '/', headers: wanted === undefined ? {} : { 'Accept-Encoding': wanted } })
    const { etag } = headers
    seen.push({ wanted, came: headers['content-encoding'], etag, length: headers['content-length'] })
  }
  const tell = (field: 'came' | 'etag' | 'length') => seen.map((one) => `${one[field]}`).join()
  return [
    ['the encoding that was asked for', seen.every(({ wanted, came }) => wanted === came), tell('came')],
    ['an ETag of its own', new Set(seen.map(({ etag }) => etag)).size === 3, tell('etag')],
    ['a length', seen.every(({ length }) => Number(length) > 0), tell('length')],
  ]
}

const tryUploads = async (ask: Ask): Promise<Line[]> => {
  const upload = await ask(uploading(makePng()))
  const { secure_url }: { secure_url: string } = JSON.parse(upload.text)
  const opened = await ask(new URL(secure_url).pathname)
  const flood = Array.from({ length: 256 }, () => Buffer.alloc(mebibyte / 4))
  const body = [packScreenshot(Buffer.alloc(0)).subarray(0, -12), ...flood]
  const large = await ask({ method: 'POST', path: '/image/upload', headers: multipart, body })
  const isGood = upload.status === 200 && opened.status === 200
  return [
    ['an upload, and its file again', isGood, `${upload.status}, ${opened.status}`],
    [
      'a body of 64 MiB is refused while it arrives',
      large.status === 413 && large.sent < 32 * mebibyte,
      `${large.status} after ${(large.sent / mebibyte).toFixed(1)} MiB`,
    ],
  ]
}

/** Wrong coupons that one address may try in an hour (behaviour 13.5), whatever address it claims. */
const guesses = 30

const tryAddresses = async (ask: Ask): Promise<Line[]> => {
  const guess = async (forwarded: string, from: string) => {
    const headers = { ...json, 'X-Forwarded-For': forwarded }
    const body = JSON.stringify({ event: 'SeniorQuiz', code: 'WRONG' })
    return (await ask({ method: 'POST', path: '/api/coupons/check', headers, body }, from)).status
  }
  const statuses = []
  for (let index = 0; index <= guesses; index += 1) statuses.push(await guess(`198.51.100.${index}`, '127.0.0.2'))
  const good = statuses.filter((status) => status === 200).length
  const other = await guess('198.51.100.1', '127.0.0.3')
  const strange = await ask({ path: '/', headers: { Host: 'evil.example' } })
  return [
    [
      'a visitor that claims other addresses is one visitor',
      good === guesses && statuses.at(-1) === 429,
      `${good} guesses, then ${statuses.at(-1)}`,
    ],
    ['another visitor is another', other === 200, String(other)],
    ['another host’s name is not served', !strange.text.includes('evil.example'), String(strange.status)],
  ]
}

/** Requests that come while the server restarts are answered by the new one: visits, and forms, whose bodies must not be lost. */
const tryRestart = async (ask: Ask, festival: ServedFestival): Promise<Line[]> => {
  const [visits, forms] = [createTally(), createTally()]
  const asked: Promise<unknown>[] = []
  let isOver = false
  const body = JSON.stringify({ event: 'SeniorQuiz', members: [] })
  const headers = { ...json, 'Idempotency-Key': randomUUID() }
  const visit = async () => {
    while (!isOver) {
      asked.push(ask('/').then(({ status }) => visits.add(status)))
      const form = ask({ method: 'POST', path: '/api/event-registrations', headers, body })
      asked.push(form.then(({ status }) => forms.add(status)))
      await pause(50)
    }
  }
  const visiting = visit()
  await pause(300)
  await festival.restart()
  await pause(300)
  isOver = true
  await visiting
  await Promise.all(asked)
  // What the server says of it is 409 or 422, for it lacks its members and its event may be over. 400 would be a body that was lost.
  const read = forms.of(409) + forms.of(422)
  return [
    ['a restart is ridden over', visits.of(200) === visits.sum(), visits.words()],
    ['a form is read, or told to come again', read > 0 && read + forms.of(503) === forms.sum(), forms.words()],
  ]
}

/** Where the server stays away, visitors hear so in words, with the headers of every other answer. */
const tryAbsence = async (ask: Ask, festival: ServedFestival): Promise<Line[]> => {
  await festival.end()
  const [page, call] = await Promise.all([ask('/'), ask({ method: 'POST', path: '/api/event-registrations' })])
  const { status, text, headers } = call
  const type = String(headers['content-type'])
  return [
    ['a page without its server', page.status === 503 && page.text.includes('load this page again'), `${page.status}`],
    ['a call without its server', status === 503 && text.includes('"code":"unavailable"'), `${status}`],
    ['the call says when to try again', headers['retry-after'] === '5', `${headers['retry-after']}`],
    ['the call is a problem', type === 'application/problem+json', type],
    ...checkHeaders('away: /', page),
    ...checkHeaders('away: /api', call),
  ]
}
