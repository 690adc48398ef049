import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import type { ClientSite } from './serve-client'
import { loadDesk } from './serve-desk'

let folder: string
let desk: ClientSite | undefined
let festival: TestApp
let closed: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-desk-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Desk</title>')
  await writeFile(join(folder, 'theme.js'), 'void 0')
  await writeFile(join(folder, 'assets/entry-a1b2c3d4.js'), 'export {}')
  desk = await loadDesk(folder)
  festival = await createTestApp({ desk, env: { ORGANISERS: 'asha@college.example=admin' } })
  closed = await createTestApp({ desk })
})
afterAll(async () => {
  await festival.close()
  await closed.close()
  await rm(folder, { recursive: true })
})

test.each(['/desk', '/desk/sign-in', '/desk/entries/4', '/desk/?state=submitted'])(
  'serves the desk’s document at %s, neither cached nor indexed',
  async (path) => {
    const answer = await festival.request(path)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      '<!doctype html><title>Desk</title>',
    ])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(answer.headers.get('Content-Security-Policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'",
    )
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('unsafe-inline')
  },
)

test('lets browsers cache the desk’s scripts for a year, and returns 404 for missing ones', async () => {
  const script = await festival.request('/desk/assets/entry-a1b2c3d4.js')
  expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect((await festival.request('/desk/assets/other.js')).status).toBe(404)
  expect((await festival.request('/desk', { method: 'POST' })).status).toBe(404)
  expect((await festival.request('/desks')).status).toBe(404)
})

test('serves no desk if ORGANISERS is not set', async () => {
  for (const path of [
    '/desk',
    '/desk/sign-in',
    '/desk/theme.js',
    '/desk/assets/entry-a1b2c3d4.js',
  ]) {
    expect((await closed.request(path)).status).toBe(404)
  }
})

test('loads no desk if it has not been built', async () => {
  expect(await loadDesk(join(folder, 'assets'))).toBeUndefined()
})
