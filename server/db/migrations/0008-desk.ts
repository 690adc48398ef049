import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

/** The organisers' desk: how each submission stands, who decided what, what was seen, and who may come in. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createReviews(db)
  await createDecisions(db)
  await createEvidence(db)
  await createSessions(db)
  await hashUploads(db)
  await reviewRecords(db)
}

const isOnPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

type Table = CreateTableBuilder<string, never>

/** Texts that must be there. */
const texts = (table: Table, ...names: string[]): Table => {
  let next = table
  for (const name of names) next = next.addColumn(name, 'text', (column) => column.notNull())
  return next
}

/** A table whose rows a text tells apart. */
const createTable = (db: Kysely<unknown>, name: string, key: string): Table =>
  db.schema.createTable(name).addColumn(key, 'text', (column) => column.primaryKey())

const index = (db: Kysely<unknown>, name: string, table: string, columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

const createReviews = async (db: Kysely<unknown>) => {
  await texts(createTable(db, 'review', 'record_id'), 'kind', 'event', 'day', 'state', 'created_at', 'changed_at')
    .addColumn('ground', 'text')
    .addColumn('changed_by', 'text')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('prepared', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await index(db, 'review_created', 'review', ['created_at', 'record_id'])
  await index(db, 'review_state', 'review', ['state', 'created_at', 'record_id'])
  await index(db, 'review_facets', 'review', ['kind', 'event', 'state', 'ground', 'day'])
  await sql`create index review_unprepared on review (created_at) where prepared = 0`.execute(db)

  // Beginnings are looked up as a range, so texts must sort by their bytes.
  const token = isOnPostgres(db) ? sql`text collate "C"` : 'text'
  await db.schema
    .createTable('search_token')
    .addColumn('token', token, (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_token_key', ['token', 'record_id'])
    .execute()
  await index(db, 'search_token_record', 'search_token', ['record_id'])

  await db.schema
    .createTable('presence')
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('presence_key', ['record_id', 'actor'])
    .execute()
}

const createDecisions = async (db: Kysely<unknown>) => {
  await texts(
    createTable(db, 'decision', 'id'),
    'record_id',
    'actor',
    'decided_at',
    'decision',
    'from_state',
    'to_state',
  )
    .addColumn('from_ground', 'text')
    .addColumn('ground', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('message_id', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'decision_record', 'decision', ['record_id', 'decided_at'])
  await index(db, 'decision_batch', 'decision', ['batch_id'])

  await texts(createTable(db, 'audit_entry', 'id'), 'at', 'actor', 'action', 'detail')
    .addColumn('record_id', 'text')
    .addColumn('decision_id', 'text')
    .execute()
  await index(db, 'audit_entry_at', 'audit_entry', ['at', 'id'])
  await index(db, 'audit_entry_record', 'audit_entry', ['record_id'])
  // A decision is taken once, and taken back once, whoever sends it how often.
  await sql`
    create unique index audit_entry_decision on audit_entry (decision_id, action) where decision_id is not null
  `.execute(db)
  await keepAuditEntries(db)
}

/** Lines are added, and none is ever changed. */
const keepAuditEntries = async (db: Kysely<unknown>) => {
  if (!isOnPostgres(db)) {
    await sql`
      create trigger audit_entry_stays before update on audit_entry
      begin select raise(abort, 'audit entries are never changed'); end
    `.execute(db)
    return
  }
  await sql`
    create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'audit entries are never changed'; end $$
  `.execute(db)
  await sql`
    create trigger audit_entry_stays before update on audit_entry for each row execute function refuse_change()
  `.execute(db)
}

const createEvidence = async (db: Kysely<unknown>) => {
  await texts(createTable(db, 'proof', 'id'), 'record_id', 'field', 'url', 'created_at')
    .addColumn('replaced_at', 'text')
    .execute()
  await index(db, 'proof_record', 'proof', ['record_id'])
  await index(db, 'proof_url', 'proof', ['url'])

  await texts(createTable(db, 'flag', 'id'), 'record_id', 'kind', 'other_id', 'detail', 'created_at').execute()
  await index(db, 'flag_record', 'flag', ['record_id', 'kind'])
  await index(db, 'flag_kind', 'flag', ['kind', 'record_id'])
  await index(db, 'flag_other', 'flag', ['other_id'])

  await texts(
    createTable(db, 'evidence', 'id'),
    'proof',
    'kind',
    'other',
    'method',
    'data',
    'actor',
    'created_at',
  ).execute()
  await index(db, 'evidence_proof', 'evidence', ['proof', 'kind'])
  await index(db, 'evidence_other', 'evidence', ['other', 'kind'])
  await index(db, 'evidence_kind', 'evidence', ['kind', 'id'])
}

const createSessions = async (db: Kysely<unknown>) => {
  await texts(createTable(db, 'sign_in_link', 'hash'), 'email', 'created_at', 'expires_at').execute()
  await texts(createTable(db, 'desk_session', 'id'), 'email', 'browser', 'created_at', 'seen_at', 'expires_at')
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .execute()
  await index(db, 'desk_session_email', 'desk_session', ['email'])
  await texts(createTable(db, 'private_link', 'hash'), 'record_id', 'purpose', 'created_at', 'expires_at').execute()
  await index(db, 'private_link_record', 'private_link', ['record_id'])
}

const hashUploads = async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('upload')
    .addColumn('sha256', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await index(db, 'upload_sha256', 'upload', ['sha256'])
}

/** Each record's kind, its event, and when it was made. */
const records = [
  ['EventRegistration', 'registration', 'event_id', 'registration_time'],
  ['DelegatePass', 'delegate-pass', 'pass_type', 'purchase_time'],
  ['Accommodation', 'accommodation', undefined, 'booking_time'],
] as const

/** The records that exist wait for a check like new ones. */
const reviewRecords = async (db: Kysely<unknown>) => {
  for (const [table, kind, event, time] of records) {
    const made = sql.ref(time)
    const day = isOnPostgres(db)
      ? sql`to_char(${made}::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
      : sql`date(${made}, '+330 minutes')`
    await sql`
      insert into review (record_id, kind, event, day, state, created_at, changed_at)
      select id, ${sql.lit(kind)}, ${event === undefined ? sql.lit('') : sql.ref(event)}, ${day}, 'submitted', ${made}, ${made}
      from ${sql.table(table)}
    `.execute(db)
  }
}
