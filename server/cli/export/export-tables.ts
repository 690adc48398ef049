import * as v from 'valibot'
import { findSubject } from '../../../festival/catalogue'
import { formatMembers } from '../../../festival/registration'
import { fullName } from '../../../festival/subject'
import type { AccommodationRow, DelegatePassRow, EventRegistrationRow, MessageRow } from '../../db/schema'
import type { StoredRow, TableName } from '../../db/table-rows'

/** A value as JSON keeps it; a list or an object is shown in words where a table of cells is made. */
export type ExportValue = string | number | null | readonly object[] | readonly string[] | object
export type ExportRow = Record<string, ExportValue>

/** How a table is given to the organisers (behaviour 12.13). */
export interface ExportTable {
  table: TableName
  /** The column that the rows are sorted by: when each came in. */
  order: string
  columns: readonly string[]
  /** What JSON holds under a column, where it isn't the stored value. */
  values: Record<string, (row: StoredRow) => ExportValue>
  /** What a cell shows, where the value is no text or number. */
  cells: Record<string, (row: StoredRow) => string>
}

const membersSchema = v.tupleWithRest(
  [v.object({ name: v.string(), phone: v.string(), year: v.string() })],
  v.object({ name: v.string(), phone: v.string(), year: v.string() }),
)
const readMembers = (row: StoredRow) => v.parse(membersSchema, JSON.parse(String(row.team_members)))
const readKeys = (row: StoredRow) => v.parse(v.array(v.string()), JSON.parse(String(row.event_keys)))

const nameEvent = ({ event_id }: StoredRow): string => {
  const subject = findSubject(String(event_id))
  return subject ? fullName(subject) : String(event_id)
}

const registrations = {
  table: 'EventRegistration',
  order: 'registration_time',
  columns: [
    'registration_id',
    'event_id',
    'event_name',
    'name',
    'email',
    'phone',
    'year',
    'institution',
    'category',
    'team_members',
    'delegate_id',
    'coupon_applied',
    'coupon_code',
    'amount',
    'registration_time',
    'payment_screenshot_url',
    'id',
  ] satisfies (keyof EventRegistrationRow | 'event_name')[],
  values: { event_name: nameEvent, team_members: readMembers },
  cells: { team_members: (row) => formatMembers(readMembers(row)) },
} satisfies ExportTable

const delegatePasses = {
  table: 'DelegatePass',
  order: 'purchase_time',
  columns: [
    'delegate_id',
    'registration_id',
    'pass_type',
    'name',
    'email',
    'phone',
    'institution',
    'amount',
    'purchase_time',
    'payment_screenshot_url',
    'id',
  ] satisfies (keyof DelegatePassRow)[],
  values: {},
  cells: {},
} satisfies ExportTable

const accommodations = {
  table: 'Accommodation',
  order: 'booking_time',
  columns: [
    'name',
    'email',
    'phone',
    'college',
    'room_type',
    'check_in',
    'check_out',
    'arrival',
    'departure',
    'events',
    'event_keys',
    'transaction_id',
    'booking_time',
    'payment_proof_url',
    'id_proof_url',
    'participation_proof_url',
    'id',
  ] satisfies (keyof AccommodationRow)[],
  values: { event_keys: readKeys },
  cells: { event_keys: (row) => readKeys(row).join(', ') },
} satisfies ExportTable

/** Which confirmations went out, and which didn't; their content stands in the records. */
const messages = {
  table: 'message',
  order: 'created_at',
  columns: [
    'id',
    'kind',
    'record_id',
    'recipient',
    'state',
    'attempts',
    'last_error',
    'created_at',
    'next_attempt_at',
    'sent_at',
  ] satisfies (keyof MessageRow)[],
  values: {},
  cells: {},
} satisfies ExportTable

export const exportTables = { registrations, 'delegate-passes': delegatePasses, accommodations, messages } as const

export const isExportTable = (text: unknown): text is keyof typeof exportTables =>
  typeof text === 'string' && Object.hasOwn(exportTables, text)
