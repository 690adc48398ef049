import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { proofNames } from '../../../festival/desk/record'
import { details, labelsOf } from '../../../festival/details'
import { formatMembers } from '../../../festival/registration'
import { labelCategory, nameSubject, tellTier } from '../../../festival/stored-names'
import type {
  AccommodationRow,
  DelegatePassRow,
  EventRegistrationRow,
  MessageKind,
  MessageRow,
  Tables,
} from '../../db/schema'
import { asLocal, inIndia } from '../../lists/cells'
import { bareId, readTiers } from '../../lists/lists'
import { audit, decisions, payments, refunds, reviews } from './desk-tables'
import { asStored, type Columns, exportOf } from './export-of'

const member = v.object({ name: v.string(), phone: v.string(), year: v.string() })
const readMembers = (json: string) => v.parse(v.tupleWithRest([member], member), JSON.parse(json))

interface RegistrationItem extends EventRegistrationRow {
  event_name: string
  pass_found: string
}

const which = {
  registration_id: 'Registration ID',
  // The registration id has it.
  number: undefined,
  event_id: null,
  event_name: 'Event',
} satisfies Partial<Columns<RegistrationItem>>

const whence = {
  ...labelsOf(details.registration),
  category: ['Category', labelCategory],
} satisfies Partial<Columns<RegistrationItem>>

const payment = {
  delegate_id: 'Delegate Pass ID',
  pass_found: 'Pass found',
  coupon_applied: 'Coupon used',
  coupon_code: 'Coupon',
  amount: 'Amount',
  payment_reference: 'Payment reference',
  utr: 'UTR',
  registration_time: ['Registered', inIndia],
  payment_screenshot_url: proofNames.payment_screenshot_url,
  id: 'Record',
} satisfies Partial<Columns<RegistrationItem>>

const readRegistrations = async (snapshot: Transaction<Tables>) => {
  const passes = await readTiers(snapshot)
  return (row: EventRegistrationRow): RegistrationItem => ({
    ...row,
    event_name: nameSubject(row.event_id),
    pass_found: row.delegate_id === '' ? '' : passes.has(bareId(row.delegate_id)) ? 'yes' : 'no',
  })
}

/** A row for each registration. */
const registrations = exportOf(
  'EventRegistration',
  'registration_time',
  async (snapshot) => {
    const read = await readRegistrations(snapshot)
    return (row) => [read(row)]
  },
  {
    ...which,
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    year: 'Year',
    ...whence,
    team_members: ['Team', (json) => formatMembers(readMembers(json)), readMembers],
    ...payment,
  },
)

interface Participant extends RegistrationItem {
  /** 1 for the leader. */
  place: number
  team_size: number
}

/** A row for each member of each team. The amount stands with the leader alone, so that a sum over the rows is right. */
const participants = exportOf(
  'EventRegistration',
  'registration_time',
  async (snapshot) => {
    const read = await readRegistrations(snapshot)
    return (row) => {
      const team = readMembers(row.team_members)
      return team.map(
        (member, index): Participant => ({
          ...read(row),
          ...member,
          amount: index === 0 ? row.amount : null,
          place: index + 1,
          team_size: team.length,
        }),
      )
    }
  },
  {
    ...which,
    place: 'Member',
    team_size: 'Of',
    name: 'Name',
    phone: 'Phone',
    year: 'Year',
    email: 'E-mail of the team',
    ...whence,
    team_members: undefined,
    ...payment,
  },
)

const delegatePasses = exportOf('DelegatePass', 'purchase_time', asStored<DelegatePassRow>, {
  delegate_id: 'Delegate Pass ID',
  registration_id: 'Registration ID',
  pass_type: ['Pass', tellTier],
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  ...labelsOf(details['delegate-pass']),
  amount: 'Amount',
  payment_reference: 'Payment reference',
  utr: 'UTR',
  purchase_time: ['Bought', inIndia],
  payment_screenshot_url: proofNames.payment_screenshot_url,
  id: 'Record',
})

const accommodations = exportOf('Accommodation', 'booking_time', asStored<AccommodationRow>, {
  request_id: 'Request number',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  ...labelsOf(details.accommodation),
  room_type: 'Room',
  // The days of arrival and departure.
  check_in: null,
  check_out: null,
  arrival: ['Arrival', asLocal],
  departure: ['Departure', asLocal],
  events: 'Events',
  event_keys: [null, undefined, (keys) => v.parse(v.array(v.string()), JSON.parse(keys))],
  amount: 'Amount',
  transaction_id: 'Transaction ID',
  payment_reference: 'Payment reference',
  booking_time: ['Requested', inIndia],
  payment_proof_url: 'Proof of payment',
  id_proof_url: proofNames.id_proof_url,
  participation_proof_url: proofNames.participation_proof_url,
  id: 'Record',
})

const kinds: Readonly<Record<MessageKind, string>> = {
  registration: 'Registration',
  'delegate-pass': 'Delegate pass',
  accommodation: 'Accommodation',
  'desk-link': 'Link to the desk',
  'desk-signed-in': 'Sign-in at the desk',
  'organiser-added': 'New organiser',
  decision: 'Decision',
  'private-link': 'Private link',
  announcement: 'Message to many',
}

/** Which confirmations went out, and which didn't; their content stands in the records. */
const messages = exportOf('message', 'created_at', asStored<MessageRow>, {
  id: null,
  kind: ['Of', (kind) => kinds[kind]],
  recipient: 'To',
  state: 'State',
  attempts: 'Attempts',
  last_error: 'Last fault',
  created_at: ['Written', inIndia],
  next_attempt_at: ['Next attempt', inIndia],
  sent_at: ['Sent', inIndia],
  record_id: 'Record',
  payload: undefined,
  lease_until: undefined,
  mailbox: undefined,
  priority: undefined,
  network: undefined,
  due_at: undefined,
  scheduled_at: undefined,
  refused_at: undefined,
  is_copied: undefined,
  announcement_id: undefined,
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
