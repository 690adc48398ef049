import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delegatePassBody, registrationBody } from '../../../tests/support/bodies'
import { keepReceipt } from '../../receipts'
import { fillInPerson } from './receipt-offer'
import { findSent, forgetPeople, listPeople, readReceipts, removeReceipt } from './receipts'

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

test('keeps one receipt per key, with the latest response from the server (5.50)', () => {
  keepReceipt('key-1', 'registration', { ...quiz, confirmation: 'queued' })
  keepReceipt('key-1', 'registration', quiz)
  expect(readReceipts('registration')).toEqual([
    { key: 'key-1', kind: 'registration', receipt: quiz },
  ])
})

test('lists the newest receipt first, and removes receipts from the device (5.50)', () => {
  keepReceipt('key-1', 'registration', quiz)
  keepReceipt('key-2', 'registration', { ...quiz, registration_id: 'EVT-168393' })
  expect(readReceipts('registration').map(({ key }) => key)).toEqual(['key-2', 'key-1'])
  removeReceipt('key-1')
  removeReceipt('key-2')
  expect(readReceipts('registration')).toEqual([])
  expect(kept.size).toBe(0)
})

const pass = {
  registration_id: 'DP-119607',
  delegate_id: '977874119607',
  name: 'Ravi Test',
  email: 'ravi@college.test',
  tier: 'novus',
  amount: 500,
  payment_reference: 'K7Q4M2',
  purchase_time: '2025-10-01T04:30:00.123Z',
  confirmation: 'sent',
} as const

const ravi = {
  name: 'Ravi Test',
  phone: '+910123456789',
  year: '',
  email: 'ravi@college.test',
  institution: 'Test Medical College',
  category: '',
  delegate_id: '977874119607',
}
const asha = {
  name: 'Asha Test',
  phone: '0123456789',
  year: 'Final year',
  email: 'asha@college.test',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
}

const sendBoth = () => {
  keepReceipt('key-1', 'delegate-pass', pass, {
    ...delegatePassBody,
    name: 'Ravi Test',
    email: 'ravi@college.test',
    payment_screenshot_url: '',
  })
  keepReceipt('key-2', 'registration', quiz, { ...registrationBody, payment_screenshot_url: '' })
}

test('offers to fill in the details and pass of each earlier participant (5.61)', () => {
  sendBoth()
  expect(listPeople()).toEqual([asha, ravi])
})

test('merges the forms of one person (5.61)', () => {
  sendBoth()
  const body = {
    ...registrationBody,
    members: [{ name: 'Ravi Test', phone: '9876543210', year: '3rd year' }] as const,
  }
  const own = { ...body, email: 'Ravi@college.test', delegate_id: '', payment_screenshot_url: '' }
  keepReceipt('key-3', 'registration', quiz, { ...own, members: [...own.members] })
  const newer = {
    phone: '9876543210',
    year: '3rd year',
    email: 'Ravi@college.test',
    category: 'student',
  }
  expect(listPeople()).toEqual([{ ...ravi, ...newer }, asha])
})

test('replaces the previous person’s details completely (5.61)', () => {
  const held = {
    members: [
      { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
      { name: 'Bala Test', phone: '', year: '' },
    ],
    email: 'asha@college.test',
    institution: 'Another college',
    category: 'student',
    delegate_id: '123412341234',
    utr: '',
  }
  expect(fillInPerson(held, { ...ravi, delegate_id: '' })).toEqual({
    members: [
      { name: 'Ravi Test', phone: '+910123456789', year: '' },
      { name: 'Bala Test', phone: '', year: '' },
    ],
    email: 'ravi@college.test',
    institution: 'Test Medical College',
    category: '',
    delegate_id: '',
    utr: '',
  })
})

test('deletes personal details after 30 days or on request, and keeps the receipts (5.61)', () => {
  vi.useFakeTimers({ now: Date.parse('2025-10-01T10:00:00+05:30') })
  sendBoth()
  vi.advanceTimersByTime(30 * 24 * 60 * 60 * 1000)
  expect(listPeople()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(listPeople()).toEqual([])
  expect(kept.get('cerebra:receipts')).not.toContain('0123456789')
  sendBoth()
  forgetPeople()
  expect(listPeople()).toEqual([])
  expect(kept.get('cerebra:receipts')).not.toContain('0123456789')
  expect(readReceipts('registration')).toHaveLength(1)
  vi.useRealTimers()
})

test('finds the latest entry sent from this device, or the one with an ID (14.41)', () => {
  expect(findSent('')).toBeUndefined()
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
  expect(findSent('')).toEqual({ id: 'ACC-047713', email: 'room@college.test' })
  expect(findSent(quiz.registration_id)).toEqual({ id: quiz.registration_id, email: quiz.email })
})

test.each([
  ['invalid JSON', '{'],
  ['a list', '[1,2]'],
  ['a kind of another form', '{"k":{"kind":"ticket","receipt":{}}}'],
  ['a receipt without an id', '{"k":{"kind":"registration","receipt":{"event":"SeniorQuiz"}}}'],
])('ignores stored data that is not a receipt: %s', (_name, text) => {
  kept.set('cerebra:receipts', text)
  expect(readReceipts('registration')).toEqual([])
})

test('works without browser storage', () => {
  vi.stubGlobal('localStorage', undefined)
  keepReceipt('key-1', 'registration', quiz)
  expect(readReceipts('registration')).toEqual([])
})
