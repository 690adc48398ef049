import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { ApiError, toProblemResponse } from './api-error'
import { provideBodies, readJson } from './bodies'
import { defaultTimeouts, type Timeouts } from './bounds'
import { setNetwork } from './client-address'
import type { HttpEnvironment } from './environment'
import { createFairBudget } from './fair-budget'
import { type GracefulServer, serveGracefully } from './serve-gracefully'

let graceful: GracefulServer | undefined
afterEach(async () => {
  graceful?.server.closeAllConnections()
  await graceful?.close()
  graceful = undefined
})

const kib = 1024
const tooLarge = () => new ApiError('file-too-large', 'Too large.')

/**
 * A server with 100 KiB for all bodies. `/json` reads a body as a whole, and `/file` as it arrives.
 */
const start = async (changes: Partial<Timeouts> = {}) => {
  const timeouts = { ...defaultTimeouts, ...changes }
  const budget = createFairBudget({ total: 100 * kib, perAddress: 100 * kib })
  const app = new Hono<HttpEnvironment>()
  app.use(setNetwork(0))
  app.use(provideBodies(timeouts, budget))
  app.post('/json', async (context) => context.json(await readJson(context)))
  app.post('/file', async (context) => {
    const body = context.get('openBody')()
    let size = 0
    try {
      for await (const chunk of body.readChunks(60 * kib, tooLarge)) {
        size += chunk.length
      }
    } finally {
      body.release()
    }
    return context.text(`${size} bytes`)
  })
  app.onError((error) =>
    toProblemResponse(
      error instanceof ApiError ? error : new ApiError('unexpected', String(error)),
    ),
  )
  const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false })
  graceful = serveGracefully(timeouts, listener)
  graceful.server.listen(0, '127.0.0.1')
  await once(graceful.server, 'listening')
  const { port } = graceful.server.address() as AddressInfo
  return { port, budget }
}

interface Sender {
  socket: Socket
  received: () => string
  closed: Promise<unknown>
}

const send = async (
  port: number,
  path: string,
  announced: number,
  sent: number,
): Promise<Sender> => {
  const socket = connect(port, '127.0.0.1')
  let receivedText = ''
  socket.on('data', (chunk) => {
    receivedText += chunk
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: cerebra.test\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(sent, ' '))
  return { socket, received: () => receivedText, closed }
}

test('times out a JSON body that stops before its end', async () => {
  const { port, budget } = await start({ json: 100 })
  const { received, closed } = await send(port, '/json', 1_000, 999)
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request-timeout"/)
  expect(received()).toMatch(/^connection: close\r$/im)
  expect(budget.held()).toBe(0)
})

test('times out an upload that makes no progress, but not a slow one', async () => {
  // Much longer than the pauses of the slow client, so that a busy machine does not cause a
  // timeout.
  const { port, budget } = await start({ stalledUpload: 1_500 })
  const stalled = await send(port, '/file', 1_000, 999)
  const slow = await send(port, '/file', 1_000, 0)
  for (let count = 0; count < 20; count += 1) {
    await pause(100)
    slow.socket.write(Buffer.alloc(50, ' '))
  }
  await stalled.closed
  expect(stalled.received()).toMatch(/^HTTP\/1\.1 408 /)
  await expect.poll(slow.received).toContain('1000 bytes')
  expect(budget.held()).toBe(0)
})

test('evicts the slowest unfinished bodies, and asks their senders to retry', async () => {
  const { port, budget } = await start()
  const stalled = [
    await send(port, '/file', 60 * kib, 59 * kib),
    await send(port, '/json', 30 * kib, 1),
    await send(port, '/file', 30 * kib, 10 * kib),
  ]
  await pause(1_100)
  const newcomers = await Promise.all([
    send(port, '/file', 40 * kib, 40 * kib),
    send(port, '/file', 40 * kib, 40 * kib),
  ])
  for (const { received } of newcomers) {
    await expect.poll(received).toContain(`${40 * kib} bytes`)
  }
  const receivedByStalled = () => stalled.map(({ received }) => received()).join('')
  await expect.poll(receivedByStalled).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5/i)
  expect(budget.held()).toBeLessThanOrEqual(100 * kib)
})

test('sends a refusal in the middle of a body and keeps the connection usable', async () => {
  const { port } = await start()
  const { socket, received } = await send(port, '/file', 8_000 * kib, 90 * kib)
  await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /)
  socket.write(Buffer.alloc(7_910 * kib))
  socket.write(
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\ntrue',
  )
  await expect.poll(received).toMatch(/HTTP\/1\.1 200 [\s\S]*true$/)
})

test('closes the connection if the rest of a refused body does not arrive in time', async () => {
  const { port } = await start({ drain: 200 })
  const { received, closed } = await send(port, '/file', 8_000 * kib, 90 * kib)
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 413 /)
})

test.each(['/json', '/file'])('refuses a body for %s that arrives byte by byte', async (path) => {
  const { port } = await start()
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  socket.write('1\r\nx\r\n'.repeat(900))
  await pause(100)
  expect(received).toBe('')
  socket.write('1\r\nx\r\n'.repeat(200))
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

const createScene = (bounds: { total: number; perAddress: number }) => {
  let time = 0
  const evicted: string[] = []
  const budget = createFairBudget({ ...bounds, now: () => time })
  const pass = (ms: number) => {
    time += ms
  }
  const open = (name: string, bytes: number, address = 'campus') => {
    const holder = budget.open({ address, evict: () => evicted.push(name) })
    return { ...holder, isIn: holder.take(bytes) }
  }
  return { evicted, pass, open }
}

test('evicts the slowest upload from an address that exceeds its share', () => {
  const { open, pass, evicted } = createScene({ total: 1_000, perAddress: 100 })
  const stalled = open('stalled', 60)
  const phone = open('phone', 30)
  stalled.reportProgress(60)
  for (let second = 0; second < 5; second += 1) {
    pass(1_000)
    phone.reportProgress(6)
  }
  expect(open('newcomer', 50).isIn).toBe(true)
  expect([stalled.take(1), phone.take(5)]).toEqual([false, true])
  expect(evicted).toEqual(['stalled'])
})

test('evicts an upload from the address with the most bytes when the total is used up', () => {
  const { open, pass, evicted } = createScene({ total: 100, perAddress: 80 })
  open('neighbour', 20)
  for (const name of ['first', 'second', 'third', 'fourth']) {
    open(name, 20, 'flooder')
  }
  pass(2_000)
  expect(open('newcomer', 20).isIn).toBe(true)
  expect(evicted).toEqual(['first'])
})

test('does not evict uploads that have just begun or are complete', () => {
  const { open, pass, evicted } = createScene({ total: 100, perAddress: 100 })
  open('settled', 50).settle()
  pass(5_000)
  open('young', 50)
  pass(900)
  expect(open('newcomer', 10).isIn).toBe(false)
  expect(evicted).toEqual([])
  pass(100)
  expect(open('newcomer', 10).isIn).toBe(true)
  expect(evicted).toEqual(['young'])
})
