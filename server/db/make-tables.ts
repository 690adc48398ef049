import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engines'
import { tables } from './schema'

const indexes = [
  'index event_registration_event on "EventRegistration" (event_id, registration_time)',
  'index event_registration_email on "EventRegistration" (email)',
  'index delegate_pass_email on "DelegatePass" (email)',
  'index accommodation_email on "Accommodation" (email)',
  'unique index accommodation_request_id on "Accommodation" (request_id)',
  'index message_mailbox on message (mailbox, due_at)',
  'index message_due on message (state, priority, next_attempt_at)',
  "index message_unsent on message (entry_id) where state <> 'sent'",
  'index message_announcement on message (announcement_id, state) where announcement_id is not null',
  'index upload_unattached_age on upload (created_at) where referenced_at is null',
  'index upload_unattached on upload (sender, created_at, bytes) where referenced_at is null',
  'index upload_sha256 on upload (sha256)',
  'index review_created on review (created_at, entry_id)',
  'index review_state on review (state, created_at, entry_id)',
  `index review_facets on review
    (kind, event, state, source, day, due, people, corrected_at, lacks_utr, entered_by, cash_amount, later_at, waitlist, entry_id)`,
  'index review_unread on review (state, created_at) where unread = 1',
  'index review_cash on review (entry_id, cash_amount) where cash_amount is not null',
  'index review_lacks_utr on review (created_at, entry_id) where lacks_utr = 1',
  'index review_entered on review (created_at, entry_id) where entered_by is not null',
  'index review_later on review (later_at) where later_at is not null',
  'index review_erasure on review (erasure_asked_at) where erasure_asked_at is not null',
  'index note_entry on note (entry_id)',
  'index review_unindexed on review (created_at) where is_indexed = 0',
  'index review_arrival on review (event, arrival)',
  'index review_waitlist on review (event) where waitlist is not null',
  'index review_corrected on review (corrected_at) where corrected_at is not null',
  'index search_token_entry on search_token (entry_id)',
  'index decision_entry on decision (entry_id, decided_at)',
  'index decision_batch on decision (batch_id)',
  'index decision_actor on decision (actor, decided_at)',
  'index audit_line_at on audit_line (at, id)',
  'index audit_line_entry on audit_line (entry_id)',
  // Makes decisions and their undo idempotent.
  'unique index audit_line_decision on audit_line (decision_id, action) where decision_id is not null',
  'index proof_entry on proof (entry_id)',
  'index proof_url on proof (url)',
  'index flag_entry on flag (entry_id, kind)',
  'index flag_kind on flag (kind, entry_id)',
  'index flag_other on flag (other_id)',
  'index flag_group on flag (group_id)',
  'index group_member_group on group_member (group_id, since, entry_id)',
  'index group_member_entry on group_member (entry_id)',
  'index desk_session_email on desk_session (email)',
  'index private_link_entry on private_link (entry_id)',
  'index ticket_entry on ticket (entry_id)',
  'unique index ticket_current on ticket (entry_id) where replaced_at is null',
  'index ticket_unsent on ticket (entry_id) where needs_email = 1',
  'index attendance_list on attendance (list, entry_id)',
  'unique index door_number on door (list, day, number)',
  'index door_phone_door on door_phone (door_id)',
  'index door_unlisted_door on door_unlisted (door_id)',
  'index bank_row_import on bank_row (import_id, amount)',
  'index bank_row_reversal on bank_row (id) where amount < 0',
  'unique index allocation_once on allocation (row_id, entry_id) where freed_by is null',
  'index bank_row_credit on bank_row (id, amount) where amount > 0',
  'index allocation_entry on allocation (entry_id)',
  'index allocation_live on allocation (entry_id, amount) where freed_by is null',
  'index allocation_decision on allocation (decision_id)',
  'index allocation_freed on allocation (freed_by)',
  'index refund_entry on refund (entry_id)',
  'unique index festival_state_press on festival_state (press)',
  'index festival_state_organiser on festival_state (organiser, at)',
]

/** Audit lines can be deleted only while `audit_access` has a row. */
export const auditGuards = {
  sqlite: [
    `create trigger audit_line_stays before update on audit_line
      begin select raise(abort, 'lines of the audit log are never changed'); end`,
    `create trigger audit_line_not_deleted before delete on audit_line when not exists (select 1 from audit_access)
      begin select raise(abort, 'lines of the audit log are never deleted'); end`,
    // In SQLite, REPLACE does not fire delete triggers.
    `create trigger audit_line_not_replaced before insert on audit_line
      when exists (
        select 1 from audit_line where id = new.id or (decision_id = new.decision_id and action = new.action)
      )
      begin select raise(ignore); end`,
  ],
  postgres: [
    `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'lines of the audit log are never changed'; end $$`,
    'create trigger audit_line_stays before update on audit_line for each row execute function refuse_change()',
    `create function refuse_deletion() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from audit_access) then return old; end if;
      raise exception 'lines of the audit log are never deleted';
    end $$`,
    'create trigger audit_line_not_deleted before delete on audit_line for each row execute function refuse_deletion()',
    `create trigger audit_line_not_emptied before truncate on audit_line
      for each statement execute function refuse_deletion()`,
  ],
}

/**
 * The key hashes network addresses. Backups do not contain it, so hashes lose their meaning after a
 * restore. PostgreSQL processes share rate limits in an unlogged table, so that commits do not wait
 * for those writes.
 */
const makeInternalTables = async (db: Kysely<unknown>) => {
  await sql`create table sender_key (value text not null)`.execute(db)
  const value = randomBytes(32).toString('hex')
  await sql`insert into sender_key (value) values (${value})`.execute(db)
  if (!isPostgres(db)) {
    return
  }
  await sql`
    create unlogged table rate_limit
      (key varchar(255) primary key, points integer not null default 0, expire bigint)
  `.execute(db)
}

export const makeTables = async (db: Kysely<unknown>): Promise<void> => {
  const engine = isPostgres(db) ? 'postgres' : 'sqlite'
  for (const [name, columns] of Object.entries(tables)) {
    const definitions = Object.entries(columns).map(([column, { sql }]) => `"${column}" ${sql}`)
    const text =
      engine === 'sqlite'
        ? definitions.join(', ').replace(' collate "C"', '')
        : definitions.join(', ')
    await sql.raw(`create table "${name}" (${text})`).execute(db)
  }
  await makeInternalTables(db)
  for (const statement of indexes) {
    await sql.raw(`create ${statement}`).execute(db)
  }
  for (const statement of auditGuards[engine]) {
    await sql.raw(statement).execute(db)
  }
}
