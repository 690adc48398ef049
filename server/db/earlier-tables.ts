import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engines'
import { tables } from './schema'

/** The tables that an earlier version left, by their names, each with its columns. */
type Earlier = ReadonlyMap<string, ReadonlySet<string>>

/** Tables that went. */
const gone = ['mail_allowance', 'presence', 'bank_finding', 'bank_import_row']

/** Where a table's rows wait while it is made anew. */
const aside = (table: string) => `"earlier_${table}"`

/** Takes the tables of an earlier version out of the way, with their indexes and triggers. */
export const setAside = async (db: Kysely<unknown>): Promise<Earlier> => {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string }>`select current_schema() as name`
    : sql<{ name: undefined }>`select null as name where false`
  ).execute(db)
  const found = (await db.introspection.getTables()).filter(
    ({ name, schema }) => schema === rows[0]?.name && (name in tables || gone.includes(name)),
  )
  for (const { name } of found) {
    if (name in tables) await sql.raw(`create table ${aside(name)} as select * from "${name}"`).execute(db)
    await sql.raw(`drop table "${name}"`).execute(db)
  }
  return new Map(found.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
}

/** What a column holds of rows that were kept before it was there, where that is not its default. */
const lacking: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Numbers from 1 on, in the order in which the requests came.
  Accommodation: {
    request_id: `'ACC-' || substr(cast(1000000 + row_number() over (order by booking_time, id) as text), 2)`,
  },
  message: {
    mailbox: 'lower(recipient)',
    due_at: 'created_at',
    scheduled_at: 'created_at',
    priority: `case when kind = 'decision' then 2
      when kind in ('desk-link', 'desk-signed-in', 'private-link') then 0 else 1 end`,
  },
  // It was told by the address.
  upload: {
    location: `case when secure_url like '%/files/' || public_id || '.' || format then 'file-store' else 'image-host' end`,
  },
}

/** One version before this had statements that could be taken back as whole files. */
const hadFiles = (earlier: Earlier): boolean => earlier.get('bank_import')?.has('dropped_at') === true

/** Copies the rows of an earlier version into the tables of this one. */
export const copyEarlier = async (db: Kysely<unknown>, earlier: Earlier): Promise<void> => {
  const anew = hadFiles(earlier) ? ['flag', 'evidence'] : []
  for (const [name, columns] of Object.entries(tables)) {
    const had = earlier.get(name)
    if (!had || anew.includes(name)) continue
    const values = Object.keys(columns).flatMap((column) => {
      const value = had.has(column) ? `"${column}"` : lacking[name]?.[column]
      return value === undefined ? [] : [{ column: `"${column}"`, value }]
    })
    const into = values.map(({ column }) => column).join(', ')
    const from = values.map(({ value }) => value).join(', ')
    await sql.raw(`insert into "${name}" (${into}) select ${from} from ${aside(name)}`).execute(db)
  }
}

/**
 * Puts right what an earlier version kept in another way, once the tables have their indexes, and drops what is left of it. Two
 * versions were released before this: one without the desk, and the one with such files.
 */
export const putRight = async (db: Kysely<unknown>, earlier: Earlier): Promise<void> => {
  const hadNoDesk = earlier.has('EventRegistration') && !earlier.has('review')
  const hadNoSums = earlier.has('EventRegistration') && !earlier.get('review')?.has('due')
  const hadNoNotes = earlier.has('review') && !earlier.has('note')
  const hadNoBook = earlier.has('review') && !earlier.has('cash_move')
  for (const statement of [
    ...(hadNoDesk ? withoutDesk(db) : []),
    ...(hadFiles(earlier) ? withFiles : []),
    ...(hadNoSums ? withoutSums : []),
    ...(hadNoNotes ? withoutNotes : []),
    ...(hadNoBook ? withoutBook : []),
  ])
    await sql.raw(statement).execute(db)
  for (const name of earlier.keys()) await sql.raw(`drop table if exists ${aside(name)}`).execute(db)
}

/** Each record's kind, its event, and when it was made. */
const records = [
  ['EventRegistration', 'registration', 'event_id', 'registration_time'],
  ['DelegatePass', 'delegate-pass', 'pass_type', 'purchase_time'],
  ['Accommodation', 'accommodation', "''", 'booking_time'],
] as const

