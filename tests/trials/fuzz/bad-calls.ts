import fc from 'fast-check'
import { makeJpeg, makePdf, makePng, makeWebp } from '../../support/files'
import { anyText, prototypeNames } from './bad-values'
import { type Call, jsonPaths } from './call'

const boundary = 'cut-here'

const part = (head: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])

const upload = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

const multipart = (body: Buffer, type = `multipart/form-data; boundary=${boundary}`): Call => ({
  method: 'POST',
  path: '/image/upload',
  headers: [['Content-Type', type]],
  body: new Uint8Array(body),
})

const files = [makePng(), makeJpeg(), makeWebp(), makePdf()]
const presetPart = part('name="upload_preset"', Buffer.from('payment'))
const filePart = (file: Uint8Array) => part('name="file"; filename="paid.png"', file)

/** A picture cut short, or with some of its bytes changed. */
const brokenFiles = fc
  .tuple(fc.constantFrom(...files), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.boolean())
  .map(([file, place, bytes, cuts]) => {
    const at = place % file.length
    const broken = Buffer.from(file)
    broken.set(bytes.subarray(0, file.length - at), at)
    return multipart(upload(presetPart, filePart(cuts ? file.subarray(0, at) : broken)))
  })

/** The frame itself cut, doubled or changed. */
const brokenFrames = fc
  .tuple(fc.constantFrom(...files), fc.nat(), fc.uint8Array({ maxLength: 6 }), fc.constantFrom('cut', 'insert', 'skip'))
  .map(([file, place, bytes, how]) => {
    const whole = upload(presetPart, filePart(file))
    const at = place % whole.length
    const rest = how === 'cut' ? whole.length : how === 'skip' ? at + 7 : at
    return multipart(Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(rest)]))
  })

const quoted = anyText.map((text) => text.replaceAll(/[\r\n"]/g, '_'))

const oddParts = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constant(presetPart),
        fc.constantFrom(...files.map(filePart)),
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
      `multipart/form-data; boundary=${boundary}`,
      `multipart/form-data; boundary="${boundary}"`,
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
      `multipart/mixed; boundary=${boundary}`,
      'application/x-www-form-urlencoded',
      'application/json',
    ),
  )
  .map(([parts, type]) => multipart(upload(...parts), type))

/** Half a letter can't be sent. */
const wellFormed = (text: string) => Buffer.from(text).toString()

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'get', 'M-SEARCH']

const paths = [
  ...jsonPaths,
  '/',
  '/image/upload',
  '/files',
  '/files/',
  '/files/..%2f..%2fetc%2fpasswd',
  '/files/%00.png',
  `/files/${'A'.repeat(32)}.png`,
  '/api',
  '/api/',
  '/api//event-registrations',
  '/API/event-registrations',
  '/healthz',
  '/readyz',
  '/metrics',
  '/.env',
  '/.git/config',
  '/assets/../pages.json',
  '/pages.json',
  '/register?event=__proto__',
  '/register?event=SeniorQuiz&event=JuniorQuiz',
  '//evil.test/',
  '/%',
  '/%c0%ae%c0%ae/',
]

const anyPath = fc.oneof(
  fc.constantFrom(...paths),
  fc.tuple(fc.constantFrom(...paths), fc.webQueryParameters()).map(([path, query]) => `${path}?${query}`),
  fc
    .tuple(fc.constantFrom('/', '/api/', '/files/', '/assets/'), anyText)
    .map(([start, rest]) => start + encodeURI(wellFormed(rest))),
  fc.webPath({ size: 'medium' }),
)

const headerText = anyText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'))

const junkHeaders: fc.Arbitrary<Call['headers']> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...['Accept', 'Accept-Encoding', 'Authorization', 'Content-Encoding', 'Content-Type', 'Cookie', 'Forwarded'],
      ...['If-Modified-Since', 'If-None-Match', 'Idempotency-Key', 'Origin', 'Range', 'Referer', 'Sec-Fetch-Site'],
      ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'X-Original-URL'],
    ),
    fc.oneof(
      headerText,
      fc.constantFrom('gzip, br;q=1e9', '*', 'bytes=0-,-1', 'cross-site', 'a'.repeat(8_000), '1, 2, ::1'),
    ),
  ),
  { maxLength: 6 },
)

const methodsByPaths = fc
  .tuple(fc.constantFrom(...methods), anyPath, junkHeaders, fc.option(anyText, { nil: undefined }))
  .map(
    ([method, path, headers, body]): Call => ({
      method,
      path,
      headers,
      body: body === undefined ? body : wellFormed(body),
    }),
  )

const junkOfHeaders = fc
  .tuple(fc.constantFrom(...jsonPaths, '/image/upload'), junkHeaders, anyText)
  .map(([path, headers, body]): Call => ({ method: 'POST', path, headers, body: wellFormed(body) }))

/** Bad calls beside the forms, and how many of a hundred each kind makes up. */
export const badCalls: Record<string, { share: number; calls: fc.Arbitrary<Call> }> = {
  'broken files': { share: 6, calls: brokenFiles },
  'broken multipart frames': { share: 5, calls: brokenFrames },
  'odd multipart parts': { share: 4, calls: oddParts },
  'methods by paths': { share: 4, calls: methodsByPaths },
  'headers of junk': { share: 4, calls: junkOfHeaders },
}
