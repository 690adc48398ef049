import { connect, type Socket } from 'node:net'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePng } from '../../tests/support/files'
import { makeFolder } from '../../tests/support/make-folder'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { createLog } from '../app/log'
import { ApiError, toProblemResponse } from '../http/api-error'
import { bounds as serverBounds } from '../http/bounds'
import { setNetwork } from '../http/client-address'
import type { HttpEnvironment } from '../http/environment'
import { createDownloads } from './downloads'
import type { FileStore } from './file-store'
import { openDiskStore } from './open-file-store'

/** More than the socket buffers of the system can hold for a client that does not read. */
const largest = 16 * 1024 * 1024
const picture = makePng({ bytes: largest })
const bounds = { ...serverBounds.downloads, total: 20 }

let festival: TestApp
let folder: string
let server: ServerType
let port: number
let path: string
let sockets: Socket[]
let streams: Set<Readable>
let read: number
let failures: string[]
let change: (stream: Readable) => Readable

const watch = (store: FileStore): FileStore => ({
  ...store,
  async open(name) {
    const file = await store.open(name)
    if (!file) {
      return undefined
    }
    const { stream } = file
    streams.add(stream)
    stream.on('close', () => streams.delete(stream))
    stream.on('data', (piece: Buffer) => {
      read += piece.length
    })
    stream.pause()
    return { ...file, stream: change(stream) }
  },
})

beforeEach(async () => {
  streams = new Set()
  read = 0
  failures = []
  sockets = []
  change = (stream) => stream
  folder = await makeFolder()
  const store = openDiskStore(folder)
  festival = await createTestApp({ fileStore: store })
  path = new URL(await festival.upload('payment')).pathname
  await store.write(basename(path), picture)
  const { db } = festival
  await db.updateTable('upload').set({ bytes: largest }).execute()
  const log = createLog('error', { write: (line) => failures.push(line) })
  const app = new Hono<HttpEnvironment>()
  app.use(setNetwork(0))
  const downloads = createDownloads({ db, files: watch(store), log, bounds })
  app.get('/files/:name', downloads.serve)
  // The desk and private links serve files in this way.
  app.get('/proof', async (c) => {
    const upload = await db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
    return (await downloads.send(c, upload)) ?? c.notFound()
  })
  app.onError((error) =>
    error instanceof ApiError ? toProblemResponse(error) : Promise.reject(error),
  )
  server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  for (const socket of sockets) {
    socket.destroy()
  }
  await new Promise((resolve) => server.close(resolve))
  await festival.close()
})

const askWithoutReading = (localAddress: string) => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: cerebra.test\r\n\r\n`)
  sockets.push(socket)
}

const readWhole = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return [answer.status, Buffer.from(await answer.arrayBuffer()).equals(picture)]
}

/** Waits longer than a busy machine needs. The caller asserts the condition. */
const until = async (condition: () => boolean) => {
  for (let round = 0; round < 3_000 && !condition(); round += 1) {
    await sleep(10)
  }
}

test('serves a new reader while sixty connections are not reading', async () => {
  for (let host = 1; host <= 6; host += 1) {
    for (let number = 0; number < 10; number += 1) {
      askWithoutReading(`127.0.0.${host}`)
    }
  }
  await until(() => streams.size === 20)
  await sleep(1_200)
  expect(streams.size).toBeLessThanOrEqual(20)
  // The last connection may have just replaced another one.
  await until(() => streams.size === 20)
  expect(streams.size).toBe(20)
  expect(await readWhole()).toEqual([200, true])
  await until(() => streams.size === 19)
  expect(streams.size).toBe(19)
})

test('limits a network to eight idle readers, and still serves a ninth that reads', async () => {
  for (let number = 0; number < 12; number += 1) {
    askWithoutReading('127.0.0.1')
  }
  await until(() => streams.size === 8)
  expect(streams.size).toBe(8)
  // Connections fill their own buffers, but the rest of each file is not read ahead.
  expect(read).toBeLessThan(12 * largest)
  await sleep(1_200)
  expect(await readWhole()).toEqual([200, true])
  await until(() => streams.size === 7)
  expect(streams.size).toBe(7)
})

test('closes every file when its client disconnects', async () => {
  for (let number = 0; number < 5; number += 1) {
    askWithoutReading('127.0.0.1')
  }
  await until(() => streams.size === 5)
  for (const socket of sockets) {
    socket.destroy()
  }
  await until(() => streams.size === 0)
  expect(streams.size).toBe(0)
  expect(failures).toEqual([])
})

/** Closes the connection after receiving this many bytes. */
const leaveAfter = (bytes: number) =>
  new Promise<void>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    sockets.push(socket)
    let arrived = 0
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('data', (piece: Buffer) => {
      const headEnd = piece.indexOf('\r\n\r\n')
      arrived += arrived === 0 && headEnd > 0 ? piece.length - headEnd - 4 : piece.length
      if (arrived >= bytes) {
        socket.destroy()
      }
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: cerebra.test\r\n\r\n`)
  })

test.each([
  ['in the middle', 0.5],
  ['right after the end', 1],
])('logs no error when a client disconnects %s of a proof', async (_, part) => {
  const proof = makePng({ bytes: 400_000 })
  path = new URL(await festival.upload('payment', proof)).pathname
  for (let round = 0; round < 60; round += 1) {
    await leaveAfter(part * proof.length)
  }
  await until(() => streams.size === 0)
  expect(streams.size).toBe(0)
  expect(failures).toEqual([])
})

test.each(['its own address', 'the desk'])(
  'HEAD at %s returns the size and leaves no file open',
  async (at) => {
    const address = at === 'the desk' ? '/proof' : path
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('Content-Length')]).toEqual([200, String(largest)])
    await until(() => streams.size === 0)
    expect([streams.size, read]).toEqual([0, 0])
  },
)

test('returns 503 if a file’s size differs from its row', async () => {
  await festival.db
    .updateTable('upload')
    .set({ bytes: largest + 1 })
    .execute()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  await until(() => streams.size === 0)
  expect(streams.size).toBe(0)
})

test.each<[string, (stream: Readable) => AsyncIterable<Buffer>]>([
  [
    'fails',
    async function* (stream) {
      for await (const piece of stream) {
        yield piece
        throw new Error('The disk broke')
      }
    },
  ],
  [
    'ends too soon',
    async function* (stream) {
      for await (const piece of stream) {
        yield piece
        return
      }
    },
  ],
])('drops the connection if the store %s in the middle of a file', async (_, cut) => {
  change = (stream) => Readable.from(cut(stream))
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await until(() => streams.size === 0)
  expect(streams.size).toBe(0)
  expect(failures.join('')).toContain('a stored file could not be sent completely')
})
