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
  '',
  ' ',
  '\u0000',
  '\r\nBcc: everybody@students.test',
  '%0d%0aSet-Cookie: a=b',
  "'; drop table message; --",
  "' or '1'='1",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'javascript:alert(1)',
  '\ud800',
  '\u202e\u200b\ufeff',
  'a@b',
  'NaN',
  '1e999',
  '9'.repeat(400),
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
