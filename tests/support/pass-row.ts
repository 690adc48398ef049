import { randomUUID } from 'node:crypto'
import { details, pickAnswers } from '../../festival/forms/details'
import type { DelegatePassRow } from '../../server/db/schema'
import { openReview } from '../../server/entries/review'
import { delegatePassBody } from './bodies'
import type { TestApp } from './test-app'

export const passRow: DelegatePassRow = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Asha Test',
  email: 'asha@college.test',
  phone: '0123456789',
  ...pickAnswers(details['delegate-pass'], delegatePassBody),
  pass_type: 'novus',
  purchase_time: '2025-10-01T04:30:00.000Z',
  delegate_id: '100000000001',
  registration_id: 'DP-000001',
  payment_screenshot_url: 'https://cerebra.test/files/x.png',
  amount: 500,
  payment_reference: '',
  privacy_notice: '',
  age: '',
  utr: '',
}

/** Inserts passes as the pass form would, and returns the buyers' addresses. */
export const addPasses = async (
  { db, now }: TestApp,
  count: number,
  changes: Partial<DelegatePassRow> = {},
): Promise<string[]> => {
  const passes = Array.from({ length: count }, (_, n) => ({
    ...passRow,
    id: randomUUID(),
    email: `p${n}@college.test`,
    delegate_id: String(100_000_000_000 + n),
    registration_id: `DP-${String(n).padStart(6, '0')}`,
    ...changes,
  }))
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('DelegatePass').values(passes).execute()
    const pass = { kind: 'delegate-pass', event: 'novus', amount: 500, people: 1 } as const
    for (const { id: entryId } of passes) {
      const state = 'submitted'
      const origin = { late: undefined, burst: undefined, now }
      await openReview(transaction, { ...pass, entryId, state, ...origin })
    }
  })
  return passes.map(({ email }) => email)
}
