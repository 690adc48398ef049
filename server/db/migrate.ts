import { type Migration, Migrator, sql } from 'kysely'
import { isPostgres } from './engines'
import { makeTables } from './make-tables'
import type { Db } from './schema'
import { transact } from './transact'

const firstName = '1000-tables'

/**
 * What later versions change in tables that an earlier one made, each under a name of its own in the order of the alphabet
 * (`1001-shirts`): plain statements of SQL that both engines read. New tables are made as `schema.ts` has them, with all of it.
 */
const alterations: Readonly<Record<string, readonly string[]>> = {
  '1001-group-links': ['create table group_link (event text primary key, url text not null)'],
  '1002-press-content': ["alter table decision add column content text not null default ''"],
  '1003-festival-state': [
    'create table festival_state (version integer primary key, json text not null, changes text not null, organiser text not null, at text not null)',
    'alter table review add column late text',
  ],
  '1004-cash-lines': [
    'alter table cash_move add column removed_at text',
    'alter table cash_move add column removed_by text',
    "alter table decision add column reason text not null default ''",
    'alter table decision add column is_mistake integer not null default 0',
    // Earlier versions marked a mistake by this note. A withdrawal with the same note that was typed has an e-mail.
    "update decision set is_mistake = 1 where decision = 'withdraw' and note = 'It was entered by mistake.' and message_id is null",
  ],
  '1006-state-saves': [
    'alter table heartbeat add column epoch text',
    'alter table festival_state add column press text',
    'alter table festival_state add column press_content text',
    'create unique index festival_state_press on festival_state (press)',
    'create index festival_state_organiser on festival_state (organiser, at)',
  ],
  '1007-held-messages': [
    'alter table announcement add column waits_until text',
    'alter table announcement add column needs_release integer not null default 0',
    'alter table announcement add column with_calendar integer not null default 0',
  ],
  '1009-privacy': [
    `alter table "EventRegistration" add column privacy_notice text not null default ''`,
    `alter table "EventRegistration" add column age text not null default ''`,
    `alter table "DelegatePass" add column privacy_notice text not null default ''`,
    `alter table "DelegatePass" add column age text not null default ''`,
    `alter table "Accommodation" add column privacy_notice text not null default ''`,
    `alter table "Accommodation" add column age text not null default ''`,
    'alter table review add column erasure_asked_at text',
    'alter table review add column erasure_answered_at text',
    "alter table review add column erasure_answer text not null default ''",
    'create index review_erasure on review (erasure_asked_at) where erasure_asked_at is not null',
  ],
}

/** What the tables of this version have been through. No name ever goes: a table store that has another is a newer version's. */
export const migrationNames: readonly string[] = [firstName, ...Object.keys(alterations)]

/** What 0.1.0 noted at its end (27495fd), whose tables are those that 1.0.0 began with. */
export const namesBefore1: readonly string[] = [
  ...[
    '0001-first-tables',
    '0002-shared-limits',
    '0003-mail-bounds',
    '0004-unclaimed-uploads',
    '0005-heartbeat',
  ],
  ...[
    '0006-one-owner',
    '0007-payment-references',
    '0008-desk',
    '0009-statements',
    '0010-import-content',
  ],
  ...[
    '0011-dropped-imports',
    '0012-one-mail-queue',
    '0013-private-files',
    '0014-flag-groups',
    '0015-money',
  ],
  ...[
    '0016-corrections',
    '0017-computed-matches',
    '0019-no-presence',
    '0020-figures',
    '0020-notes',
    '0022-messages',
  ],
  ...['0023-cash-and-organisers', '0024-later'],
]

export const listMigrationSteps = (): Record<string, Migration> => {
  let areNew = false
  const steps: Record<string, Migration> = {
    [firstName]: {
      up: async (db) => {
        areNew = true
        await makeTables(db)
      },
    },
  }
  for (const [name, statements] of Object.entries(alterations))
    steps[name] = {
      up: async (db) => {
        if (!areNew) for (const statement of statements) await sql.raw(statement).execute(db)
      },
    }
  return steps
}

/** Notes the first name of 1.0.0 in the place of all that 0.1.0 noted. Who starts at the same moment finds none of those any more. */
const replaceNames = async (db: Db): Promise<void> => {
  const migrationTable = isPostgres(db)
    ? sql<object>`select where to_regclass('kysely_migration') is not null`
    : sql<object>`select 1 from sqlite_schema where name = 'kysely_migration'`
  if ((await migrationTable.execute(db)).rows.length === 0) return
  await transact(db, async (transaction) => {
    const names = sql.join(namesBefore1)
    const { numAffectedRows } =
      await sql`delete from kysely_migration where name in (${names})`.execute(transaction)
    if (numAffectedRows === 0n) return
    const timestamp = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${firstName}, ${timestamp})`.execute(
      transaction,
    )
    // Its records have flags of kinds that it did not know.
    await sql`update review set prepared = 0`.execute(transaction)
  })
}

/**
 * Brings the tables up to date, which are none or ours (`inspect-tables.ts` refuses others). Several processes may start at once: a lock in the
 * database lets one of them migrate, and the others wait (behaviour 12.21).
 * @throws Error when a migration fails; nothing of it stays.
 */
export const migrate = async (db: Db): Promise<void> => {
  await replaceNames(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => listMigrationSteps() },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The tables could not be brought up to date', { cause: error })
}
