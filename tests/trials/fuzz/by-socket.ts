import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as immediately } from 'node:timers/promises'
import fc from 'fast-check'
import type { Store } from '../../../server/db/open-database'
import { countRows } from '../../../server/db/table-rows'
import { type ServedFestival, serveFestival } from '../../support/serve'
import { createTally, type OwnStore, readRss, withTables } from '../harness'
import { anyText, inLine, oddHeaders, prototypeNames } from './values'

/** What goes over one socket: the bytes in pieces, and whether the line is cut after them. */
interface BadBytes {
  pieces: Buffer[]
  cuts: boolean
  /** How many requests they hold, when HTTP allows them all and the last asks the server to hang up. */
  requests?: number
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const split = (bytes: Buffer, at: number): Buffer[] => {
  const place = bytes.length === 0 ? 0 : at % bytes.length
  return [bytes.subarray(0, place), bytes.subarray(place)]
}

const startLine = fc.oneof(
  fc.constantFrom(
    ...['GET / HTTP/1.1', 'POST /api/event-registrations HTTP/1.1', 'POST /image/upload HTTP/1.1', 'GET / HTTP/9.9'],
    ...['GET http://evil.test/ HTTP/1.1', 'CONNECT evil.test:443 HTTP/1.1', 'OPTIONS * HTTP/1.1', 'GET / HTTP/1.0'],
    ...['GET /\u0000 HTTP/1.1', 'GET /', 'get / http/1.1', 'PRI * HTTP/2.0', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  ),
  anyText,
)

const headerLine = fc.oneof(
  fc.constantFrom(
    ...['Host: cerebra.test', 'Host: evil.test', 'Host: a, b', 'Host:', 'Content-Length: 5', 'Content-Length: 50'],
    ...['Content-Length: -1', 'Content-Length: 99999999999999999999', 'Content-Length: 5, 5', ': no name'],
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked, gzip', 'Transfer-Encoding : chunked'],
    ...['Transfer-Encoding: \u000bchunked', 'Expect: 100-continue', 'Expect: everything', 'Upgrade: websocket'],
    ...['Connection: upgrade, keep-alive, close', 'Content-Type: application/json', ' folded: line'],
    ...['Content-Type: multipart/form-data; boundary=cut-here', 'no colon at all', 'X-Forwarded-For: 1.1.1.1\u0000'],
    `Cookie: ${'a'.repeat(20_000)}`,
  ),
  fc.tuple(anyText, anyText).map(([name, value]) => `${name}: ${value}`),
)

const body = fc.oneof(
  fc.constantFrom(
    ...['', '{}', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', 'zz\r\nhello\r\n', '5;a=b\r\nhel'],
    ...['0\r\nX-Trailer: a\r\n\r\nGET / HTTP/1.1\r\n\r\n', '--cut-here--\r\n'],
    '--cut-here\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\u0089PNG',
  ),
  anyText,
)

const oddRequest = fc
  .tuple(startLine, fc.array(headerLine, { maxLength: 8 }), fc.constantFrom('\r\n', '\r\n', '\n', '\r'), body)
  .map(([start, headers, end, body]) => latin([start, ...headers, '', body].join(end)))

/** A right upload that is cut, or stutters. */
const cutUpload = fc.nat({ max: 2_000 }).map((sent) => {
  const content = `--cut-here\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'a'.repeat(1_500)}`
  const head = `POST /image/upload HTTP/1.1\r\nHost: cerebra.test\r\nContent-Type: multipart/form-data; boundary=cut-here\r\nContent-Length: ${content.length + 20}\r\n\r\n`
  return latin(head + content).subarray(0, sent)
})

/** What nobody who speaks HTTP would send. */
const badBytes: fc.Arbitrary<BadBytes> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: oddRequest },
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
      { weight: 2, arbitrary: cutUpload },
      { weight: 1, arbitrary: fc.array(oddRequest, { maxLength: 4 }).map((many) => Buffer.concat(many)) },
    ),
    fc.nat(),
    fc.boolean(),
  )
  .map(([bytes, at, cuts]) => ({ pieces: split(bytes, at), cuts }))

