import type { FormKind } from '../../festival/api'
import { labelCategory, nameSubject, nameTier } from '../../festival/stored-names'
import type { AccommodationRow, DbOrTransaction, DelegatePassRow, EventRegistrationRow } from '../db/schema'
import { readTeam, type TeamMember } from './read-team'

/** A submission of whichever kind, as the desk and its registrant see it. */
export interface ReviewedRecord {
  id: string
  kind: FormKind
  /** The id that its registrant holds. */
  label: string
  name: string
  email: string
  phone: string
  /** A subject's key, or a pass's tier; empty for a room. */
  event: string
  eventName: string
  /** Rupees; null where a pass covers it. */
  amount: number | null
  sentAt: string
  reference: string
  utr: string
  /** The pass that it holds, or names. */
  delegateId: string
  coupon: string
  members: TeamMember[]
  /** The addresses of its files, or what is noted in their place, by the form's field. */
  proofs: { field: string; url: string }[]
  facts: { label: string; value: string }[]
}

const ofRegistration = (row: EventRegistrationRow): ReviewedRecord => ({
  id: row.id,
  kind: 'registration',
  label: row.registration_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  event: row.event_id,
  eventName: nameSubject(row.event_id),
  amount: row.amount,
  sentAt: row.registration_time,
  reference: row.payment_reference,
  utr: row.utr,
  delegateId: row.delegate_id,
  coupon: row.coupon_code,
  members: readTeam(row.team_members),
  proofs: [{ field: 'payment_screenshot_url', url: row.payment_screenshot_url }],
  facts: [
    { label: 'Institution', value: row.institution },
    { label: 'Category', value: labelCategory(row.category) },
    { label: 'Year of study', value: row.year },
    { label: 'Delegate Pass ID', value: row.delegate_id },
    { label: 'Coupon', value: row.coupon_code },
  ],
})

const ofPass = (row: DelegatePassRow): ReviewedRecord => ({
  id: row.id,
  kind: 'delegate-pass',
  label: row.registration_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  event: row.pass_type,
  eventName: nameTier(row.pass_type),
  amount: row.amount,
  sentAt: row.purchase_time,
  reference: row.payment_reference,
  utr: row.utr,
  delegateId: row.delegate_id,
  coupon: '',
  members: [],
  proofs: [{ field: 'payment_screenshot_url', url: row.payment_screenshot_url }],
  facts: [
    { label: 'Institution', value: row.institution },
    { label: 'Delegate Pass ID', value: row.delegate_id },
  ],
})

const local = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** "Wed, 8 Oct, 8:00 am" for `2025-10-08T08:00`, a time in India; anything else as it is. */
const tellLocal = (time: string): string =>
  Number.isNaN(Date.parse(`${time}Z`)) ? time : local.format(new Date(`${time}Z`))

const ofRoom = (row: AccommodationRow): ReviewedRecord => ({
  id: row.id,
  kind: 'accommodation',
  label: row.request_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  event: '',
  eventName: `Room, ${row.room_type}`,
  amount: row.amount,
  sentAt: row.booking_time,
  reference: row.payment_reference,
  utr: row.transaction_id,
  delegateId: '',
  coupon: '',
  members: [],
  proofs: [
    { field: 'payment_proof_url', url: row.payment_proof_url },
    { field: 'id_proof_url', url: row.id_proof_url },
    { field: 'participation_proof_url', url: row.participation_proof_url },
  ],
  facts: [
    { label: 'College', value: row.college },
    { label: 'Arrival', value: tellLocal(row.arrival) },
    { label: 'Departure', value: tellLocal(row.departure) },
    { label: 'Events', value: row.events },
  ],
})

/** More values than a statement may have are asked for in several. */
const idsAtOnce = 500

/** The records of these ids, by their ids; those that are gone are left out. */
export const readRecords = async (
  db: DbOrTransaction,
  wanted: readonly { record_id: string; kind: FormKind }[],
): Promise<Map<string, ReviewedRecord>> => {
  const found = new Map<string, ReviewedRecord>()
  const idsOf = (kind: FormKind) => wanted.filter((one) => one.kind === kind).map(({ record_id }) => record_id)
  const read = async <Row>(
    ids: string[],
    fetch: (some: string[]) => Promise<Row[]>,
    show: (row: Row) => ReviewedRecord,
  ) => {
    for (let start = 0; start < ids.length; start += idsAtOnce)
      for (const row of await fetch(ids.slice(start, start + idsAtOnce))) {
        const record = show(row)
        found.set(record.id, record)
      }
  }
  await read(
    idsOf('registration'),
    (ids) => db.selectFrom('EventRegistration').selectAll().where('id', 'in', ids).execute(),
    ofRegistration,
  )
  await read(
    idsOf('delegate-pass'),
    (ids) => db.selectFrom('DelegatePass').selectAll().where('id', 'in', ids).execute(),
    ofPass,
  )
  await read(
    idsOf('accommodation'),
    (ids) => db.selectFrom('Accommodation').selectAll().where('id', 'in', ids).execute(),
    ofRoom,
  )
  return found
}
