import fc from 'fast-check'
import { accommodationBody, delegatePassBody, registrationBody } from '../../support/bodies'
import { makeJpeg, makePdf, makePng, makeWebp } from '../../support/files'
import { anyText, anyValue, broken, longText, notText, oddHeaders, prototypeNames } from './values'

/** One bad request, without a socket. */
export interface Call {
  method: string
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array<ArrayBuffer> | undefined
}

const submissionPaths = ['/api/event-registrations', '/api/delegate-passes', '/api/accommodations'] as const
const jsonPaths = [...submissionPaths, '/api/coupons/check'] as const
const jsonPath = fc.constantFrom(...jsonPaths)
const submissionPath = fc.constantFrom(...submissionPaths)

const post = (path: string, type: string, body: string | Uint8Array, headers: Call['headers'] = []): Call => ({
  method: 'POST',
  path,
  headers: [['Content-Type', type], ...headers],
  body: typeof body === 'string' ? body : new Uint8Array(body),
})
const json = (path: string, body: string | Uint8Array, headers?: Call['headers']) =>
  post(path, 'application/json', body, headers)

/** Undefined where not even a Request can be made of it: that is for the sockets. */
export const toRequest = ({ method, path, headers, body }: Call): Request | undefined => {
  try {
    const bare = method === 'GET' || method === 'HEAD'
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) }
    return new Request(`http://cerebra.test${path}`, bare || body === undefined ? init : { ...init, body })
  } catch {
    return undefined
  }
}

type Fields = Record<string, unknown>

/** What each call would take, if the addresses in it were ours. */
const filled: Record<(typeof jsonPaths)[number], Fields> = {
  '/api/event-registrations': { ...registrationBody },
  '/api/delegate-passes': { ...delegatePassBody },
  '/api/accommodations': { ...accommodationBody },
  '/api/coupons/check': { event: 'SeniorQuiz', code: 'GUESS' },
}
const allNames = [...new Set(Object.values(filled).flatMap((fields) => Object.keys(fields)))]

/** Fields without which nothing can be saved. */
const needed: Record<(typeof submissionPaths)[number], readonly string[]> = {
  '/api/event-registrations': ['event', 'members', 'email', 'institution', 'category', 'payment_screenshot_url'],
  '/api/delegate-passes': ['name', 'email', 'phone', 'institution', 'tier', 'payment_screenshot_url'],
  '/api/accommodations': ['name', 'events', 'arrival', 'departure', 'email', 'phone', 'payment_proof_url'],
}

const withUrls = (path: (typeof jsonPaths)[number], url = 'https://cerebra.test/files/none.png'): Fields =>
  Object.fromEntries(Object.entries(filled[path]).map(([name, value]) => [name, name.endsWith('_url') ? url : value]))

const key = fc.oneof(
  fc.uuid().map((uuid): Call['headers'] => [['Idempotency-Key', uuid]]),
  fc.constant<Call['headers']>([]),
  fc.string({ maxLength: 40 }).map((junk): Call['headers'] => [['Idempotency-Key', junk]]),
)

/** Right in every field but the addresses of the files: it gets as far as the transaction, which must leave nothing. */
const foreignFiles = fc
  .tuple(
    submissionPath,
    fc.oneof(
      fc.webUrl(),
      fc.constantFrom(
        'https://cerebra.test/files/../../etc/passwd.png',
        `https://cerebra.test/files/${'A'.repeat(32)}.png`,
        `http://cerebra.test@evil.test/files/${'A'.repeat(32)}.png`,
        'file:///etc/passwd',
        'data:image/png;base64,AAAA',
      ),
      anyText,
    ),
    key,
  )
  .map(([path, url, header]) => json(path, JSON.stringify(withUrls(path, url)), header))

/** A list of texts is what some fields take, so those get none that could hold. */
const spoil = (changes: Fields): Fields =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, Array.isArray(value) ? [[]] : value]))

/** With real files, and one needed field or more of another type, or away. */
const wrongTypes = (realUrl: string) =>
  submissionPath
    .chain((path) => {
      const wrong = fc.oneof(notText, fc.constant(undefined))
      return fc.tuple(fc.constant(path), fc.dictionary(fc.constantFrom(...needed[path]), wrong, { minKeys: 1 }), key)
    })
    .map(([path, changes, header]) =>
      json(path, JSON.stringify({ ...withUrls(path, realUrl), ...spoil(changes) }), header),
    )

/** Anything anywhere; the files are not ours, so that luck can't make it right. */
const junkFields = fc
  .tuple(
    jsonPath,
    fc.dictionary(fc.oneof(fc.constantFrom(...allNames, ...prototypeNames), anyText), fc.oneof(anyValue, longText)),
    key,
  )
  .map(([path, changes, header]) => json(path, JSON.stringify({ ...withUrls(path), ...changes }), header))

const junkMembers = fc
  .tuple(fc.array(fc.oneof(anyValue, fc.record({ name: anyValue, phone: anyValue, year: anyValue }))), key)
  .map(([members, header]) => {
    const path = '/api/event-registrations'
    return json(path, JSON.stringify({ ...withUrls(path), members }), header)
  })

/** Written by hand: JSON.stringify would drop these names, or never say one twice. */
const prototypeKeys = fc
  .tuple(jsonPath, fc.constantFrom(...prototypeNames), fc.jsonValue({ maxDepth: 2 }))
  .map(([path, name, value]) => {
    const text = JSON.stringify(filled[path])
    return json(path, `{"${name}":${JSON.stringify(value)},"__proto__":{"event":"SeniorQuiz"},${text.slice(1)}`)
  })

