import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problemStatus } from '../../festival/contract/problem'
import { accommodationBody, delegatePassBody, registrationBody } from '../../tests/support/bodies'
import { makeJpeg, makePdf, makePng, makeWebp } from '../../tests/support/files'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { buildTestSite, testAddress } from '../../tests/support/test-site'
import { countRows, tableNames } from '../db/table-rows'
import { loadSite } from '../pages/site'

interface Call {
  method: string
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Names that every JavaScript object inherits, or that have a special meaning. */
const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
]

const trickyTexts = [
  '',
  ' ',
  '\u0000',
  '\r\nBcc: everybody@students.test',
  '%0d%0aSet-Cookie: a=b',
  "'; drop table message; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'javascript:alert(1)',
  '\ud800',
  '1e999',
  '\u202e\u200b\ufeff',
  'a@b',
  '9'.repeat(400),
  ...prototypeNames,
]
const anyText = fc.oneof(
  fc.constantFrom(...trickyTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const longText = fc.constantFrom('a', '𝒶', '"', '9').map((letter) => letter.repeat(10_000))
const anyNonText = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, 1.5, Number.MAX_SAFE_INTEGER + 2),
  fc.array(anyText, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('length', 'name', 'toJSON', ...prototypeNames), anyText, {
    maxKeys: 3,
  }),
)
const anyValue = fc.oneof(anyText, anyNonText, fc.jsonValue({ maxDepth: 4 }))

const breakBytes = (whole: Buffer) =>
  fc
    .tuple(
      fc.nat(),
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom('cut', 'insert', 'skip', 'change'),
    )
    .map(([place, bytes, how]) => {
      const at = place % whole.length
      const rest = { cut: whole.length, insert: at, skip: at + 7, change: at + bytes.length }[how]
      return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(rest)])
    })

type Fields = Record<string, unknown>
/** A valid body for each call, except for the addresses of uploads. */
const bodies: readonly (readonly [path: string, body: Fields])[] = [
  ['/api/event-registrations', { ...registrationBody }],
  ['/api/delegate-passes', { ...delegatePassBody }],
  ['/api/accommodations', { ...accommodationBody }],
  ['/api/coupons/check', { event: 'SeniorQuiz', code: 'GUESS' }],
]
const allNames = bodies.flatMap(([, fields]) => Object.keys(fields))
const anyName = fc.oneof(fc.constantFrom(...allNames, ...prototypeNames), anyText)
const anyBody = fc.constantFrom(...bodies)
const replaceUrls = (fields: Fields, url: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name.endsWith('_url') ? url : value]),
  )
const noFile = 'https://cerebra.test/files/none.png'

const key = fc
  .oneof(fc.uuid(), fc.string({ maxLength: 40 }))
  .map((text) => ['Idempotency-Key', text] as const)
const send = (
  path: string,
  type: string,
  body: string | Uint8Array,
  more: Call['headers'] = [],
): Call => {
  const headers = [['Content-Type', type] as const, ...more]
  return {
    method: 'POST',
    path,
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  }
}
const sendJson = (path: string, body: string | Uint8Array, more?: Call['headers']) =>
  send(path, 'application/json', body, more)