const inTarget = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, '%00')
const path = fc.oneof(
  fc.constantFrom(
    ...['/', '/events', '/events/senior-quiz', '/register', '/workshops', '/shop', '/favicon.svg', '/sw.js'],
    ...['/events/', '/events//', '//events', '/./events', '/events/..', '/%2e', '/pages.json', '/404.html', '*'],
    ...['http://evil.test/events', 'https://user:password@evil.test', '/#/events', '/assets/'],
    ...prototypeNames.map((name) => `/${name}`),
    `/${'a/'.repeat(1_000)}`,
  ),
  anyText.map((text) => `/${inTarget(text)}`),
)
const query = fc.oneof(
  fc.constantFrom(
    ...['', '?', '?event=SeniorQuiz', '?event=', '?event', '?event=%', '?event=%ff', '?event[]=SeniorQuiz'],
    ...[`?event=${'SeniorQuiz'.repeat(300)}`, `?${'event=SeniorQuiz&'.repeat(150)}`, '?event=a?event=b'],
    ...prototypeNames.map((name) => `?event=${name}&section=${name}&${name}=SeniorQuiz`),
  ),
  anyText.map((text) => `?event=${inTarget(text)}`),
)

/** A request that HTTP allows and Node doesn't find too long, odd in every part that is left open. */
const oddRead = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'DELETE'),
    path,
    query,
    oddHeaders.map((headers) => headers.filter(([name]) => !name.startsWith('Content-'))),
    fc.option(fc.constantFrom('', 'hello', '{}')),
  )
  .map(([method, path, query, headers, body]) => ({
    head: [
      `${method} ${path}${query} HTTP/1.1`,
      'Host: cerebra.test',
      ...headers.map(([name, value]) => inLine(`${name}: ${value}`)),
      ...(body === null ? [] : [`Content-Length: ${body.length}`]),
    ],
    body: body ?? '',
  }))

/** As nearly every browser asks. */
const usualRead = fc
  .tuple(path, query, fc.constantFrom('gzip, deflate, br', 'gzip', 'identity'), fc.constantFrom('', '"a"', '*'))
  .map(([path, query, encodings, known]) => ({
    head: [
      ...[`GET ${path}${query} HTTP/1.1`, 'Host: cerebra.test', 'User-Agent: Mozilla/5.0 (X11; Linux x86_64)'],
      ...[`Accept-Encoding: ${encodings}`, ...(known ? [`If-None-Match: ${known}`] : [])],
    ],
    body: '',
  }))

/** Reads of the site, several on one connection, at once; the last of them ends it. */
const oddReads: fc.Arbitrary<BadBytes> = fc
  .tuple(
    fc.array(fc.oneof(oddRead, usualRead), { minLength: 1, maxLength: 4 }),
    fc.nat(),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([reads, at, chance]) => {
    const requests = reads.map(({ head, body }, index) =>
      latin([...head, ...(index === reads.length - 1 ? ['Connection: close'] : []), '', body].join('\r\n')),
    )
    return { pieces: split(Buffer.concat(requests), at), requests: reads.length, cuts: chance === 0 }
  })

/** After so long without a word from a server that may wait for more; and for one that has all it needs. */
const [silenceMs, timeoutMs] = [400, 15_000]
const headsIn = /HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/gs

/** What came back over one connection: the lines before each answer's body, and whether the server left us waiting. */
interface Heard {
  heads: string[]
  isSilent: boolean
}

/** Sends the bytes and listens until the line falls silent or is closed. */
const sendBytes = (port: number, { pieces, cuts, requests }: BadBytes): Promise<Heard> =>
  new Promise((done) => {
    let heard = ''
    let isSilent = false
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(requests === undefined ? silenceMs : timeoutMs, () => {
      isSilent = true
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => done({ heads: heard.match(headsIn) ?? [], isSilent }))
    const send = async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await immediately()
        if (socket.destroyed) return
        socket.write(piece)
      }
      if (cuts) socket.destroySoon()
    }
    void send()
  })

const statusOf = (head: string) => head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)

