import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepReceipt } from '../../receipts'
import { findLatest, findOwnPass, readReceipts, removeReceipt } from './receipts'

const kept = new Map<string, string>()
beforeEach(() =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }),
)
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

const quiz = {
  registration_id: 'EVT-168392',
  event: 'SeniorQuiz',
  event_name: 'Senior Quiz ‘Peristalympics’',
  registrant_name: 'Asha Test',
  team: ['Asha Test', 'Bala Test'],
  email: 'asha@college.test',
  registration_time: '2025-10-01T04:30:00.123Z',
  coupon_applied: 'no',
  amount: 600,
  payment_reference: 'K7Q4M2',
  confirmation: 'sent',
} as const

test('a registration that was finished twice under one key is kept once, as it was answered last (5.50)', () => {
  keepReceipt('key-1', 'registration', { ...quiz, confirmation: 'queued' })
  keepReceipt('key-1', 'registration', quiz)
  expect(readReceipts('registration')).toEqual([{ key: 'key-1', kind: 'registration', receipt: quiz }])
})

test('the newest receipt comes first, and one that is removed is gone from the device (5.50)', () => {
  keepReceipt('key-1', 'registration', quiz)
  keepReceipt('key-2', 'registration', { ...quiz, registration_id: 'EVT-168393' })
  expect(readReceipts('registration').map(({ key }) => key)).toEqual(['key-2', 'key-1'])
  removeReceipt('key-1')
  removeReceipt('key-2')
  expect(readReceipts('registration')).toEqual([])
  expect(kept.size).toBe(0)
})

test('the pass of this device is known where it is the only one (5.54)', () => {
  const pass = {
    registration_id: 'DP-119607',
    delegate_id: '977874119607',
    name: 'Asha Test',
    email: 'asha@college.test',
    tier: 'novus',
    amount: 500,
    payment_reference: 'K7Q4M2',
    purchase_time: '2025-10-01T04:30:00.123Z',
    confirmation: 'sent',
  } as const
  expect(findOwnPass()).toBeUndefined()
  keepReceipt('key-1', 'registration', quiz)
  keepReceipt('key-2', 'delegate-pass', pass)
  expect(findOwnPass()).toBe('977874119607')
  keepReceipt('key-3', 'delegate-pass', { ...pass, registration_id: 'DP-119608', delegate_id: '977874119608' })
  expect(findOwnPass()).toBeUndefined()
})

test('what was sent last from this device is asked about first (14.41)', () => {
  expect(findLatest()).toBeUndefined()
  keepReceipt('key-1', 'registration', quiz)
  keepReceipt('key-2', 'accommodation', {
    request_id: 'ACC-047713',
    name: 'Asha Test',
    email: 'room@college.test',
    check_in: '2025-10-08',
    check_out: '2025-10-13',
    room_type: 'Non-AC',
    booking_time: '2025-10-01T04:30:00.123Z',
    payment_reference: 'K7Q4M2',
    confirmation: 'sent',
  })
  expect(findLatest()).toEqual({ id: 'ACC-047713', email: 'room@college.test' })
})

test.each([
  ['no JSON', '{'],
  ['a list', '[1,2]'],
  ['a kind of another form', '{"k":{"kind":"ticket","receipt":{}}}'],
  ['a receipt without an id', '{"k":{"kind":"registration","receipt":{"event":"SeniorQuiz"}}}'],
])('what cannot be read as a receipt is left out: %s', (_name, text) => {
  kept.set('cerebra:receipts', text)
  expect(readReceipts('registration')).toEqual([])
})

test('without a place to keep anything, nothing is kept and nothing breaks', () => {
  vi.stubGlobal('localStorage', undefined)
  keepReceipt('key-1', 'registration', quiz)
  expect(readReceipts('registration')).toEqual([])
})
