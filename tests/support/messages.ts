import { randomUUID } from 'node:crypto'
import { details, pickAnswers } from '../../festival/forms/details'
import type { MessageRow } from '../../server/db/schema'
import type { AccommodationPayload } from '../../server/forms/accommodation'
import type { DelegatePassPayload } from '../../server/forms/delegate-pass'
import type { RegistrationPayload } from '../../server/forms/registration'
import { accommodationBody, delegatePassBody } from './bodies'
import type { TestApp } from './test-app'

export const registrationPayload: RegistrationPayload = {
  registration_id: 'EVT-000123',
  event_name: 'Senior Quiz ‘Peristalympics’',
  team_members:
    'Member 1: Asha Test (0123456789, Final year); Member 2: Bilal Test (+910123456788, 3rd year)',
  registrant_name: 'Asha Test',
  delegate_id: '481920047713',
  registrant_email: 'asha@students.test',
  registrant_phone: '0123456789',
  registrant_institution: 'Test Medical College',
  registrant_year: 'Final year',
  registrant_category: 'Medical Student',
  payment_screenshot_url: 'https://cerebra.test/files/payment.png',
  coupon_code: 'NEURON55!',
  amount: 570,
  payment_reference: 'K7Q4M2',
  utr: '412345678901',
  event_key: 'SeniorQuiz',
}

export const delegatePassPayload: DelegatePassPayload = {
  name: 'Asha Test',
  email: 'asha@students.test',
  phone: '0123456789',
  ...pickAnswers(details['delegate-pass'], delegatePassBody),
  tier: 'magnus',
  paymentScreenshotUrl: 'https://cerebra.test/files/payment.png',
  delegateIdRaw: '481920047713',
  registrationId: 'DP-047713',
  payment_reference: 'K7Q4M2',
  utr: '412345678901',
}

export const accommodationPayload: AccommodationPayload = {
  name: 'Asha Test',
  ...pickAnswers(details.accommodation, accommodationBody),
  id_proof_url: 'https://cerebra.test/files/id.pdf',
  events: 'Senior Quiz ‘Peristalympics’, Smart AI',
  participation_proof_url: 'https://cerebra.test/files/participation.png',
  arrival: '2025-10-08T16:00',
  departure: '2025-10-12T20:30',
  transaction_id: '412345678901',
  payment_proof_url: 'https://cerebra.test/files/proof.webp',
  email: 'asha@students.test',
  phone: '0123456789',
  request_id: 'ACC-402118',
  payment_reference: 'K7Q4M2',
  amount: 50,
}

export const queueMessage = async (
  festival: TestApp,
  changes: Partial<MessageRow> = {},
): Promise<string> => {
  const id = randomUUID()
  const now = festival.now.toISOString()
  await festival.db
    .insertInto('message')
    .values({
      id,
      kind: 'registration',
      entry_id: randomUUID(),
      recipient: 'asha@students.test',
      payload: JSON.stringify(registrationPayload),
      state: 'queued',
      attempts: 0,
      next_attempt_at: now,
      lease_until: null,
      last_error: null,
      created_at: now,
      sent_at: null,
      mailbox: '',
      priority: 1,
      network: null,
      due_at: now,
      scheduled_at: now,
      refused_at: null,
      needs_no_copy: 0,
      ...changes,
    })
    .execute()
  return id
}

export const readMessage = (festival: TestApp, id: string): Promise<MessageRow> =>
  festival.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const heldLease = (): Pick<MessageRow, 'state' | 'attempts' | 'lease_until'> => ({
  state: 'sending',
  attempts: 1,
  lease_until: new Date(Date.now() + 30_000).toISOString(),
})

/** Leases use the store's clock, which tests cannot set. */
export const expireLeases = async (festival: TestApp): Promise<void> => {
  await festival.db
    .updateTable('message')
    .set({ lease_until: new Date(Date.now() - 1).toISOString() })
    .where('state', '=', 'sending')
    .execute()
}
