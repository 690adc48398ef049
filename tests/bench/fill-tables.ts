import { sql } from 'kysely'
import type { ReviewRow } from '../../server/db/desk-schema'
import type { Db, EventRegistrationRow, MessageRow, SubmissionRow, UploadRow } from '../../server/db/schema'
import { uploadUrl } from './visits'

/** So many rows by one statement. */
const chunk = 50_000

/** What each column of a row holds, as SQL of the row's number `i`. */
type Columns<Row> = { readonly [Column in keyof Row]?: string }

/** Makes a row for each of the numbers from `first` on, chunk by chunk. */
const insertEach = async <Row extends object>(
  db: Db,
  first: number,
  count: number,
  table: string,
  columns: Columns<Row>,
) => {
  const names = Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ')
  for (let from = first; from < first + count; from += chunk) {
    const last = Math.min(from + chunk, first + count) - 1
    const numbers = `with recursive counted(i) as (select cast(${from} as bigint) union all select i + 1 from counted where i < ${last})`
    const insert = `insert into "${table}" (${names}) ${numbers} select ${Object.values(columns).join(', ')} from counted where true on conflict do nothing`
    await sql.raw(insert).execute(db)
  }
}

/**
 * The text of a key that stands for a UUID: as long, and spread over the range in which new ones fall. Keys rise with
 * their numbers, so that a million of them are made soon; new ones then fall anywhere between them.
 */
const keyOf = (kind: number) =>
  `substr(cast(10000000000 + i * 9999 as text), 2) || '-${kind}000-8000-' || substr(cast(10000000000 + i as text), 2)`

const time = `'2025-09-20T04:30:00.' || substr(cast(1000 + i % 1000 as text), 2) || 'Z'`

/** Uploads that nobody has referred to yet, for the registrations of these numbers. */
export const fillUploads = (db: Db, first: number, count: number): Promise<void> => {
  const [start = '', end = ''] = uploadUrl(0).split('0')
  return insertEach<UploadRow>(db, first, count, 'upload', {
    public_id: `'bench-' || i`,
    secure_url: `'${start}' || i || '${end}'`,
    preset: `'payment'`,
    format: `'png'`,
    bytes: '400000',
    created_at: `'${new Date().toISOString()}'`,
  })
}

/** Registrations that were confirmed long ago, with all that stands behind each; their numbers are spread evenly. */
export const fillRegistrations = async (db: Db, first: number, count: number): Promise<void> => {
  const number = '(i * 618033 % 1000000)'
  const url = `'https://festival.test/files/old-' || i || '.png'`
  const email = `'old-' || i || '@students.test'`
  const member = '{"name":"Registrant","phone":"0123456789","year":"Final year"}'
  const payload = `'{"event_name":"${'x'.repeat(560)}"}'`
  await insertEach<UploadRow>(db, first, count, 'upload', {
    public_id: `'old-' || i`,
    secure_url: url,
    preset: `'payment'`,
    format: `'png'`,
    bytes: '400000',
    created_at: time,
    referenced_at: time,
  })
  await insertEach<EventRegistrationRow>(db, first, count, 'EventRegistration', {
    id: keyOf(1),
    registration_id: `'EVT-' || substr(cast(1000000 + ${number} as text), 2)`,
    number,
    name: `'Registrant'`,
    email,
    phone: `'0123456789'`,
    year: `'Final year'`,
    event_id: `'SeniorQuiz'`,
    registration_time: time,
    payment_screenshot_url: url,
    team_members: `'[${member},${member}]'`,
    coupon_applied: `'no'`,
    institution: `'Test Medical College'`,
    category: `'student'`,
    delegate_id: `''`,
    coupon_code: `''`,
    amount: '600',
  })
  await insertEach<ReviewRow>(db, first, count, 'review', {
    record_id: keyOf(1),
    kind: `'registration'`,
    event: `'SeniorQuiz'`,
    day: `'2025-09-20'`,
    state: `'submitted'`,
    created_at: time,
    changed_at: time,
    prepared: '1',
  })
  await insertEach<SubmissionRow>(db, first, count, 'submission', {
    key: keyOf(2),
    kind: `'registration'`,
    body_hash: `'${'0'.repeat(64)}'`,
    record_id: keyOf(1),
    message_id: keyOf(3),
    created_at: time,
  })
  await insertEach<MessageRow>(db, first, count, 'message', {
    id: keyOf(3),
    kind: `'registration'`,
    record_id: keyOf(1),
    recipient: email,
    payload,
    state: `'sent'`,
    attempts: '1',
    next_attempt_at: time,
    scheduled_at: time,
    created_at: time,
    sent_at: time,
  })
}
