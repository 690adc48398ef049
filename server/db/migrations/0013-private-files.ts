import { type Kysely, PostgresAdapter, sql } from 'kysely'

const isOnPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

/** What was read from a picture names it as the desk does: by the proof's id, not by the id in the file's public address. */
const nameProofs = (db: Kysely<unknown>) =>
  sql`
    update evidence set proof = coalesce(
      (
        select min(named.id) from proof as named
        join upload on upload.secure_url = named.url
        where upload.public_id = evidence.proof
      ),
      proof
    )
  `.execute(db)

/** Lines of the audit log are neither deleted nor replaced, but while a row of `audit_door` stands there. */
const keepAuditEntries = async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('audit_door')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute()
  if (!isOnPostgres(db)) {
    await sql`
      create trigger audit_entry_not_deleted before delete on audit_entry when not exists (select 1 from audit_door)
      begin select raise(abort, 'audit entries are never deleted'); end
    `.execute(db)
    // What SQLite replaces it deletes without asking a trigger, so nothing is inserted in the place of a line.
    await sql`
      create trigger audit_entry_not_replaced before insert on audit_entry
      when exists (
        select 1 from audit_entry where id = new.id or (decision_id = new.decision_id and action = new.action)
      )
      begin select raise(ignore); end
    `.execute(db)
    return
  }
  await sql`
    create function refuse_deletion() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from audit_door) then return old; end if;
      raise exception 'audit entries are never deleted';
    end $$
  `.execute(db)
  await sql`
    create trigger audit_entry_not_deleted before delete on audit_entry for each row execute function refuse_deletion()
  `.execute(db)
  await sql`
    create trigger audit_entry_not_emptied before truncate on audit_entry
    for each statement execute function refuse_deletion()
  `.execute(db)
}

/** Files are the desk's and their registrant's alone, and the audit log stays. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await nameProofs(db)
  await keepAuditEntries(db)
}