const anyJson = fc
  .tuple(jsonPath, fc.jsonValue({ maxDepth: 6 }))
  .map(([path, value]) => json(path, JSON.stringify(value)))

const deep = fc
  .tuple(
    jsonPath,
    fc.constantFrom('[', '{"a":', '[{"members":', '{"members":['),
    fc.constantFrom(10, 1_000, 50_000, 150_000),
    fc.boolean(),
  )
  .map(([path, opening, times, isClosed]) => {
    const closing = [...opening].filter((letter) => letter === '[' || letter === '{').reverse()
    const ends = closing.map((letter) => (letter === '[' ? ']' : '}')).join('')
    return json(path, opening.repeat(times) + (isClosed ? `1${ends.repeat(times)}` : ''))
  })

/** Bytes of a right body, cut, doubled or changed, as a bad line or a bad client would. */
const brokenBytes = jsonPath.chain((path) =>
  broken(Buffer.from(JSON.stringify(filled[path]))).map((bytes) => json(path, bytes)),
)

const boundary = 'cut-here'
const upload = (body: Buffer, type = `multipart/form-data; boundary=${boundary}`) => post('/image/upload', type, body)
const part = (head: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
const frame = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
const presetPart = part('name="upload_preset"', Buffer.from('payment'))
const filePart = (file: Uint8Array) => part('name="file"; filename="paid.png"', file)
const files = [makePng(), makeJpeg(), makeWebp(), makePdf()]
const anyFile = fc.constantFrom(...files)

const brokenFiles = anyFile.chain(broken).map((file) => upload(frame(presetPart, filePart(file))))
const brokenFrames = anyFile.chain((file) => broken(frame(presetPart, filePart(file)))).map((whole) => upload(whole))

const quoted = anyText.map((text) => text.replaceAll(/[\r\n"]/g, '_'))
const oddParts = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(presetPart, ...files.map(filePart)),
        fc.tuple(quoted, quoted).map(([name, file]) => part(`name="${name}"; filename="${file}"`, makePng())),
        fc.tuple(quoted, anyText).map(([name, text]) => part(`name="${name}"`, Buffer.from(text))),
        fc
          .constantFrom(...prototypeNames, 'Payment', 'payment\u0000', '')
          .map((preset) => part('name="upload_preset"', Buffer.from(preset))),
        fc.nat({ max: 40 }).map((times) => Buffer.concat(Array.from({ length: times }, () => presetPart))),
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom(
      ...[`multipart/form-data; boundary=${boundary}`, `multipart/form-data; boundary="${boundary}"`],
      ...['multipart/form-data', 'multipart/form-data; boundary=', `multipart/mixed; boundary=${boundary}`],
      ...[`multipart/form-data; boundary=${'b'.repeat(5_000)}`, 'application/x-www-form-urlencoded'],
      'application/json',
    ),
  )
  .map(([parts, type]) => upload(frame(...parts), type))

/** Half a letter can't be sent. */
const wellFormed = (text: string) => Buffer.from(text).toString()

const method = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'get', 'M-SEARCH'],
)
const knownPath = fc.constantFrom(
  ...[...jsonPaths, '/', '/image/upload', '/files', '/files/', '/files/..%2f..%2fetc%2fpasswd', '/files/%00.png'],
  ...[`/files/${'A'.repeat(32)}.png`, '/api', '/api/', '/api//event-registrations', '/API/event-registrations'],
  ...['/healthz', '/readyz', '/metrics', '/.env', '/.git/config', '/assets/../pages.json', '/pages.json'],
  ...[
    '/register?event=__proto__',
    '/register?event=SeniorQuiz&event=JuniorQuiz',
    '//evil.test/',
    '/%',
    '/%c0%ae%c0%ae/',
  ],
)
const anyPath = fc.oneof(
  knownPath,
  fc.tuple(knownPath, fc.webQueryParameters()).map(([path, query]) => `${path}?${query}`),
  fc
    .tuple(fc.constantFrom('/', '/api/', '/files/', '/assets/'), anyText)
    .map(([start, rest]) => start + encodeURI(wellFormed(rest))),
  fc.webPath({ size: 'medium' }),
)
const oddCalls = fc
  .tuple(method, anyPath, oddHeaders, fc.option(anyText.map(wellFormed), { nil: undefined }))
  .map(([method, path, headers, body]): Call => ({ method, path, headers, body }))

/** Bad calls by their kind, and how many of a hundred each makes up. */
export const badCalls = (realUrl: string): Record<string, { share: number; calls: fc.Arbitrary<Call> }> => ({
  'files of others': { share: 14, calls: foreignFiles },
  'needed fields of another type': { share: 14, calls: wrongTypes(realUrl) },
  'anything in any field': { share: 16, calls: junkFields },
  'anything as members': { share: 8, calls: junkMembers },
  'names of the prototype': { share: 8, calls: prototypeKeys },
  'any JSON': { share: 8, calls: anyJson },
  'deep nesting': { share: 2, calls: deep },
  'broken bytes': { share: 8, calls: brokenBytes },
  'broken files': { share: 6, calls: brokenFiles },
  'broken multipart frames': { share: 5, calls: brokenFrames },
  'odd multipart parts': { share: 4, calls: oddParts },
  'odd headers, methods and paths': { share: 7, calls: oddCalls },
})
