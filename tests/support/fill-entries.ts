import { randomUUID } from 'node:crypto'
import type { Db, EventRegistrationRow } from '../../server/db/schema'
import { insertRows } from '../../server/db/table-rows'

/** An entry that claims a payment of ₹600. */
export interface TrialEntry {
  id: string
  reference: string
  number: string
}

const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Every reference has different first four characters. */
const makeReference = (n: number): string => {
  const letters = [Math.floor(n / 28 ** 2), Math.floor(n / 28), n].map((place) =>
    alphabet.charAt(place % 28),
  )
  return `${alphabet.charAt(Math.floor(n / 28 ** 3) % 8)}${letters.join('')}${alphabet.charAt(n % 8)}K`
}

const sentAt = '2025-09-20T04:30:00.000Z'

const makeRegistration = (n: number): EventRegistrationRow => ({
  id: randomUUID(),
  registration_id: `EVT-${String(n).padStart(6, '0')}`,
  number: n,
  name: `Guest ${n}`,
  email: `guest${n}@college.test`,
  phone: String(9_000_000_000 + n),
  year: 'Final year',
  event_id: 'SeniorQuiz',
  registration_time: sentAt,
  payment_screenshot_url: `https://cerebra.test/files/${n}.png`,
  team_members: '[]',
  coupon_applied: 'no',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
  coupon_code: '',
  amount: 600,
  payment_reference: makeReference(n),
  privacy_notice: '',
  age: '',
  utr: n % 3 === 0 ? String(527_400_000_000 + n) : '',
})

/** Inserts `count` entries of 20 September, numbered from `first`. */
export const fillEntries = async (db: Db, first: number, count: number): Promise<TrialEntry[]> => {
  const rows = Array.from({ length: count }, (_none, index) => makeRegistration(first + index))
  await insertRows(
    db,
    'EventRegistration',
    rows.map((row) => ({ ...row })),
  )
  const reviews = rows.map(({ id }) => ({
    entry_id: id,
    kind: 'registration',
    event: 'SeniorQuiz',
    day: '2025-09-20',
    state: 'submitted',
    created_at: sentAt,
    changed_at: sentAt,
    is_indexed: 1,
  }))
  await insertRows(db, 'review', reviews)
  return rows.map(({ id, payment_reference, number }) => ({
    id,
    reference: payment_reference,
    number: String(527_400_000_000 + number),
  }))
}
