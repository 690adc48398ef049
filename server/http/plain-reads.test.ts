import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PlainReads, readPlainly, takePlainReads } from './plain-reads'

let server: Server
let reads: PlainReads
let port = 0
let plainly: string[]
let fully: string[]
beforeEach(async () => {
  plainly = []
  fully = []
  server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming) body += part
    fully.push(`${incoming.method} ${incoming.url} ${body}`.trim())
    outgoing.end(`fully ${incoming.url}`)
  })
  reads = takePlainReads(server, 300, ({ url }) => {
    if (!url.startsWith('/page')) return undefined
    plainly.push(url)
    const body = url === '/page/large' ? 'x'.repeat(5_000_000) : `plainly ${url}`
    return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  reads.close()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: festival.test\r\n${headers}\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: festival.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`

interface Visitor {
  socket: Socket
  heard: () => string
}

const visit = async (): Promise<Visitor> => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return { socket, heard: () => text }
}

/** Sends the parts one after the other, each once the words before it were heard, and waits for the last words. */
const converse = async ({ socket, heard }: Visitor, ...parts: [sent: string, heard: string][]) => {
  for (const [sent, words] of parts) {
    socket.write(sent)
    await expect.poll(heard).toContain(words)
  }
}

test('plain reads on one connection are all answered before Node’s server sees them', async () => {
  const visitor = await visit()
  const headers = 'Connection: keep-alive\r\nAccept-Encoding: gzip, br\r\nAccept-Language: ta-IN\r\n'
  await converse(visitor, [get('/page/1', headers), 'plainly /page/1'], [get('/page/2'), 'plainly /page/2'])
  expect(plainly).toEqual(['/page/1', '/page/2'])
  expect(fully).toEqual([])
})

test('a form after pages, on the same connection, arrives whole, and what follows it as well', async () => {
  const visitor = await visit()
  await converse(
    visitor,
    [get('/page/1'), 'plainly /page/1'],
    [post('/form', 'name=Asha'), 'fully /form'],
    [get('/page/2'), 'fully /page/2'],
  )
  expect(fully).toEqual(['POST /form name=Asha', 'GET /page/2'])
})

test('a request that comes in pieces is put together by Node’s server', async () => {
  const visitor = await visit()
  const whole = post('/form', 'name=Asha&team=Test')
  for (const part of [whole.slice(0, 3), whole.slice(3, 60), whole.slice(60, -5), whole.slice(-5)]) {
    visitor.socket.write(part)
    await new Promise((wait) => setTimeout(wait, 20))
  }
  await expect.poll(visitor.heard).toContain('fully /form')
  expect(fully).toEqual(['POST /form name=Asha&team=Test'])
})

test('requests that come without waiting for answers are answered in their order', async () => {
  const visitor = await visit()
  visitor.socket.write(get('/page/1') + get('/other') + get('/page/2'))
  await expect
    .poll(() => visitor.heard().match(/fully [/a-z0-9]+/g))
    .toEqual(['fully /page/1', 'fully /other', 'fully /page/2'])
})

test('a visitor that asks on and on without reading is not answered into memory', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  for (let index = 0; index < 20; index += 1) {
    socket.write(get('/page/large'))
    await new Promise((wait) => setTimeout(wait, 5))
  }
  expect(plainly.length).toBeLessThanOrEqual(2)
  socket.destroy()
})

test('a silent connection is let go, and so are all when the server closes', async () => {
  const silent = await visit()
  await converse(silent, [get('/page/1'), 'plainly /page/1'])
  await once(silent.socket, 'close')
  const second = await visit()
  await converse(second, [get('/page/2'), 'plainly /page/2'])
  reads.close()
  await once(second.socket, 'close')
})

test('a read says what it takes and what it knows', () => {
  const read = readPlainly(Buffer.from(get('/a?b=c', 'accept-encoding:  br \r\nIf-None-Match: "x"\r\n')))
  expect(read).toEqual({ url: '/a?b=c', acceptEncoding: 'br', ifNoneMatch: '"x"' })
})

test.each([
  ['another method', get('/').replace('GET', 'HEAD')],
  ['an older version', get('/').replace('1.1', '1.0')],
  ['a whole address', get('http://festival.test/')],
  ['a second request behind it', get('/') + get('/')],
  ['no host', 'GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\n\r\n'],
  ['two hosts', get('/', 'Host: other.test\r\n')],
  ['a body', get('/', 'Content-Length: 5\r\n')],
  ['a body in chunks', get('/', 'transfer-encoding: chunked\r\n')],
  ['a wish to leave', get('/', 'Connection: close\r\n')],
  ['a wish for another protocol', get('/', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')],
  ['a folded header', get('/', 'X-A: b\r\n c\r\n')],
  ['a space before the colon', get('/', 'X-A : b\r\n')],
  ['a lone line feed', get('/', 'X-A: b\nX-B: c\r\n')],
  ['a NUL', get('/', 'X-A: b\u0000\r\n')],
  ['letters beyond ASCII', get('/é')],
  ['a long head', get('/', `X-A: ${'b'.repeat(5_000)}\r\n`)],
])('a read with %s is left to Node’s server', (_, text) => {
  expect(readPlainly(Buffer.from(text, 'latin1'))).toBeUndefined()
})
