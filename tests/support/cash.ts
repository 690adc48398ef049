import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Cash } from '../../festival/contract/cash'
import type { WalkInEntered } from '../../festival/contract/walk-in'
import { readEntry, readQueue } from './entries'
import type { Desk } from './organisers'
import { bank } from './statements/bank-desk'

/** The form of a walk-in participant who owes ₹300. */
export const form = {
  event: 'OnlineQuiz',
  email: 'walk@college.test',
  institution: 'Test College',
  category: 'student',
  members: [{ name: 'Walk In', phone: '9123456780', year: '2nd year' }],
  delegate_id: '',
  coupon: '',
}

export const enter = (desk: Desk, body: object, key: string = randomUUID()) =>
  desk.send(
    'POST',
    '/api/desk/walk-ins',
    { kind: 'registration', paid: 'cash', anyway: true, form, ...body },
    { 'Idempotency-Key': key },
  )

/** Records ₹300 in cash. `verify` is the id of a decision that verifies the entry. */
export const takeCash = async (
  desk: Desk,
  email: string,
  verify?: string,
): Promise<WalkInEntered> => {
  const body = { form: { ...form, email } }
  const response = await enter(desk, verify ? { ...body, verify } : body)
  expect(response.status).toBe(201)
  return response.json()
}

export const handOver = (desk: Desk, to: string, amount: number, more: object = {}) =>
  desk.send('POST', '/api/desk/cash/handovers', { id: randomUUID(), to, amount, ...more })

export const readCash = async (desk: Desk): Promise<Cash> =>
  (await desk.get('/api/desk/cash')).json()

export const expectHeld = async (book: readonly (readonly [holder: string, paise: number])[]) => {
  const sums: Record<string, number> = {}
  for (const [holder, paise] of book) {
    sums[holder] = (sums[holder] ?? 0) + paise
  }
  const { holders } = await readCash(bank.ravi)
  expect(Object.fromEntries(holders.map(({ holder, holds }) => [holder, holds]))).toEqual(sums)
  for (const { holds, taken, received, handover, returned } of holders) {
    expect(holds).toBe(taken + received - handover - returned)
  }
}

export const register = async (): Promise<string> => {
  const { name } = await bank.expectPayment('K7Q4M2')
  const row = (await readQueue(bank.ravi)).find((found) => found.name === name)
  if (!row) {
    throw new Error('The queue has no such entry')
  }
  return row.id
}

export const decideNow = async (desk: Desk, entryId: string, more: object) => {
  const { version } = await readEntry(desk, entryId)
  return desk.send('POST', '/api/desk/decisions', {
    id: randomUUID(),
    entryId,
    version,
    ...more,
  })
}