const foreignUrl = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    'https://cerebra.test/files/../../etc/passwd.png',
    'file:///etc/passwd',
    'data:image/png;base64,A',
  ),
  anyText,
)
const part = (head: string, content: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`--cut-here\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    content,
  ])
const frame = (file: Uint8Array) =>
  Buffer.concat([
    part('name="upload_preset"', Buffer.from('payment\r\n')),
    part('name="file"; filename="paid.png"', file),
    Buffer.from('\r\n--cut-here--\r\n'),
  ])
const upload = (body: Buffer) =>
  send('/image/upload', 'multipart/form-data; boundary=cut-here', body)
const anyFile = fc.constantFrom(makePng(), makeJpeg(), makeWebp(), makePdf())

const anyPath = fc.oneof(
  fc.constantFrom(
    '/',
    '/image/upload',
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/%00.png',
    '/api/',
    '/api//event-registrations',
    '/metrics',
    '/.env',
    '/assets/../pages.json',
    '/register?event=__proto__',
    '//evil.test/',
    '/%',
    '/%c0%ae/',
  ),
  anyText.map((rest) => `/files/${encodeURI(Buffer.from(rest).toString())}`),
)
const headerNames =
  'Accept Accept-Encoding Authorization Content-Encoding Content-Type Cookie If-None-Match Idempotency-Key Origin Range'
const oddHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(...headerNames.split(' ')),
    fc.oneof(
      anyText,
      fc.constantFrom(
        'gzip;q=0, br;q=0',
        'br;q=1e9',
        'W/"a", *',
        'bytes=0-,-1',
        'gzip,'.repeat(300),
      ),
    ),
  ),
  { maxLength: 6 },
)

const badCalls = (realUrl: string): Record<string, fc.Arbitrary<Call>> => ({
  'files of others': fc
    .tuple(fc.constantFrom(...bodies.slice(0, 3)), foreignUrl, key)
    .map(([[path, fields], url, header]) =>
      sendJson(path, JSON.stringify(replaceUrls(fields, url)), [header]),
    ),
  'an address of another type, with a file of ours': fc
    .tuple(fc.constantFrom(...bodies.slice(0, 3)), anyNonText, key)
    .map(([[path, fields], email, header]) =>
      sendJson(path, JSON.stringify({ ...replaceUrls(fields, realUrl), email: [email] }), [header]),
    ),
  'anything in any field': fc
    .tuple(anyBody, fc.dictionary(anyName, fc.oneof(anyValue, anyValue, longText)), key)
    .map(([[path, fields], changes, header]) =>
      sendJson(path, JSON.stringify({ ...replaceUrls(fields, noFile), ...changes }), [header]),
    ),
  // Written by hand, because JSON.stringify omits such names and never repeats one.
  'names of the prototype': fc
    .tuple(anyBody, fc.constantFrom(...prototypeNames), fc.jsonValue({ maxDepth: 2 }))
    .map(([[path, fields], name, value]) => {
      const text = JSON.stringify(fields).slice(1)
      return sendJson(
        path,
        `{"${name}":${JSON.stringify(value)},"__proto__":{"event":"SeniorQuiz"},${text}`,
      )
    }),
  'broken bytes': anyBody.chain(([path, fields]) =>
    breakBytes(Buffer.from(JSON.stringify(fields))).map((bytes) => sendJson(path, bytes)),
  ),
  'broken files': anyFile.chain(breakBytes).map((file) => upload(frame(file))),
  'broken frames': anyFile.chain((file) => breakBytes(frame(file))).map(upload),
  'odd headers, methods and paths': fc
    .tuple(
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
      anyPath,
      oddHeaders,
      anyText,
    )
    .map(([method, path, headers, body]): Call => ({ method, path, headers, body })),
})

/** Returns undefined if the call is too malformed for a Request object. */
const toRequest = ({ method, path, headers, body }: Call): Request | undefined => {
  try {
    const init = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    }
    const isBare = method === 'GET' || method === 'HEAD' || body === undefined
    return new Request(`http://cerebra.test${path}`, isBare ? init : { ...init, body })
  } catch {
    return undefined
  }
}

const leak = /\bat .+[.:]\d+:\d+|node_modules|SQLITE|sqlite|\/tmp\/|\/server\/|\.ts\b/
/**
 * Calls that may succeed despite bad input: reads, coupon checks, and uploads of pictures that are
 * still valid.
 */
const maySucceed = ({ method, path }: Call) =>
  /^(?:GET|HEAD)$/.test(method) || path === '/image/upload' || path === '/api/coupons/check'

const checkAnswer = async (call: Call, answer: Response): Promise<void> => {
  const { status, headers } = answer
  const text = await answer.text()
  expect(status, text.slice(0, 200)).toBeLessThan(500)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toBeTruthy()
  if (status < 400) {
    return expect(maySucceed(call), `succeeds with ${status}`).toBe(true)
  }
  expect(text).not.toMatch(leak)
  if (/^(?:GET|HEAD)$/.test(call.method) || text === '') {
    return
  }
  expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
  const problem: { code: keyof typeof problemStatus; status: number } = JSON.parse(text)
  expect(problemStatus[problem.code]).toBe(status)
  expect(problem.status).toBe(status)
}

let festival: TestApp
let site: Awaited<ReturnType<typeof buildTestSite>>
beforeEach(async () => {
  site = await buildTestSite()
  const env = { TRUST_PROXY: '1', COUPON_CODE: 'NEURON55!' }
  const loaded = await loadSite(site.folder, testAddress)
  festival = await createTestApp({ env, site: loaded })
})
afterEach(async () => {
  await festival.close()
  await site.remove()
})

test('random bad requests never cause a 5xx, reveal internals or add rows (13.3, 13.12)', async () => {
  let sent = 0
  let uploads = 1
  for (const [kind, calls] of Object.entries(badCalls(await festival.upload('payment')))) {
    const property = fc.asyncProperty(calls, async (call) => {
      const request = toRequest(call)
      if (!request) {
        return
      }
      // Each call gets its own network address, because rejected requests are limited per address.
      sent += 1
      request.headers.set('X-Forwarded-For', `10.0.${sent >> 8}.${sent & 255}`)
      const answer = await festival.fetch(request)
      if (call.path === '/image/upload' && answer.status === 200) {
        uploads += 1
      }
      await checkAnswer(call, answer)
    })
    const result = await fc.check(property, { numRuns: 150, seed: 20_251_001, endOnFailure: false })
    expect(
      result.failed &&
        `${kind}: ${fc.stringify(result.counterexample?.[0]).slice(0, 600)} ${result.errorInstance}`,
    ).toBe(false)
  }
  expect(sent).toBeGreaterThan(1_000)
  for (const table of tableNames) {
    expect([table, await countRows(festival.db, table)]).toEqual([
      table,
      table === 'upload' ? uploads : 0,
    ])
  }
  expect(festival.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
}, 180_000)
