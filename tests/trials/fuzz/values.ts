import fc from 'fast-check'

/** Names that mean something to an object of JavaScript. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]

const nasty = [
  ...['', ' ', '\u0000', '\r\nBcc: everybody@students.test', '%0d%0aSet-Cookie: a=b', "'; drop table message; --"],
  ...["' or '1'='1", '{{7*7}}', '<script>alert(1)</script>', '../../../../etc/passwd', 'javascript:alert(1)', '\ud800'],
  ...['\u202e\u200b\ufeff', 'a@b', 'NaN', '1e999', '9'.repeat(400)],
  ...prototypeNames,
]

export const anyText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** Rarely long: up to past the largest body. */
export const longText = fc
  .tuple(fc.constantFrom('a', 'é', '𝒶', '\u0000', '"', '\\', '9'), fc.constantFrom(201, 1_000, 10_000, 200_000))
  .map(([letter, times]) => letter.repeat(times))

export const notText = fc.oneof(
  fc.constantFrom(null, true, false, 0, -0, -1, 1e308, 1.5, Number.MAX_SAFE_INTEGER + 2),
  fc.array(anyText, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('length', 'name', 'toJSON', ...prototypeNames), anyText, { maxKeys: 3 }),
)

export const anyValue = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 4, arbitrary: notText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** What a line of HTTP can hold: anything else never gets as far as the pages. */
export const inLine = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')

/** Headers that HTTP allows, odd in what they say. */
export const oddHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...['Accept', 'Accept-Encoding', 'Authorization', 'Content-Encoding', 'Content-Type', 'Cookie', 'Forwarded'],
      ...['If-Match', 'If-Modified-Since', 'If-None-Match', 'Idempotency-Key', 'Origin', 'Range', 'Referer'],
      ...['Sec-Fetch-Site', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'X-Original-URL'],
    ),
    fc.oneof(
      anyText.map(inLine),
      fc.constantFrom(
        ...['br', 'gzip;q=0, br;q=0', 'identity;q=0, *;q=0', 'br;q=1;q=0', 'gzip, br;q=1e9', ',,;;==', '*'],
        ...['W/"a", *', '"', 'bytes=0-,-1', 'cross-site', '__proto__', '1, 2, ::1', 'gzip,'.repeat(300)],
        'a'.repeat(3_000),
      ),
    ),
  ),
  { maxLength: 6 },
)

/** Bytes with a few of them cut, put in or changed. */
export const broken = (whole: Buffer) =>
  fc
    .tuple(fc.nat(), fc.uint8Array({ maxLength: 8 }), fc.constantFrom('cut', 'insert', 'skip', 'change'))
    .map(([place, bytes, how]) => {
      const at = place % whole.length
      const rest = { cut: whole.length, insert: at, skip: at + 7, change: at + bytes.length }[how]
      return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(rest)])
    })
