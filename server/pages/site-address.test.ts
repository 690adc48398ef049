import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app'
import { buildTestSite, type TestSite, testAddress } from '../../tests/support/test-site'
import { loadSite } from './site'

let built: TestSite
beforeAll(async () => {
  built = await buildTestSite()
})
afterAll(() => built.remove())

const paths = ['/', '/events/senior-quiz', '/nowhere', '/shell.html', '/robots.txt', '/sitemap.xml']

const readAll = async (publicUrl: string, isPublic: boolean) => {
  const site = await loadSite(built.folder, { publicUrl, isPublic })
  const festival = await createTestApp({ site, env: { PUBLIC_URL: publicUrl } })
  const read = async (path: string, encoding: string) => {
    const answer = await festival.request(path, { headers: { 'Accept-Encoding': encoding } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { bytes, etag: answer.headers.get('ETag') ?? '' }
  }
  const pages = new Map<string, string>()
  for (const path of paths) {
    const plain = (await read(path, 'identity')).bytes.toString()
    const brotli = brotliDecompressSync((await read(path, 'br')).bytes).toString()
    const gzipped = gunzipSync((await read(path, 'gzip')).bytes).toString()
    expect([brotli, gzipped]).toEqual([plain, plain])
    pages.set(path, plain)
  }
  const { etag } = await read('/', 'identity')
  const shellTag = (await read('/shell.html', 'identity')).etag
  const worker = (await read('/sw.js', 'br')).bytes
  await festival.close()
  return { pages, etag, shellTag, worker: brotliDecompressSync(worker).toString() }
}

test('serves one build at any address, in every encoding (20.1)', async () => {
  const addresses = ['http://127.0.0.1:3000', 'https://fest.test', 'https://other.test']
  for (const address of addresses) {
    const { pages } = await readAll(address, address.startsWith('https:'))
    for (const [path, text] of pages) {
      expect(text, path).toContain(`${address}/`)
      expect(text, path).not.toContain('address.invalid')
      for (const other of addresses.filter((name) => name !== address)) {
        expect(text, path).not.toContain(other)
      }
    }
  }
})

test('marks pages as public only at a public address (20.2)', async () => {
  const { pages } = await readAll('https://fest.test', true)
  expect(pages.get('/')).toContain('<html lang="en-IN" data-public>')
  const local = await readAll('http://127.0.0.1:3000', false)
  expect(local.pages.get('/')).toContain('<html lang="en-IN">')
})

test('at a new address, pages have new ETags and the offline shell a new revision (20.3)', async () => {
  const first = await readAll('https://fest.test', true)
  const again = await readAll('https://fest.test', true)
  const moved = await readAll('https://other.test', true)
  expect([again.etag, again.worker]).toEqual([first.etag, first.worker])
  expect(moved.etag).not.toBe(first.etag)
  for (const { worker, shellTag } of [first, moved]) {
    expect(worker).toContain(`revision: ${shellTag}`)
    expect(worker).not.toContain('revision-of-the-shell')
  }
  expect(moved.worker).not.toBe(first.worker)
})

test('refuses a site whose build contains an address (20.10)', async () => {
  const old = await buildTestSite()
  const file = join(old.folder, 'pages.json')
  const table = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...table, standIn: undefined }))
  await expect(loadSite(old.folder, testAddress)).rejects.toThrow(
    'was written by the build of a different version. Build the site again',
  )
  await old.remove()
})

test('the better compression does not replace newer pages (20.4)', async () => {
  const site = await loadSite(built.folder, { publicUrl: 'https://fest.test', isPublic: true })
  const home = site?.screens.find(({ address }) => address === '/')
  if (!site || !home) {
    return expect.unreachable('the small site has a home page')
  }
  const before = site.find('/events/senior-quiz', '')
  const compressing = site.compressBetter()
  home.replace({ ...home.built, hash: 'newer' })
  await compressing
  expect(site.find('/', '')?.hash).toBe('newer')
  const after = site.find('/events/senior-quiz', '')
  expect(after).not.toBe(before)
  expect(brotliDecompressSync(after?.encoded.br ?? '').toString()).toBe(
    new TextDecoder().decode(before?.plain),
  )
})

test('compresses only changed pages again (20.4)', async () => {
  const site = await loadSite(built.folder, { publicUrl: 'https://fest.test', isPublic: true })
  const home = site?.screens.find(({ address }) => address === '/')
  if (!site || !home) {
    return expect.unreachable('the small site has a home page')
  }
  await site.compressBetter()
  const unchanged = site.find('/', '')
  const event = site.find('/events/senior-quiz', '')
  home.replace({ ...home.built })
  await site.compressBetter()
  expect(site.find('/', '')).toBe(unchanged)
  home.replace({ ...home.built, hash: 'newer' })
  await site.compressBetter()
  expect(site.find('/', '')).not.toBe(unchanged)
  expect(site.find('/events/senior-quiz', '')).toBe(event)
})
