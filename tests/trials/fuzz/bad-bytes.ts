import fc from 'fast-check'
import { anyText } from './bad-values'

/** What goes over one socket: the bytes in pieces, and whether the line is cut after them. */
export interface BadBytes {
  pieces: Buffer[]
  cuts: boolean
  /** How many requests they hold, when HTTP allows them all and the last asks the server to hang up. */
  requests?: number
}

const latin = (text: string) => Buffer.from(text, 'latin1')

const startLine = fc.oneof(
  fc.constantFrom(
    'GET / HTTP/1.1',
    'POST /api/event-registrations HTTP/1.1',
    'POST /image/upload HTTP/1.1',
    'GET http://evil.test/ HTTP/1.1',
    'CONNECT evil.test:443 HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET /\u0000 HTTP/1.1',
    'GET / HTTP/9.9',
    'GET / HTTP/1.0',
    'GET /',
    'get / http/1.1',
    'PRI * HTTP/2.0',
    `GET /${'a'.repeat(20_000)} HTTP/1.1`,
    '\u0016\u0003\u0001\u0002\u0000\u0001',
  ),
  anyText,
)

const headerLine = fc.oneof(
  fc.constantFrom(
    'Host: cerebra.test',
    'Host: evil.test',
    'Host: a, b',
    'Host:',
    'Content-Length: 5',
    'Content-Length: 50',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 5, 5',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, gzip',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: \u000bchunked',
    'Expect: 100-continue',
    'Expect: everything',
    'Upgrade: websocket',
    'Connection: upgrade, keep-alive, close',
    'Content-Type: application/json',
    'Content-Type: multipart/form-data; boundary=cut-here',
    ' folded: line',
    'no colon at all',
    ': no name',
    `Cookie: ${'a'.repeat(20_000)}`,
    'X-Forwarded-For: 1.1.1.1\u0000',
  ),
  fc.tuple(anyText, anyText).map(([name, value]) => `${name}: ${value}`),
)

const bodies = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '5\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\n',
    'zz\r\nhello\r\n',
    '5;a=b\r\nhel',
    '0\r\nX-Trailer: a\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    '--cut-here\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\u0089PNG',
    '--cut-here--\r\n',
  ),
  anyText,
)

const oddRequest = fc
  .tuple(startLine, fc.array(headerLine, { maxLength: 8 }), fc.constantFrom('\r\n', '\r\n', '\n', '\r', ''), bodies)
  .map(([start, headers, end, body]) => latin([start, ...headers, '', body].join(end || '\r\n')))

const rawBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))

/** A right upload that is cut, or stutters. */
const cutUpload = fc.nat({ max: 2_000 }).map((sent) => {
  const content = `--cut-here\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'a'.repeat(1_500)}`
  const head = `POST /image/upload HTTP/1.1\r\nHost: cerebra.test\r\nContent-Type: multipart/form-data; boundary=cut-here\r\nContent-Length: ${content.length + 20}\r\n\r\n`
  return latin(head + content).subarray(0, sent)
})

const split = (bytes: Buffer, at: number): Buffer[] => {
  const place = bytes.length === 0 ? 0 : at % bytes.length
  return [bytes.subarray(0, place), bytes.subarray(place)]
}

/** What nobody who speaks HTTP would send. */
export const badBytes: fc.Arbitrary<BadBytes> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: oddRequest },
      { weight: 2, arbitrary: rawBytes },
      { weight: 2, arbitrary: cutUpload },
      { weight: 1, arbitrary: fc.array(oddRequest, { maxLength: 4 }).map((many) => Buffer.concat(many)) },
    ),
    fc.nat(),
    fc.boolean(),
  )
  .map(([bytes, at, cuts]) => ({ pieces: split(bytes, at), cuts }))
