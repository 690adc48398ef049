import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../tests/support/test-store'
import { readConfig } from '../config/config'
import { defaultTimeouts } from '../http/bounds'
import { type RunningServer, startServer } from './start'

let folder: string
let tables: TestStore
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-attacks-'))
  tables = await createTestStore(folder)
  const config = readConfig({ DATA_DIR: folder, SITE_DIR: join(folder, 'no-site'), LOG_LEVEL: 'silent' })
  const timeouts = { ...defaultTimeouts, head: 500, request: 1_000, keepAlive: 500, check: 100 }
  server = await startServer({ ...config, port: 0, store: tables.store }, timeouts)
})
afterAll(async () => {
  await server.stop()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Speaks to the server until it hangs up, and gives all that it said. */
const talk = (speak: (socket: Socket) => Promise<void> | void): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    const socket = connect(server.address.port, '127.0.0.1', () => void speak(socket))
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })

const expectAlive = async () => {
  expect((await fetch(`http://127.0.0.1:${server.address.port}/healthz`)).status).toBe(200)
}

test('two hundred connections that trickle their headers are let go, and others are served meanwhile', async () => {
  const trickle = async (socket: Socket) => {
    socket.write('POST /api/event-registrations HTTP/1.1\r\nHost: cerebra.test\r\n')
    for (let count = 0; count < 100 && !socket.destroyed; count += 1) {
      socket.write(`X-${count}: a\r\n`)
      await pause(50)
    }
  }
  const all = Array.from({ length: 200 }, () => talk(trickle))
  await expectAlive()
  const said = await Promise.all(all)
  for (const words of said) expect(words).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
  await expectAlive()
})

test('a flood of headers is refused before it is read', async () => {
  const said = await talk((socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: cerebra.test\r\n')
    for (let count = 0; count < 2_000; count += 1) socket.write(`X-${count}: ${'a'.repeat(100)}\r\n`)
    socket.write('\r\n')
  })
  expect(said).toMatch(/^HTTP\/1\.1 431 /)
  await expectAlive()
})

test.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 60'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
  ['a chunking that is none', 'Transfer-Encoding: xchunked'],
])('a request that two servers could read in two ways is refused: %s', async (_name, headers) => {
  const said = await talk((socket) => {
    socket.write(
      `POST /api/coupons/check HTTP/1.1\r\nHost: cerebra.test\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\nGET /readyz HTTP/1.1\r\nHost: cerebra.test\r\n\r\n`,
    )
  })
  expect(said).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(said).not.toContain('"ready"')
})

test.each([
  ['two hosts', 'Host: cerebra.test\r\nHost: elsewhere.test'],
  ['the same host twice', 'Host: cerebra.test\r\nhost: cerebra.test'],
  ['no host', 'X-Host: cerebra.test'],
  ['an empty host', 'Host:'],
  ['a host with a path', 'Host: cerebra.test/path'],
  ['a host with a user', 'Host: user@cerebra.test'],
  ['two hosts in one', 'Host: cerebra.test, elsewhere.test'],
  ['a host with a space', 'Host: cerebra test'],
  ['a port that is none', 'Host: cerebra.test:x'],
])('%s: a request that does not name one host is refused', async (_name, headers) => {
  const said = await talk((socket) => {
    socket.write(`GET /healthz HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
  })
  expect(said).toMatch(/^HTTP\/1\.1 400 /)
  // What does not even name a host is refused by Node itself.
  if (headers.startsWith('Host')) expect(said).toMatch(/^x-content-type-options: nosniff\r$/im)
})

test.each(['cerebra.test', 'cerebra.test:443', '127.0.0.1:3000', '[::1]:3000', 'a_b.test'])(
  '%s is a host',
  async (host) => {
    const said = await talk((socket) => {
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    })
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
  },
)
