import { connect, type Socket } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePng } from '../../tests/support/files'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
let server: ServerType
let port: number

beforeEach(async () => {
  festival = await createTestApp()
  server = createAdaptorServer({ fetch: festival.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
  await festival.close()
})

const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const rest = '\r\n--b\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\npayment\r\n--b--\r\n'

/** Speaks HTTP by hand; gives all that came back when the connection closed. */
const talk = (headers: string, speak: (socket: Socket) => void): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
    socket.write(`POST /image/upload HTTP/1.1\r\nHost: cerebra.test\r\n${headers}\r\n`)
    speak(socket)
  })

const multipart = 'Content-Type: multipart/form-data; boundary=b\r\n'

const expectNothingLeft = async () => {
  expect(await festival.files.names()).toEqual([])
  expect(await festival.db.selectFrom('upload').selectAll().execute()).toEqual([])
}

const expectStillServing = async () => {
  const form = new FormData()
  form.append('upload_preset', 'payment')
  form.append('file', new Blob([new Uint8Array(makePng())]), 'a.png')
  const answer = await fetch(`http://127.0.0.1:${port}/image/upload`, { method: 'POST', body: form })
  expect(answer.status).toBe(200)
}

test('a picture that arrives byte by byte is taken', async () => {
  const body = Buffer.concat([Buffer.from(filePart), makePng(), Buffer.from(rest)])
  const heard = await talk(`${multipart}Content-Length: ${body.length}\r\nConnection: close\r\n`, (socket) => {
    for (const byte of body) socket.write(Buffer.from([byte]))
  })
  expect(heard).toMatch(/^HTTP\/1\.1 200 /)
})

test('a connection that is cut in mid-upload leaves nothing behind', async () => {
  const heard = await talk(`${multipart}Content-Length: 100000\r\n`, (socket) => {
    socket.write(filePart)
    socket.write(makePng({ bytes: 50_000 }))
    setTimeout(() => socket.destroy(), 50)
  })
  expect(heard).toBe('')
  await expectStillServing()
  expect(await festival.files.names()).toHaveLength(1)
})

test.each([
  ['a file', filePart],
  ['what stands before the first part', ''],
  ['the header of a part', '--b\r\nContent-Disposition: form-data; name="file"; filename="'],
  ['what stands after the last part', `${filePart}x${rest}`],
])('%s without an end is cut off with an answer', async (_, beginning) => {
  let written = 0
  const heard = await talk(`${multipart}Transfer-Encoding: chunked\r\n`, (socket) => {
    const sendChunk = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
    if (beginning) sendChunk(beginning)
    const filler = 'a'.repeat(65_536)
    const sendMore = () => {
      while (!socket.destroyed) {
        written += filler.length
        // Ten times what we take; a server that reads on to the end is caught below.
        if (written > 40 * 1024 * 1024) socket.destroy()
        else if (!sendChunk(filler)) return
      }
    }
    socket.on('drain', sendMore)
    sendMore()
  })
  expect(heard).toMatch(/^HTTP\/1\.1 (400|413) /)
  await expectNothingLeft()
  await expectStillServing()
})
