import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accommodationBody,
  delegatePassBody,
  registrationBody,
  textPaths,
} from '../../tests/support/bodies'
import {
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
} from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { buildTestSite, type TestSite, testAddress } from '../../tests/support/test-site'
import { loadSite } from '../pages/site'

let built: TestSite
let festival: TestApp
beforeAll(async () => {
  built = await buildTestSite()
  const site = await loadSite(built.folder, testAddress)
  festival = await createTestApp({ env: { COUPON_CODE: 'ATLASFIVE!' }, site })
})
afterAll(async () => {
  await festival.close()
  await built.remove()
})

/** Returns the CPU time of this process in milliseconds, the minimum of several attempts. */
const measure = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}

/** Makes each text unique, so that no result comes from a cache. */
let turn = 0
const makeUnique = (text: string) => {
  turn += 1
  return `${turn}${text}`
}

/**
 * Input of four times the size may take up to eight times as long. Up to 20 ms is always accepted.
 */
const expectLinear = async (send: (n: number) => Promise<unknown>, n: number) => {
  const once = await measure(() => send(n))
  const fourfold = await measure(() => send(4 * n))
  expect(fourfold).toBeLessThan(8 * Math.max(once, 2.5))
}

/**
 * Combining marks that normalising has to reorder. An insertion sort needs quadratic time for them.
 */
const marks = (n: number) => `a${'\u0301'.repeat(n / 2)}${'\u0316'.repeat(n / 2)}`
const bytesOfMarks = 7_000

const forms = {
  '/api/event-registrations': fillRegistration,
  '/api/delegate-passes': fillDelegatePass,
  '/api/accommodations': fillAccommodation,
  '/api/coupons/check': async () => ({ event: 'SeniorQuiz', code: 'X' }),
} as const

const textFields = {
  '/api/event-registrations': textPaths(registrationBody),
  '/api/delegate-passes': textPaths(delegatePassBody),
  '/api/accommodations': textPaths(accommodationBody),
  '/api/coupons/check': ['event', 'code'],
}

const write = (body: unknown, [step, ...rest]: string[], text: string): unknown => {
  if (step === undefined) {
    return text
  }
  if (Array.isArray(body)) {
    return body.map((item, index) => (index === Number(step) ? write(item, rest, text) : item))
  }
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === step ? write(value, rest, text) : value]),
  )
}

const everyField = Object.entries(textFields).flatMap(([path, fields]) =>
  fields.map((field) => [path, field] as const),
)

test.each(everyField)('%s processes combining marks in %s in linear time', async (path, field) => {
  const fill = Object.entries(forms).find(([known]) => known === path)?.[1]
  const body = await fill?.(festival)
  await expectLinear(async (n) => {
    const answer = await festival.post(path, write(body, field.split('.'), marks(n)))
    expect(answer.status).toBe(422)
  }, bytesOfMarks)
})

const patterns: [string, (n: number) => string][] = [
  ['spaces', (n) => `a${' '.repeat(n)}b`],
  ['spaces and semicolons', (n) => `a${' ;'.repeat(n / 2)}b`],
  ['commas', (n) => `a${','.repeat(n)}b`],
  ['quotes', (n) => `a; b="${'\\"'.repeat(n / 2)}`],
  ['equal signs', (n) => `a;${'b='.repeat(n / 2)}`],
  ['percent signs', (n) => `multipart/form-data; boundary*=utf-8''${'%41'.repeat(n / 3)}`],
]
const headers = [
  'Accept-Encoding',
  'If-None-Match',
  'Content-Type',
  'X-Forwarded-For',
  'Idempotency-Key',
  'Host',
]

test.each(headers)('processes a long %s header in linear time', async (name) => {
  for (const [, make] of patterns) {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/nothing', 'GET'],
      ['/image/upload', 'POST'],
      ['/api/coupons/check', 'POST'],
    ] as const) {
      await expectLinear(
        (n) => festival.request(path, { method, headers: { [name]: makeUnique(make(n)) } }),
        3_900,
      )
    }
  }
})

test('processes a long URL in linear time', async () => {
  for (const part of ['/', '%2f', '%', 'a/', '?event=', '&', ';', '..%2f', '+']) {
    await expectLinear((n) => festival.request(`/${part.repeat(n / part.length)}x`), 3_900)
  }
})
