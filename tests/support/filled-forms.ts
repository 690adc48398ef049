import { randomUUID } from 'node:crypto'
import type { TestApp } from './test-app'

type Fields = Record<string, unknown>

/** A Senior Quiz registration of a team of two, with a screenshot that was uploaded. */
export const fillRegistration = async (festival: TestApp, changes: Fields = {}): Promise<Fields> => ({
  event: 'SeniorQuiz',
  members: [
    { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
    { name: 'Bala Test', phone: '', year: '3rd year' },
  ],
  email: 'asha@college.test',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
  coupon: '',
  payment_screenshot_url: await festival.upload('payment'),
  ...changes,
})

export const fillDelegatePass = async (festival: TestApp, changes: Fields = {}): Promise<Fields> => ({
  name: 'Asha Test',
  email: 'asha@college.test',
  phone: '+910123456789',
  institution: 'Test Medical College',
  tier: 'magnus',
  payment_screenshot_url: await festival.upload('payment'),
  ...changes,
})

export const fillAccommodation = async (festival: TestApp, changes: Fields = {}): Promise<Fields> => ({
  name: 'Asha Test',
  college: 'Test Medical College',
  events: ['SeniorQuiz', 'SmartAI'],
  arrival: '2025-10-08T16:00',
  departure: '2025-10-12T20:30',
  transaction_id: '412345678901',
  email: 'asha@college.test',
  phone: '0123456789',
  id_proof_url: await festival.upload('id-proof'),
  participation_proof_url: await festival.upload('participation-proof'),
  payment_proof_url: await festival.upload('payment'),
  ...changes,
})

/** The header that makes a request repeatable. */
export const keyHeader = (key: string = randomUUID()): Record<string, string> => ({ 'Idempotency-Key': key })

/** How many rows the tables of records, keys and messages hold. */
export const countRows = async ({ db }: TestApp): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of ['EventRegistration', 'DelegatePass', 'Accommodation', 'submission', 'message'] as const) {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    if (Number(rows) > 0) counts[table] = Number(rows)
  }
  return counts
}
