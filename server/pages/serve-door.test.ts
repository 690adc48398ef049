import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import type { ClientSite } from './serve-client'
import { loadDoor } from './serve-door'

let folder: string
let door: ClientSite | undefined
let festival: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-door-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Door</title>')
  await writeFile(join(folder, 'sw.js'), 'void 0')
  await writeFile(join(folder, 'assets/zxing_reader-a1b2c3d4.wasm'), 'wasm')
  door = await loadDoor(folder)
  festival = await createTestApp({ door, env: { ORGANISERS: 'asha@college.example=admin' } })
})
afterAll(async () => {
  await festival.close()
  await rm(folder, { recursive: true })
})

test('lets only the door page use the camera and WebAssembly (21.51)', async () => {
  const { status, headers } = await festival.request('/door')
  expect(status).toBe(200)
  expect(headers.get('Permissions-Policy')).toBe(
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  )
  expect(headers.get('Content-Security-Policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  const other = await festival.request('/api/state')
  expect(other.headers.get('Permissions-Policy')).toContain('camera=()')
})

test('serves the door page’s service worker with the scope /door (21.51)', async () => {
  const { headers } = await festival.request('/door/sw.js')
  expect(headers.get('Service-Worker-Allowed')).toBe('/door')
  expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('no-cache')
})

test('serves the decoder as WebAssembly that browsers can cache for a year (21.51)', async () => {
  const { headers } = await festival.request('/door/assets/zxing_reader-a1b2c3d4.wasm')
  expect(headers.get('Content-Type')).toBe('application/wasm')
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
})

test('serves nothing else below /door (21.51)', async () => {
  expect((await festival.request('/door/other')).status).toBe(404)
  expect((await festival.request('/doors')).status).toBe(404)
  expect((await festival.request('/door', { method: 'POST' })).status).toBe(404)
})

test('does not serve the door page if ORGANISERS is not set (21.51)', async () => {
  const closed = await createTestApp({ door })
  expect((await closed.request('/door')).status).toBe(404)
  await closed.close()
})
