import { details, pickAnswers } from '../../festival/details'
import type { DelegatePassRow } from '../../server/db/schema'
import { delegatePassBody } from './bodies'

/** A stored pass, for tables that no call filled. */
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
  utr: '',
}