/** Before the desk: what was sent is not kept twice, and the records wait for a check like new ones. */
const withoutDesk = (db: Kysely<unknown>): string[] => [
  "update message set payload = '' where state = 'sent'",
  ...records.map(([table, kind, event, time]) => {
    const day = isPostgres(db)
      ? `to_char(${time}::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
      : `date(${time}, '+330 minutes')`
    return `insert into review (record_id, kind, event, day, state, created_at, changed_at)
      select id, '${kind}', ${event}, ${day}, 'submitted', ${time}, ${time} from "${table}"`
  }),
]

/** What a record owes, and how many are in a team: each of its members has one name in its JSON, and a text has no bare quote there. */
const withoutSums = [
  'update review set prepared = 0',
  ...records.map(
    ([table, kind]) => `update review set due = (select amount * 100 from "${table}" as form where form.id = record_id)
      where kind = '${kind}'`,
  ),
  `update review set people = (
      select (length(team_members) - length(replace(team_members, '"name":', ''))) / 7
      from "EventRegistration" as form where form.id = record_id
    ) where kind = 'registration'
      and exists (select 1 from "EventRegistration" as form where form.id = record_id and team_members like '%"name":%')`,
]

/** What stood where others have the address of a picture, from walk-ins. */
const [paidInCash, paidByUpi] = ["'Paid in cash at the desk'", "'Paid by UPI at the desk'"]

const dropped = 'select id from earlier_bank_import where dropped_at is not null'

/** The audit log knows who entered a walk-in; colleges and missing UTRs are found once the records are indexed anew. */
const withoutNotes: readonly string[] = [
  `update review set entered_by = (
      select min(actor) from audit_entry
      where audit_entry.record_id = review.record_id and audit_entry.action = 'walk-in-entered'
    ) where record_id in (select record_id from audit_entry where action = 'walk-in-entered')`,
  'update review set prepared = 0',
]

/** What was taken in cash is known; who handed it to whom is not. */
const withoutBook = [
  `insert into cash_move (id, at, actor, kind, to_holder, amount, record_id)
    select record_id, created_at, cash_by, 'taken', cash_by, cash_amount, record_id from review where cash_amount > 0`,
]

const withFiles: readonly string[] = [
  // A mailbox is counted for the forms' e-mails alone; a decision that no place was found for is queued again.
  "update message set mailbox = '' where priority <> 1",
  `update message set state = 'queued', last_error = null, next_attempt_at = created_at
    where kind = 'decision' and state = 'failed' and attempts = 0`,
  'update message set due_at = created_at where due_at is null',
  // What was read from a picture names it by the proof's id; pictures are no longer compared by their looks, and flags are made anew.
  `insert into evidence (proof, data, actor, created_at)
    select
      coalesce(
        (
          select min(proof.id) from proof join upload on upload.secure_url = proof.url
          where upload.public_id = earlier_evidence.proof
        ),
        proof
      ),
      data, actor, created_at
    from earlier_evidence where kind = 'ocr'`,
  // When a submission was corrected, the audit log knows.
  `update review set prepared = 0, corrected_at = (
      select max(at) from audit_entry where audit_entry.record_id = review.record_id and action = 'corrected'
    )`,
  // Cash is a way of paying of its own, with who took it.
  ...['EventRegistration', 'DelegatePass'].flatMap((table) => [
    `update review set
        cash_amount = (select amount * 100 from "${table}" as form where form.id = review.record_id),
        cash_by = coalesce(
          (
            select min(actor) from audit_entry
            where audit_entry.record_id = review.record_id and audit_entry.action = 'walk-in-entered'
          ),
          ''
        )
      where record_id in (select id from "${table}" where payment_screenshot_url = ${paidInCash} and amount > 0)`,
    `update "${table}" set payment_screenshot_url = '' where payment_screenshot_url in (${paidInCash}, ${paidByUpi})`,
  ]),
  "update review set ground = 'cash' where cash_amount is not null and ground = 'picture'",
  `update decision set ground = 'cash'
    where ground = 'picture' and record_id in (select record_id from review where cash_amount is not null)`,
  // A file that was taken back as a whole goes with its rows; each payment has an allocation of its own.
  `delete from bank_match where row_id in (select id from bank_row where import_id in (${dropped}))`,
  `delete from bank_row where import_id in (${dropped})`,
  `delete from bank_import where id in (${dropped})`,
  "update bank_match set spending_id = spending_id || '.' || row_id",
  "update bank_spending set spending_id = spending_id || '.' || row_id",
]
