import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { buildTestSite, type TestSite, testAddress } from '../../tests/support/test-site'
import { loadSite } from './site'

let built: TestSite
let festival: TestApp
beforeAll(async () => {
  built = await buildTestSite()
  const site = await loadSite(built.folder, testAddress)
  if (!site) {
    throw new Error('The small site was not found')
  }
  festival = await createTestApp({ site })
})
afterAll(async () => {
  await festival.close()
  await built.remove()
})

const titleOf = async (answer: Response) => /<title>(.*?)<\/title>/.exec(await answer.text())?.[1]

test.each([
  ['/', 'Home'],
  ['/?utm_source=poster', 'Home'],
  ['/events/senior-quiz', 'Senior Quiz'],
  ['/events/quiz-for-seniors', 'Senior Quiz'],
  ['/register', 'Register for the Senior Quiz'],
  ['/register?event=JuniorQuiz', 'Register for the Junior Quiz'],
  ['/register?x=1&event=JuniorQuiz', 'Register for the Junior Quiz'],
  ['/register?event=juniorquiz', 'Register for the Junior Quiz'],
  ['/register?event=Unknown', 'Register for the Senior Quiz'],
  ['/register?event=constructor', 'Register for the Senior Quiz'],
])('%s shows "%s"', async (path, title) => {
  const answer = await festival.request(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  expect(answer.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self'",
  )
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await titleOf(answer)).toBe(title)
})

test('keeps the page for private links out of caches, search results and referrers (14.48)', async () => {
  for (const path of ['/my-submission', '/my-submission?utm_source=mail']) {
    const { headers } = await festival.request(path)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  }
})

test('serves pages in the encodings that the browser accepts', async () => {
  const plain = await (await festival.request('/')).text()
  const ask = async (accept: string) => {
    const answer = await festival.request('/', { headers: { 'Accept-Encoding': accept } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('Content-Length')).toBe(String(bytes.length))
    return {
      encoding: answer.headers.get('Content-Encoding'),
      bytes,
      etag: answer.headers.get('ETag'),
    }
  }
  const brotli = await ask('gzip, deflate, br, zstd')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain)
  const gzipped = await ask('br;q=0, gzip;q=0.8')
  expect(gzipped.encoding).toBe('gzip')
  expect(gunzipSync(gzipped.bytes).toString()).toBe(plain)
  const identity = await ask('identity')
  expect(identity.encoding).toBeNull()
  expect(new Set([brotli.etag, gzipped.etag, identity.etag]).size).toBe(3)
})

test('returns 304 for a page that the browser already has', async () => {
  const headers = { 'Accept-Encoding': 'br' }
  const etag = (await festival.request('/', { headers })).headers.get('ETag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}-br"$/)
  for (const tag of [etag, `"other", W/${etag}`, '*']) {
    const answer = await festival.request('/', { headers: { ...headers, 'If-None-Match': tag } })
    expect([answer.status, await answer.text()]).toEqual([304, ''])
  }
  const other = await festival.request('/', { headers: { ...headers, 'If-None-Match': '"other"' } })
  expect(other.status).toBe(200)
})

test('lets browsers cache hashed files for a year and revalidate other files', async () => {
  const script = await festival.request('/assets/site-a1b2c3d4.js')
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const icon = await festival.request('/favicon.svg', { headers: { 'Accept-Encoding': 'br' } })
  expect(icon.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
  expect(icon.headers.get('Content-Encoding')).toBeNull()
  expect(icon.headers.get('Cache-Control')).toBe('no-cache')
})

test('serves the 404 page for unknown addresses', async () => {
  for (const path of [
    '/nothing',
    '/events',
    '/index.html',
    '/pages.json',
    '/assets/site-a1b2c3d4.js.br',
    '/%E0%A4%A',
  ]) {
    const answer = await festival.request(path)
    expect([path, answer.status, await titleOf(answer)]).toEqual([path, 404, 'Not here'])
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'",
    )
  }
  expect((await festival.request('/api/nothing')).headers.get('Content-Type')).toBe(
    'application/problem+json',
  )
})

test('redirects a trailing slash to the same path, never to another host', async () => {
  const answer = await festival.request('/events/senior-quiz/?from=poster')
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    308,
    '/events/senior-quiz?from=poster',
  ])
  expect((await festival.request('/register/?event=JuniorQuiz')).headers.get('Location')).toBe(
    '/register?event=JuniorQuiz',
  )
  for (const path of ['//elsewhere.test/', '/nothing/', '/\\elsewhere.test/']) {
    const refused = await festival.request(`https://cerebra.test${path}`)
    expect([path, refused.status, refused.headers.get('Location')]).toEqual([path, 404, null])
  }
})

test('responds to HEAD with headers only, and refuses other methods', async () => {
  const head = await festival.request('/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(100)
  const post = await festival.request('/', { method: 'POST' })
  expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  expect(post.headers.get('Content-Type')).toBe('application/problem+json')
  const toAnother = await festival.request('/events/senior-quiz/', { method: 'POST' })
  expect([toAnother.status, toAnother.headers.get('Location')]).toEqual([404, null])
  expect(await post.json()).toMatchObject({ code: 'method-not-allowed' })
  expect(post.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('explains that nothing was sent if a form is submitted without scripts', async () => {
  const send = (path: string) =>
    festival.request(path, {
      method: 'POST',
      headers: {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'email=asha%40students.test',
    })
  const answer = await send('/register?event=JuniorQuiz')
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(await titleOf(answer)).toBe('Not sent yet')
  expect((await send('/api/event-registrations')).headers.get('Content-Type')).toBe(
    'application/problem+json',
  )
})

test('loads nothing if the site has not been built, and refuses to start if a page is missing', async () => {
  expect(await loadSite(join(tmpdir(), 'no-such-folder'), testAddress)).toBeUndefined()
  const broken = await buildTestSite()
  const table = {
    standIn: 'https://address.invalid',
    pages: { '/': 'gone.html' },
    byQuery: {},
    notFound: '404.html',
    notSent: 'not-sent.html',
    shell: 'shell.html',
    csp: '',
  }
  await writeFile(join(broken.folder, 'pages.json'), JSON.stringify(table))
  await expect(loadSite(broken.folder, testAddress)).rejects.toThrow(
    'The built site has no gone.html',
  )
  await broken.remove()
})
