import * as v from 'valibot'
import { findTier } from '../../../festival/tier'
import type { AccommodationRow, DelegatePassRow, MessageKind, MessageRow } from '../../db/schema'
import { payments, refunds } from './bank-tables'
import { asLocal, inIndia } from './cell'
import { audit, decisions, reviews } from './desk-tables'
import { asStored, exportOf } from './export-of'
import { participants, registrations } from './registrations'

const tellTier = (value: string): string => {
  const tier = findTier(value)
  return tier ? `${tier.label}, ${tier.name}` : value
}

const delegatePasses = exportOf('DelegatePass', 'purchase_time', asStored<DelegatePassRow>, {
  delegate_id: { head: 'Delegate Pass ID' },
  registration_id: { head: 'Registration ID' },
  pass_type: { head: 'Pass', show: tellTier },
  name: { head: 'Name' },
  email: { head: 'E-mail' },
  phone: { head: 'Phone' },
  institution: { head: 'Institution' },
  amount: { head: 'Amount' },
  payment_reference: { head: 'Payment reference' },
  utr: { head: 'UTR' },
  purchase_time: { head: 'Bought', show: inIndia },
  payment_screenshot_url: { head: 'Payment screenshot' },
  id: { head: 'Record' },
})

const accommodations = exportOf('Accommodation', 'booking_time', asStored<AccommodationRow>, {
  request_id: { head: 'Request number' },
  name: { head: 'Name' },
  email: { head: 'E-mail' },
  phone: { head: 'Phone' },
  college: { head: 'College' },
  room_type: { head: 'Room' },
  // The days of arrival and departure.
  check_in: {},
  check_out: {},
  arrival: { head: 'Arrival', show: asLocal },
  departure: { head: 'Departure', show: asLocal },
  events: { head: 'Events' },
  event_keys: { json: (keys) => v.parse(v.array(v.string()), JSON.parse(keys)) },
  amount: { head: 'Amount' },
  transaction_id: { head: 'Transaction ID' },
  payment_reference: { head: 'Payment reference' },
  booking_time: { head: 'Requested', show: inIndia },
  payment_proof_url: { head: 'Proof of payment' },
  id_proof_url: { head: 'ID proof' },
  participation_proof_url: { head: 'Proof of participation' },
  id: { head: 'Record' },
})

const kinds: Readonly<Record<MessageKind, string>> = {
  registration: 'Registration',
  'delegate-pass': 'Delegate pass',
  accommodation: 'Accommodation',
  'desk-link': 'Link to the desk',
  'desk-signed-in': 'Sign-in at the desk',
  decision: 'Decision',
  'private-link': 'Private link',
}

/** Which confirmations went out, and which didn't; their content stands in the records. */
const messages = exportOf('message', 'created_at', asStored<MessageRow>, {
  id: {},
  kind: { head: 'Of', show: (kind) => kinds[kind] },
  recipient: { head: 'To' },
  state: { head: 'State' },
  attempts: { head: 'Attempts' },
  last_error: { head: 'Last fault' },
  created_at: { head: 'Written', show: inIndia },
  next_attempt_at: { head: 'Next attempt', show: inIndia },
  sent_at: { head: 'Sent', show: inIndia },
  record_id: { head: 'Record' },
  payload: undefined,
  lease_until: undefined,
  mailbox: undefined,
  priority: undefined,
  network: undefined,
  due_at: undefined,
  scheduled_at: undefined,
  refused_at: undefined,
  is_copied: undefined,
})

export const exportTables = {
  registrations,
  participants,
  'delegate-passes': delegatePasses,
  accommodations,
  messages,
  reviews,
  decisions,
  payments,
  refunds,
  audit,
} as const

export const isExportTable = (text: unknown): text is keyof typeof exportTables =>
  typeof text === 'string' && Object.hasOwn(exportTables, text)