/** What is wrong with what was heard; what Node itself refuses has no request id and needs no headers of ours. */
const findFault = ({ requests, cuts }: BadBytes, { heads, isSilent }: Heard): string | undefined => {
  for (const head of heads) {
    if (statusOf(head).startsWith('5')) return statusOf(head)
    if (!/^x-request-id:/im.test(head)) continue
    if (!/^x-content-type-options: nosniff\r$/im.test(head)) return `${statusOf(head)} without nosniff`
    // Of what is there, only documents need one.
    const needsPolicy = statusOf(head) >= '400' || /^content-type: text\/html/im.test(head)
    if (needsPolicy && !/^content-security-policy: \S/im.test(head)) return `${statusOf(head)} without a policy`
  }
  if (requests === undefined || cuts) return undefined
  if (isSilent) return 'silence'
  const isRefused = heads.some((head) => /^(?:400|429|431)$/.test(statusOf(head)))
  return heads.length === requests || isRefused ? undefined : `${heads.length} answers for ${requests} requests`
}

const tell = ({ pieces }: BadBytes): string =>
  JSON.stringify(Buffer.concat(pieces).toString('latin1'))
    .replaceAll(/(.{3,20}?)\1{5,}/g, '$1…')
    .slice(0, 1_500)

/** What the server still has to be, and must not have kept. */
const findRemains = async ({ address, dataDir, output }: ServedFestival, store: Store): Promise<string[]> => {
  const complaints: string[] = []
  const answer = await fetch(`${address}/readyz`)
  if (!answer.ok) complaints.push(`it is not ready any more: ${answer.status}`)
  const files = readdirSync(join(dataDir, 'files'), { withFileTypes: true }).filter((entry) => entry.isFile())
  if (files.length > 0) complaints.push(`${files.length} files are left`)
  await withTables(store, async (db) => {
    for (const table of ['EventRegistration', 'submission', 'message', 'upload'] as const) {
      const rows = await countRows(db, table)
      if (rows > 0) complaints.push(`${rows} rows are left in ${table}`)
    }
  })
  // It may warn of a flood, and of a header that only a proxy sends.
  const errors = output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
  if (errors.length > 0) complaints.push(`it logged errors: ${errors.join('\n').slice(0, 1_000)}`)
  return complaints
}

const atOnce = 100
/** In MiB. */
const mostGrowth = 64

/**
 * So many bad connections to the built server in a process of its own: half of them malformed, half odd reads of the
 * site. @returns what went wrong
 */
export const fuzzBySocket = async (connections: number, seed: number, { store, env }: OwnStore): Promise<string[]> => {
  const metricsPort = 20_000 + (process.pid % 20_000)
  const festival = await serveFestival({ METRICS_PORT: String(metricsPort), ...env })
  const complaints: string[] = []
  const statuses = createTally()
  try {
    const port = Number(new URL(festival.address).port)
    const sendNext = async (waiting: BadBytes[]) => {
      for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
        const heard = await sendBytes(port, bytes)
        if (heard.heads.length === 0) statuses.add('no answer')
        for (const head of heard.heads) statuses.add(statusOf(head))
        const fault = findFault(bytes, heard)
        if (fault !== undefined) complaints.push(`${fault} to ${tell(bytes)}`)
      }
    }
    const sendAll = (numRuns: number, seed: number) => {
      const waiting = fc.sample(fc.oneof(badBytes, oddReads), { numRuns, seed })
      return Promise.all(Array.from({ length: atOnce }, () => sendNext(waiting)))
    }
    await sendAll(Math.ceil(connections / 4), seed)
    const before = await readRss(metricsPort)
    await sendAll(Math.ceil((connections * 3) / 4), seed + 1)
    const after = await readRss(metricsPort)
    console.log(`${connections} bad connections: ${statuses.words()}`)
    console.log(`the server's memory: ${before.toFixed(0)} → ${after.toFixed(0)} MiB`)
    if (after - before > mostGrowth) complaints.push('the memory of the server grew')
    complaints.push(...(await findRemains(festival, store)))
  } finally {
    await festival.stop()
  }
  return complaints
}
