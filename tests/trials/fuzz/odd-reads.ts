import fc from 'fast-check'
import type { BadBytes } from './bad-bytes'
import { anyText, prototypeNames } from './bad-values'

const latin = (text: string) => Buffer.from(text, 'latin1')

/** What a line of HTTP can hold: anything else never gets as far as the pages. */
const inLine = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
const inTarget = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, '%00')

const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'DELETE')

const path = fc.oneof(
  fc.constantFrom('/', '/events', '/events/senior-quiz', '/register', '/workshops', '/shop', '/favicon.svg', '/sw.js'),
  fc.constantFrom('/events/', '/events//', '//events', '/./events', '/events/..', '/%2e', '/pages.json', '/404.html'),
  fc.constantFrom(
    'http://evil.test/events',
    'https://user:password@evil.test',
    '*',
    '/#/events',
    '/assets/',
    `/${'a/'.repeat(1_000)}`,
  ),
  fc.constantFrom(...prototypeNames).map((name) => `/${name}`),
  anyText.map((text) => `/${inTarget(text)}`),
)

const query = fc.oneof(
  fc.constantFrom('', '?', '?event=SeniorQuiz', '?event=', '?event', '?event=%', '?event=%ff', '?event[]=SeniorQuiz'),
  fc.constantFrom(...prototypeNames).map((name) => `?event=${name}&section=${name}&${name}=SeniorQuiz`),
  fc.constantFrom(`?event=${'SeniorQuiz'.repeat(300)}`, `?${'event=SeniorQuiz&'.repeat(150)}`, '?event=a?event=b'),
  anyText.map((text) => `?event=${inTarget(text)}`),
)

const header = fc
  .tuple(
    fc.constantFrom(
      ...['Accept', 'Accept-Encoding', 'Accept-Encoding', 'Cookie', 'If-Match', 'If-Modified-Since', 'If-None-Match'],
      ...['If-None-Match', 'Origin', 'Range', 'Referer', 'Sec-Fetch-Site', 'X-Forwarded-For', 'X-Original-URL'],
    ),
    fc.oneof(
      fc.constantFrom(
        ...[
          'br',
          'gzip;q=0, br;q=0',
          'identity;q=0, *;q=0',
          'br;q=1;q=0',
          ',,;;==',
          '*',
          'W/"a", *',
          '"',
          'bytes=0-,-1',
        ],
        ...['cross-site', '__proto__', 'gzip,'.repeat(300)],
      ),
      anyText.map(inLine),
    ),
  )
  .map(([name, value]) => `${name}: ${value}`)

/** A request that HTTP allows and Node doesn't find too long, odd in every part that is left open. */
const oddRead = fc
  .tuple(method, path, query, fc.array(header, { maxLength: 5 }), fc.option(fc.constantFrom('', 'hello', '{}')))
  .map(([method, path, query, headers, body]) => {
    const rest = body === null ? [] : [`Content-Length: ${body.length}`]
    return { head: [`${method} ${path}${query} HTTP/1.1`, 'Host: cerebra.test', ...headers, ...rest], body: body ?? '' }
  })

/** As nearly every browser asks. */
const usualRead = fc
  .tuple(path, query, fc.constantFrom('gzip, deflate, br', 'gzip', 'identity'), fc.option(fc.constantFrom('"a"', '*')))
  .map(([path, query, encodings, known]) => ({
    head: [
      `GET ${path}${query} HTTP/1.1`,
      'Host: cerebra.test',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
      `Accept-Encoding: ${encodings}`,
      ...(known === null ? [] : [`If-None-Match: ${known}`]),
    ],
    body: '',
  }))

/** Reads of the site, several on one connection, at once; the last of them ends it. */
export const oddReads: fc.Arbitrary<BadBytes> = fc
  .tuple(
    fc.array(fc.oneof(oddRead, usualRead), { minLength: 1, maxLength: 6 }),
    fc.nat(),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([reads, at, chance]) => {
    const requests = reads.map(({ head, body }, index) =>
      latin([...head, ...(index === reads.length - 1 ? ['Connection: close'] : []), '', body].join('\r\n')),
    )
    const bytes = Buffer.concat(requests)
    const place = at % bytes.length
    const pieces = [bytes.subarray(0, place), bytes.subarray(place)]
    return { pieces, requests: reads.length, cuts: chance === 0 }
  })
