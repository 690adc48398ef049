import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { bounds, defaultTimeouts, type Timeouts } from './bounds'
import { type GracefulServer, serveGracefully } from './serve-gracefully'

let graceful: GracefulServer
afterEach(async () => {
  graceful.server.closeAllConnections()
  await graceful.close()
})

const start = async (answer: RequestListener, changes: Partial<Timeouts>) => {
  graceful = serveGracefully({ ...defaultTimeouts, ...changes }, answer)
  graceful.server.listen(0, '127.0.0.1')
  await once(graceful.server, 'listening')
  const { port } = graceful.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** More than the buffers of client and server can hold. */
const large = Buffer.alloc(64 * 1024 * 1024)
const get = 'GET / HTTP/1.1\r\nHost: cerebra.test\r\n\r\n'

const countConnections = () =>
  new Promise<number>((resolve, reject) => {
    graceful.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

test('drops a response that the client does not read', async () => {
  const socket = await start((_, outgoing) => void outgoing.end(large), { stalledResponse: 300 })
  socket.pause()
  socket.write(get)
  expect(await countConnections()).toBe(1)
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(0)
})

test('delivers a complete response to a slow client', async () => {
  // The pauses add up to more than this limit, but each pause is much shorter.
  const socket = await start((_, outgoing) => void outgoing.end(large), { stalledResponse: 2_000 })
  let size = 0
  socket.on('data', async (chunk) => {
    size += chunk.length
    if (Math.floor(size / 8e6) === Math.floor((size - chunk.length) / 8e6)) {
      return
    }
    socket.pause()
    await pause(300)
    socket.resume()
  })
  socket.write(get.replace('Host', 'Connection: close\r\nHost'))
  await once(socket, 'close')
  expect(size).toBeGreaterThan(large.length)
})

test('waits for a response that takes a long time to prepare', async () => {
  const socket = await start(
    async (_, outgoing) => {
      await pause(500)
      outgoing.end('late')
    },
    { stalledResponse: 100 },
  )
  socket.write(get)
  expect(String(await once(socket, 'data'))).toMatch(/late$/)
})

test('stops without waiting for clients that no longer send or read', async () => {
  const stalledReader = await start(
    (incoming, outgoing) => void (incoming.method === 'GET' && outgoing.end(large)),
    {
      stalledAtStop: 100,
    },
  )
  stalledReader.pause()
  stalledReader.write(get)
  const { port } = graceful.server.address() as AddressInfo
  const stalledSender = connect(port, '127.0.0.1')
  stalledSender.on('error', () => {})
  stalledSender.write('POST / HTTP/1.1\r\nHost: cerebra.test\r\nContent-Length: 10\r\n\r\nhalf')
  await pause(100)
  await graceful.close()
  expect(graceful.server.listening).toBe(false)
})

test('stops when all requests are answered, without waiting for slow senders', async () => {
  const working = await start(
    async (incoming, outgoing) => {
      if (incoming.method === 'POST') {
        return
      }
      await pause(700)
      outgoing.end('done')
    },
    { stalledAtStop: 200, stop: 300 },
  )
  working.write(get)
  const { port } = graceful.server.address() as AddressInfo
  const trickling = connect(port, '127.0.0.1')
  trickling.on('error', () => {})
  trickling.write('POST / HTTP/1.1\r\nHost: cerebra.test\r\nContent-Length: 1000\r\n\r\n')
  const dripping = setInterval(() => trickling.write('.'), 50)
  const received = once(working, 'data')
  await pause(100)
  await graceful.close()
  clearInterval(dripping)
  expect(String(await received)).toMatch(/done$/)
})

test('serves several requests in one packet, but drops a connection that sends thousands', async () => {
  let answered = 0
  const answer: RequestListener = async (_, outgoing) => {
    answered += 1
    await pause(1)
    outgoing.end('yes')
  }
  const flooding = await start(answer, {})
  const closed = new Promise((done) => flooding.resume().once('close', done))
  flooding.write(get.repeat(3_000))
  await closed
  expect(answered).toBeLessThan(100)
  const { port } = graceful.server.address() as AddressInfo
  const modest = connect(port, '127.0.0.1')
  let received = ''
  modest.on('data', (chunk) => {
    received += chunk
  })
  modest.write(get.repeat(bounds.unanswered))
  await expect
    .poll(() => received.split('yes').length - 1, { timeout: 10_000 })
    .toBe(bounds.unanswered)
  modest.destroy()
})

test('creates no stack trace per request when it drops a flooding connection', async () => {
  const stacks: string[] = []
  const socket = await start((incoming) => {
    incoming.once('error', ({ stack = '' }) => stacks.push(stack))
  }, {})
  socket.write(
    get.replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n').repeat(3_000),
  )
  await new Promise((done) => socket.once('close', done))
  expect(stacks).toHaveLength(bounds.unanswered)
  expect(stacks.filter((stack) => /\n\s+at /.test(stack))).toEqual([])
  expect(new Error('afterwards').stack).toMatch(/\n\s+at /)
})
