import { expect, test } from 'vitest'
import type { DoorEntry } from '../festival/contract/door'
import { decide, decideByCode, decideFound, hashCode, isRepeat, isTicketCode } from './decide'

const person = (member: number, arrivedAt: string | null = null, arrivedAtDoor = '') => ({
  member,
  name: `Member ${member}`,
  arrivedAt,
  arrivedAtDoor,
})

const entry = (changes: Partial<DoorEntry> = {}): DoorEntry => ({
  id: '7',
  label: 'EVT-000007',
  state: 'verified',
  waitingNumber: 0,
  code: 'current',
  replacedCodes: ['earlier'],
  college: '',
  phoneEnd: '0000',
  people: [person(1), person(2)],
  ...changes,
})

const arrived = [person(1, '2025-10-11T03:32:00.000Z', 'Door 2'), person(2)]

test.each([
  ['lets a verified entry in', entry(), 'let-in'],
  ['asks about an entry with an unchecked payment', entry({ state: 'unchecked' }), 'unchecked'],
  ['does not let in an entry on the waiting list', entry({ state: 'waiting' }), 'waiting'],
  ['does not accept a rejected entry', entry({ state: 'refused' }), 'refused'],
  [
    'does not accept an entry that was rejected after its people arrived',
    entry({ state: 'refused', people: arrived }),
    'refused',
  ],
  ['says that an entry is already in', entry({ people: arrived }), 'already-in'],
  [
    'says that an entry is already in even if its payment is unchecked',
    entry({ state: 'unchecked', people: arrived }),
    'already-in',
  ],
] as const)('%s (21.53)', (_, listed, verdict) => {
  expect(decide(listed)).toBe(verdict)
})

test('asks for confirmation before it lets in an entry found by search (21.56)', () => {
  expect(decideFound(entry())).toBe('found')
  expect(decideFound(entry({ state: 'waiting' }))).toBe('waiting')
})

test('does not accept a replaced code (21.53)', () => {
  expect(decideByCode([entry()], 'current').verdict).toBe('let-in')
  expect(decideByCode([entry()], 'earlier').verdict).toBe('replaced')
  expect(decideByCode([entry({ state: 'refused' })], 'earlier').verdict).toBe('refused')
})

test('finds no entry for a code that is not on the list (21.53)', () => {
  expect(decideByCode([entry()], 'another')).toEqual({ verdict: 'unlisted' })
})

test('hashes a code as the server does, however it is typed (21.52)', async () => {
  const key = Buffer.from('key').toString('base64url')
  const { createHmac } = await import('node:crypto')
  const hash = createHmac('sha256', 'key').update('K7Q4M2BC9DFGHJ3K').digest('base64url')
  expect(await hashCode(key, 'K7Q4M2BC9DFGHJ3K')).toBe(hash)
  expect(await hashCode(key, 'k7q4 m2bc 9dfg hj3k')).toBe(hash)
})

test('distinguishes a typed code from a name (21.56)', () => {
  expect(isTicketCode('k7q4 m2bc 9dfg hj3k')).toBe(true)
  expect(isTicketCode('Asha Menon')).toBe(false)
})

test('ignores a code that the camera saw less than three seconds ago (21.54)', () => {
  const last = { code: 'A', seenMs: 0 }
  expect(isRepeat(last, { code: 'A', seenMs: 2_900 })).toBe(true)
  expect(isRepeat(last, { code: 'A', seenMs: 3_100 })).toBe(false)
})

test('accepts a different code at once (21.54)', () => {
  expect(isRepeat({ code: 'A', seenMs: 0 }, { code: 'B', seenMs: 10 })).toBe(false)
  expect(isRepeat(undefined, { code: 'A', seenMs: 0 })).toBe(false)
})
