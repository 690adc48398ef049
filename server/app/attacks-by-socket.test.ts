import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePng } from '../../tests/support/files'
import { type ServedApp, serveApp, uploadTo } from '../../tests/support/served-app'
import { defaultTimeouts } from '../http/bounds'

let server: ServedApp
beforeAll(async () => {
  server = await serveApp(
    {},
    { ...defaultTimeouts, head: 500, request: 1_000, keepAlive: 500, check: 100 },
  )
})
afterAll(() => server.remove())

const expectAlive = async () => expect((await fetch(`${server.address}/healthz`)).status).toBe(200)

test('times out 200 connections that trickle headers, while serving other requests', async () => {
  const trickle = async (socket: Socket) => {
    socket.write('POST /api/event-registrations HTTP/1.1\r\nHost: cerebra.test\r\n')
    for (let count = 0; count < 100 && !socket.destroyed; count += 1) {
      socket.write(`X-${count}: a\r\n`)
      await pause(50)
    }
  }
  const all = Array.from({ length: 200 }, () => server.exchangeRaw(trickle))
  await expectAlive()
  const responseText = await Promise.all(all)
  for (const words of responseText) {
    expect(words).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
  }
  await expectAlive()
})

test('rejects a flood of headers with 431 and non-HTTP input with 400', async () => {
  const flood = Array.from(
    { length: 2_000 },
    (_, count) => `X-${count}: ${'a'.repeat(100)}\r\n`,
  ).join('')
  const responseText = await server.exchangeRaw((socket) =>
    socket.write(`GET /healthz HTTP/1.1\r\nHost: cerebra.test\r\n${flood}\r\n`),
  )
  expect(responseText).toMatch(/^HTTP\/1\.1 431 /)
  expect(
    await server.exchangeRaw((socket) => socket.write('\u0016\u0003\u0001 hello\r\n\r\n')),
  ).toMatch(/^HTTP\/1\.1 400 /)
  await expectAlive()
})

test.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 60'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
  ['an unknown transfer encoding', 'Transfer-Encoding: xchunked'],
])('rejects a request with an ambiguous length: %s', async (_name, headers) => {
  const responseText = await server.exchangeRaw((socket) =>
    socket.write(
      `POST /api/coupons/check HTTP/1.1\r\nHost: cerebra.test\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\nGET /readyz HTTP/1.1\r\nHost: cerebra.test\r\n\r\n`,
    ),
  )
  expect(responseText).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(responseText).not.toContain('"ready"')
})

const askWith = (headers: string) =>
  server.exchangeRaw((socket) =>
    socket.write(`GET /healthz HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`),
  )

test.each([
  ['two hosts', 'Host: cerebra.test\r\nHost: elsewhere.test'],
  ['the same host twice', 'Host: cerebra.test\r\nhost: cerebra.test'],
  ['no host', 'X-Host: cerebra.test'],
  ['an empty host', 'Host:'],
  ['a host with a path', 'Host: cerebra.test/path'],
  ['a host with a user', 'Host: user@cerebra.test'],
  ['two hosts in one', 'Host: cerebra.test, elsewhere.test'],
  ['a host with a space', 'Host: cerebra test'],
  ['an invalid port', 'Host: cerebra.test:x'],
])('rejects a request with %s', async (_name, headers) => {
  const responseText = await askWith(headers)
  expect(responseText).toMatch(/^HTTP\/1\.1 400 /)
  // Node itself refuses a request without a Host header.
  if (headers.startsWith('Host')) {
    expect(responseText).toMatch(/^x-content-type-options: nosniff\r$/im)
  }
})

test.each(['cerebra.test', 'cerebra.test:443', '127.0.0.1:3000', '[::1]:3000', 'a_b.test'])(
  'accepts the Host header %s',
  async (host) => expect(await askWith(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /),
)

const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const rest =
  '\r\n--b\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\npayment\r\n--b--\r\n'
const uploadHead = (headers: string) =>
  `POST /image/upload HTTP/1.1\r\nHost: cerebra.test\r\nContent-Type: multipart/form-data; boundary=b\r\n${headers}\r\n`
const countFiles = async () => (await server.files.names()).length

test('accepts a picture that arrives byte by byte', async () => {
  const body = Buffer.concat([Buffer.from(filePart), makePng(), Buffer.from(rest)])
  const responseText = await server.exchangeRaw((socket) => {
    socket.write(uploadHead(`Content-Length: ${body.length}\r\nConnection: close\r\n`))
    for (const byte of body) {
      socket.write(Buffer.from([byte]))
    }
  })
  expect(responseText).toMatch(/^HTTP\/1\.1 200 /)
})

test('stores nothing if the connection breaks during an upload', async () => {
  const before = await countFiles()
  const responseText = await server.exchangeRaw((socket) => {
    socket.write(uploadHead('Content-Length: 100000\r\n') + filePart)
    socket.write(makePng({ bytes: 50_000 }))
    setTimeout(() => socket.destroy(), 50)
  })
  expect(responseText).toBe('')
  expect((await uploadTo(server.address, makePng())).status).toBe(200)
  expect(await countFiles()).toBe(before + 1)
})

test.each([
  ['a file', filePart],
  ['text before the first part', ''],
  ['the header of a part', '--b\r\nContent-Disposition: form-data; name="file"; filename="'],
  ['text after the last part', `${filePart}x${rest}`],
])('responds to an endless upload and closes the connection: %s', async (_, beginning) => {
  const before = await countFiles()
  let written = 0
  const responseText = await server.exchangeRaw((socket) => {
    const sendChunk = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
    socket.write(uploadHead('Transfer-Encoding: chunked\r\n'))
    if (beginning) {
      sendChunk(beginning)
    }
    const filler = 'a'.repeat(65_536)
    const sendMore = () => {
      while (!socket.destroyed) {
        written += filler.length
        // Ten times the limit. If the server reads this much, the expectations below fail.
        if (written > 40 * 1024 * 1024) {
          socket.destroy()
        } else if (!sendChunk(filler)) {
          return
        }
      }
    }
    socket.on('drain', sendMore)
    sendMore()
  })
  expect(responseText).toMatch(/^HTTP\/1\.1 (400|413) /)
  expect(await countFiles()).toBe(before)
  await expectAlive()
})
