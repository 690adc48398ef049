import fc from 'fast-check'
import { accommodationBody, delegatePassBody, registrationBody } from '../../support/bodies'
import { anyText, anyValue, longText, notText, prototypeNames } from './bad-values'
import { type Call, json, jsonPaths, submissionPaths } from './call'

type Fields = Record<string, unknown>

/** What each call would take, if the addresses in it were ours. */
const filled: Record<(typeof jsonPaths)[number], Fields> = {
  '/api/event-registrations': { ...registrationBody },
  '/api/delegate-passes': { ...delegatePassBody },
  '/api/accommodations': { ...accommodationBody },
  '/api/coupons/check': { event: 'SeniorQuiz', code: 'GUESS' },
}

/** Fields without which nothing can be saved. */
const needed: Record<(typeof submissionPaths)[number], readonly string[]> = {
  '/api/event-registrations': ['event', 'members', 'email', 'institution', 'category', 'payment_screenshot_url'],
  '/api/delegate-passes': ['name', 'email', 'phone', 'institution', 'tier', 'payment_screenshot_url'],
  '/api/accommodations': ['name', 'events', 'arrival', 'departure', 'email', 'phone', 'payment_proof_url'],
}

const withUrls = (fields: Fields, url: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name.endsWith('_url') ? url : value]))

const key = fc.oneof(
  fc.uuid().map((uuid): Call['headers'] => [['Idempotency-Key', uuid]]),
  fc.constant<Call['headers']>([]),
  fc.string({ maxLength: 40 }).map((junk): Call['headers'] => [['Idempotency-Key', junk]]),
)

const foreignUrl = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    'https://cerebra.test/files/../../etc/passwd.png',
    `https://cerebra.test/files/${'A'.repeat(32)}.png`,
    `http://cerebra.test@evil.test/files/${'A'.repeat(32)}.png`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ),
  anyText,
)

/** Right in every field but the addresses of the files: it gets as far as the transaction, which must leave nothing. */
const foreignFiles = fc
  .tuple(fc.constantFrom(...submissionPaths), foreignUrl, key)
  .map(([path, url, header]) => json(path, JSON.stringify(withUrls(filled[path], url)), ...header))

/** With real files, and one needed field or more of another type, or away. */
const wrongTypes = (realUrl: string) =>
  fc
    .constantFrom(...submissionPaths)
    .chain((path) =>
      fc.tuple(
        fc.constant(path),
        fc.dictionary(fc.constantFrom(...needed[path]), fc.oneof(notText, fc.constant(undefined)), { minKeys: 1 }),
        key,
      ),
    )
    .map(([path, changes, header]) =>
      json(path, JSON.stringify({ ...withUrls(filled[path], realUrl), ...spoil(changes) }), ...header),
    )

/** A list of texts is what some fields take, so those get none that could hold. */
const spoil = (changes: Fields): Fields =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, Array.isArray(value) ? [[]] : value]))

/** Anything anywhere; the files are not ours, so that luck can't make it right. */
const junkFields = fc
  .tuple(
    fc.constantFrom(...jsonPaths),
    fc.dictionary(fc.oneof(fc.constantFrom(...allNames()), fc.constantFrom(...prototypeNames), anyText), anyValue),
    key,
  )
  .map(([path, changes, header]) =>
    json(
      path,
      JSON.stringify({ ...withUrls(filled[path], 'https://cerebra.test/files/none.png'), ...changes }),
      ...header,
    ),
  )

function allNames(): string[] {
  return [...new Set(Object.values(filled).flatMap((fields) => Object.keys(fields)))]
}

const junkMembers = fc
  .tuple(fc.array(fc.oneof(anyValue, fc.record({ name: anyValue, phone: anyValue, year: anyValue }))), key)
  .map(([members, header]) =>
    json('/api/event-registrations', JSON.stringify({ ...filled['/api/event-registrations'], members }), ...header),
  )

const longFields = fc
  .tuple(fc.constantFrom(...submissionPaths), fc.constantFrom(...allNames()), longText, key)
  .map(([path, name, text, header]) => json(path, JSON.stringify({ ...filled[path], [name]: text }), ...header))

/** Written by hand: JSON.stringify would drop these names, or never say one twice. */
const prototypeKeys = fc
  .tuple(fc.constantFrom(...jsonPaths), fc.constantFrom(...prototypeNames), fc.jsonValue({ maxDepth: 2 }))
  .map(([path, name, value]) => {
    const text = JSON.stringify(filled[path])
    return json(path, `{"${name}":${JSON.stringify(value)},"__proto__":{"event":"SeniorQuiz"},${text.slice(1)}`)
  })

const anyJson = fc
  .tuple(fc.constantFrom(...jsonPaths), fc.jsonValue({ maxDepth: 6 }))
  .map(([path, value]) => json(path, JSON.stringify(value)))

const deep = fc
  .tuple(
    fc.constantFrom(...jsonPaths),
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
const brokenBytes = fc
  .tuple(fc.constantFrom(...jsonPaths), fc.uint8Array({ maxLength: 12 }), fc.nat(), fc.boolean())
  .map(([path, bytes, place, cuts]) => {
    const text = Buffer.from(JSON.stringify(filled[path]))
    const at = place % text.length
    return json(
      path,
      new Uint8Array(Buffer.concat([text.subarray(0, at), bytes, text.subarray(cuts ? text.length : at)])),
    )
  })

/** Bad forms by their kind, and how many of a hundred each makes up. */
export const badForms = (realUrl: string): Record<string, { share: number; calls: fc.Arbitrary<Call> }> => ({
  'files of others': { share: 14, calls: foreignFiles },
  'needed fields of another type': { share: 14, calls: wrongTypes(realUrl) },
  'anything in any field': { share: 16, calls: junkFields },
  'anything as members': { share: 8, calls: junkMembers },
  'long texts': { share: 2, calls: longFields },
  'names of the prototype': { share: 8, calls: prototypeKeys },
  'any JSON': { share: 8, calls: anyJson },
  'deep nesting': { share: 2, calls: deep },
  'broken bytes': { share: 8, calls: brokenBytes },
})
