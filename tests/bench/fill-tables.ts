import { sql } from 'kysely'
import type { Db } from '../../server/db/schema'
import { uploadUrl } from './visits'

/** So many rows by one statement. */
const chunk = 50_000

/** Runs a statement for the numbers `i` from `first` on, chunk by chunk; it stands after `insert into`. */
const insertEach = async (db: Db, first: number, count: number, target: string, columns: readonly string[]) => {
  for (let from = first; from < first + count; from += chunk) {
    const last = Math.min(from + chunk, first + count) - 1
    const numbers = `with recursive counted(i) as (select cast(${from} as bigint) union all select i + 1 from counted where i < ${last})`
    const insert = `insert into ${target} ${numbers} select ${columns.join(', ')} from counted where true on conflict do nothing`
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
  return insertEach(db, first, count, 'upload (public_id, secure_url, preset, format, bytes, created_at)', [
    `'bench-' || i`,
    `'${start}' || i || '${end}'`,
    `'payment'`,
    `'png'`,
    '400000',
    `'${new Date().toISOString()}'`,
  ])
}

/** Registrations that were confirmed long ago, with all that stands behind each; their numbers are spread evenly. */
export const fillRegistrations = async (db: Db, first: number, count: number): Promise<void> => {
  const number = '(i * 618033 % 1000000)'
  const url = `'https://festival.test/files/old-' || i || '.png'`
  const email = `'old-' || i || '@students.test'`
  const member = '{"name":"Registrant","phone":"0123456789","year":"Final year"}'
  const payload = `'{"event_name":"${'x'.repeat(560)}"}'`
  await insertEach(db, first, count, 'upload', [`'old-' || i`, url, `'payment'`, `'png'`, '400000', time, time])
  await insertEach(db, first, count, '"EventRegistration"', [
    keyOf(1),
    `'EVT-' || substr(cast(1000000 + ${number} as text), 2)`,
    number,
    `'Registrant'`,
    email,
    `'0123456789'`,
    `'Final year'`,
    `'SeniorQuiz'`,
    time,
    url,
    `'[${member},${member}]'`,
    `'no'`,
    `'Test Medical College'`,
    `'student'`,
    `''`,
    `''`,
    '800',
    keyOf(2),
  ])
  await insertEach(db, first, count, 'submission', [
    keyOf(2),
    `'registration'`,
    `'${'0'.repeat(64)}'`,
    keyOf(1),
    keyOf(3),
    time,
  ])
  await insertEach(db, first, count, 'message', [
    keyOf(3),
    `'registration'`,
    keyOf(1),
    email,
    payload,
    `'sent'`,
    '1',
    time,
    'null',
    'null',
    time,
    time,
  ])
}
