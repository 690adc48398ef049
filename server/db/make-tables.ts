import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engines'
import { tables } from './schema'

/** What queries look things up by, and what may be there once. */
const indexes = [
  'index event_registration_event on "EventRegistration" (event_id, registration_time)',
  'index event_registration_email on "EventRegistration" (email)',
  'index delegate_pass_email on "DelegatePass" (email)',
  'index accommodation_email on "Accommodation" (email)',
  'unique index accommodation_request_id on "Accommodation" (request_id)',
  'index message_mailbox on message (mailbox, due_at)',
  'index message_due on message (state, priority, next_attempt_at)',
  "index message_unsent on message (record_id) where state <> 'sent'",
  'index message_announcement on message (announcement_id, state) where announcement_id is not null',
  'index upload_unclaimed_age on upload (created_at) where referenced_at is null',
  'index upload_unclaimed on upload (sender, created_at, bytes) where referenced_at is null',
  'index upload_sha256 on upload (sha256)',
  'index review_created on review (created_at, record_id)',
  'index review_state on review (state, created_at, record_id)',
  // All that the counts beside the filters ask of a record.
  `index review_facets on review
    (kind, event, state, ground, day, due, people, corrected_at, lacks_utr, entered_by, cash_amount, later_at, record_id)`,
  'index review_unread on review (state, created_at) where unread = 1',
  'index review_cash on review (record_id, cash_amount) where cash_amount is not null',
  'index review_lacks_utr on review (created_at, record_id) where lacks_utr = 1',
  'index review_entered on review (created_at, record_id) where entered_by is not null',
  'index review_later on review (later_at) where later_at is not null',
  'index review_erasure on review (erasure_asked_at) where erasure_asked_at is not null',
  'index note_record on note (record_id)',
  'index review_unprepared on review (created_at) where prepared = 0',
  'index review_corrected on review (corrected_at) where corrected_at is not null',
  'index search_token_record on search_token (record_id)',
  'index decision_record on decision (record_id, decided_at)',
  'index decision_batch on decision (batch_id)',
  'index decision_actor on decision (actor, decided_at)',
  'index audit_entry_at on audit_entry (at, id)',
  'index audit_entry_record on audit_entry (record_id)',
  // A decision is taken once, and taken back once, whoever sends it how often.
  'unique index audit_entry_decision on audit_entry (decision_id, action) where decision_id is not null',
  'index proof_record on proof (record_id)',
  'index proof_url on proof (url)',
  'index flag_record on flag (record_id, kind)',
  'index flag_kind on flag (kind, record_id)',
  'index flag_other on flag (other_id)',
  'index flag_group on flag (group_id)',
  'index group_member_group on group_member (group_id, since, record_id)',
  'index group_member_record on group_member (record_id)',
  'index desk_session_email on desk_session (email)',
  'index private_link_record on private_link (record_id)',
  'index bank_row_import on bank_row (import_id, amount)',
  'index bank_row_reversal on bank_row (id) where amount < 0',
  'unique index bank_match_once on bank_match (row_id, record_id) where freed_by is null',
  'index bank_row_credit on bank_row (id, amount) where amount > 0',
  'index bank_match_record on bank_match (record_id)',
  'index bank_match_live on bank_match (record_id, amount) where freed_by is null',
  'index bank_match_decision on bank_match (decision_id)',
  'index bank_match_freed on bank_match (freed_by)',
  'index bank_refund_record on bank_refund (record_id)',
  'unique index festival_state_press on festival_state (press)',
  // How many changes an organiser saved lately.
  'index festival_state_organiser on festival_state (organiser, at)',
]

/** Lines of the audit log are never changed, and neither deleted nor replaced but while a row of `audit_door` stands there. */
const auditGuards = {
  sqlite: [
    `create trigger audit_entry_stays before update on audit_entry
      begin select raise(abort, 'audit entries are never changed'); end`,
    `create trigger audit_entry_not_deleted before delete on audit_entry when not exists (select 1 from audit_door)
      begin select raise(abort, 'audit entries are never deleted'); end`,
    // What SQLite replaces it deletes without asking a trigger, so nothing is inserted in the place of a line.
    `create trigger audit_entry_not_replaced before insert on audit_entry
      when exists (
        select 1 from audit_entry where id = new.id or (decision_id = new.decision_id and action = new.action)
      )
      begin select raise(ignore); end`,
  ],
  postgres: [
    `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'audit entries are never changed'; end $$`,
    'create trigger audit_entry_stays before update on audit_entry for each row execute function refuse_change()',
    `create function refuse_deletion() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from audit_door) then return old; end if;
      raise exception 'audit entries are never deleted';
    end $$`,
    'create trigger audit_entry_not_deleted before delete on audit_entry for each row execute function refuse_deletion()',
    `create trigger audit_entry_not_emptied before truncate on audit_entry
      for each statement execute function refuse_deletion()`,
  ],
}

/**
 * Tables that no query of ours sees. The key hashes the network addresses of senders; no backup holds it, so elsewhere the
 * hashes mean nothing. Several processes on PostgreSQL count together what each address sends; the counts are worth nothing
 * after a crash, so they stay out of the log that commits wait for. A process on SQLite counts in its memory.
 */
const makeUnseen = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table sender_key (value text not null)`.execute(db)
  const value = randomBytes(32).toString('hex')
  await sql`insert into sender_key (value) values (${value})`.execute(db)
  if (!isPostgres(db)) return
  await sql`
    create unlogged table rate_limit
      (key varchar(255) primary key, points integer not null default 0, expire bigint)
  `.execute(db)
}

/** Makes the tables as `schema.ts` has them. */
export const makeTables = async (db: Kysely<unknown>): Promise<void> => {
  const engine = isPostgres(db) ? 'postgres' : 'sqlite'
  for (const [name, columns] of Object.entries(tables)) {
    const parts = Object.entries(columns).map(([column, { sql }]) => `"${column}" ${sql}`)
    const text =
      engine === 'sqlite' ? parts.join(', ').replace(' collate "C"', '') : parts.join(', ')
    await sql.raw(`create table "${name}" (${text})`).execute(db)
  }
  await makeUnseen(db)
  for (const statement of indexes) await sql.raw(`create ${statement}`).execute(db)
  for (const statement of auditGuards[engine]) await sql.raw(statement).execute(db)
}
