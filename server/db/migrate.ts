import { type Migration, Migrator, sql } from 'kysely'
import { isPostgres } from './engines'
import { auditGuards, makeTables } from './make-tables'
import type { Db } from './schema'
import { issueMissingTickets } from './tickets'
import { transact } from './transact'

const baselineName = '1000-tables'
const vocabularyMigration = '1010-one-vocabulary'
export const ticketMigration = '1030-tickets'

interface Alteration {
  /** SQL that both engines accept. */
  changes: readonly string[]
  /** SQL for one engine, run after `changes`. */
  sqlite?: readonly string[]
  postgres?: readonly string[]
  /**
   * Fills columns from older ones. A restore runs these statements on the current tables, so no
   * later alteration may rename what they use.
   */
  fills?: readonly string[]
  /** Work that SQL cannot do, run last. */
  complete?: (db: Db) => Promise<void>
}

/** A restore of an older backup renames its tables and columns by this list. */
const renames = {
  tables: {
    submission: 'idempotency_key',
    evidence: 'ocr_result',
    bank_match: 'allocation',
    bank_spending: 'allocated_row',
    bank_refund: 'refund',
    audit_entry: 'audit_line',
    audit_door: 'audit_access',
  },
  columns: {
    record_id: 'entry_id',
    prepared: 'is_indexed',
    ground: 'source',
    from_ground: 'from_source',
    spending_id: 'command_id',
    is_copied: 'needs_no_copy',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>

const tablesWithEntryId = [
  'idempotency_key',
  'message',
  'review',
  'note',
  'search_token',
  'decision',
  'audit_line',
  'proof',
  'flag',
  'group_member',
  'private_link',
  'cash_move',
  'allocation',
  'refund',
]

const renameTables = Object.entries(renames.tables).map(
  ([from, to]) => `alter table ${from} rename to ${to}`,
)

const renameColumn = (table: string, from: keyof typeof renames.columns) =>
  `alter table ${table} rename column ${from} to ${renames.columns[from]}`

const renamedIndexes: readonly (readonly [name: string, index: string])[] = [
  ['review_unprepared', 'index review_unindexed on review (created_at) where is_indexed = 0'],
  ['audit_entry_at', 'index audit_line_at on audit_line (at, id)'],
  ['audit_entry_record', 'index audit_line_entry on audit_line (entry_id)'],
  [
    'audit_entry_decision',
    'unique index audit_line_decision on audit_line (decision_id, action) where decision_id is not null',
  ],
  [
    'bank_match_once',
    'unique index allocation_once on allocation (row_id, entry_id) where freed_by is null',
  ],
  ['bank_match_record', 'index allocation_entry on allocation (entry_id)'],
  [
    'bank_match_live',
    'index allocation_live on allocation (entry_id, amount) where freed_by is null',
  ],
  ['bank_match_decision', 'index allocation_decision on allocation (decision_id)'],
  ['bank_match_freed', 'index allocation_freed on allocation (freed_by)'],
  ['bank_refund_record', 'index refund_entry on refund (entry_id)'],
  ['note_record', 'index note_entry on note (entry_id)'],
  ['search_token_record', 'index search_token_entry on search_token (entry_id)'],
  ['decision_record', 'index decision_entry on decision (entry_id, decided_at)'],
  ['proof_record', 'index proof_entry on proof (entry_id)'],
  ['flag_record', 'index flag_entry on flag (entry_id, kind)'],
  ['group_member_record', 'index group_member_entry on group_member (entry_id)'],
  ['private_link_record', 'index private_link_entry on private_link (entry_id)'],
  [
    'upload_unclaimed_age',
    'index upload_unattached_age on upload (created_at) where referenced_at is null',
  ],
  [
    'upload_unclaimed',
    'index upload_unattached on upload (sender, created_at, bytes) where referenced_at is null',
  ],
]

/** PostgreSQL does not rename constraints with their table. */
const renameConstraints = Object.entries(renames.tables).map(
  ([from, to]) => `alter table ${to} rename constraint ${from}_pkey to ${to}_pkey`,
)

/**
 * Changes since 1.0.0, in alphabetical order. New databases get all tables directly from
 * `schema.ts`.
 */
const alterations: Readonly<Record<string, Alteration>> = {
  '1001-group-links': {
    changes: ['create table group_link (event text primary key, url text not null)'],
  },
  '1002-press-content': {
    changes: ["alter table decision add column content text not null default ''"],
  },
  '1003-festival-state': {
    changes: [
      'create table festival_state (version integer primary key, json text not null, changes text not null, organiser text not null, at text not null)',
      'alter table review add column late text',
    ],
  },
  '1004-cash-lines': {
    changes: [
      'alter table cash_move add column removed_at text',
      'alter table cash_move add column removed_by text',
      "alter table decision add column reason text not null default ''",
      'alter table decision add column is_mistake integer not null default 0',
    ],
    // Earlier versions marked mistakes by this note. If an organiser typed the same note, an e-mail
    // was sent.
    fills: [
      "update decision set is_mistake = 1 where decision = 'withdraw' and note = 'It was entered by mistake.' and message_id is null",
    ],
  },
  '1006-state-saves': {
    changes: [
      'alter table heartbeat add column epoch text',
      'alter table festival_state add column press text',
      'alter table festival_state add column press_content text',
      'create unique index festival_state_press on festival_state (press)',
      'create index festival_state_organiser on festival_state (organiser, at)',
    ],
  },
  '1007-held-messages': {
    changes: [
      'alter table announcement add column waits_until text',
      'alter table announcement add column needs_release integer not null default 0',
      'alter table announcement add column with_calendar integer not null default 0',
    ],
  },
  '1009-privacy': {
    changes: [
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
  },
  [vocabularyMigration]: {
    changes: [
      ...renamedIndexes.map(([name]) => `drop index ${name}`),
      ...renameTables,
      ...tablesWithEntryId.map((table) => renameColumn(table, 'record_id')),
      renameColumn('review', 'prepared'),
      renameColumn('review', 'ground'),
      renameColumn('decision', 'ground'),
      renameColumn('decision', 'from_ground'),
      renameColumn('allocated_row', 'spending_id'),
      renameColumn('allocation', 'spending_id'),
      renameColumn('message', 'is_copied'),
      ...renamedIndexes.map(([, index]) => `create ${index}`),
    ],
    sqlite: [
      'drop trigger audit_entry_stays',
      'drop trigger audit_entry_not_deleted',
      'drop trigger audit_entry_not_replaced',
      ...auditGuards.sqlite,
    ],
    postgres: [
      ...renameConstraints,
      'drop trigger audit_entry_stays on audit_line',
      'drop trigger audit_entry_not_deleted on audit_line',
      'drop trigger audit_entry_not_emptied on audit_line',
      'drop function refuse_change()',
      'drop function refuse_deletion()',
      ...auditGuards.postgres,
    ],
    fills: [`update announcement set filter = replace(filter, '"ground":', '"source":')`],
  },
  '1011-attendance': {
    changes: [
      'create table attendance (id text primary key, entry_id text not null, list text not null, member integer not null, present integer not null, actor text not null, at text not null)',
      'create index attendance_list on attendance (list, entry_id)',
      "alter table review add column room text not null default ''",
    ],
  },
  '1013-refund-upi-ids': {
    changes: [
      'create table refund_upi_id (entry_id text primary key, upi_id text not null, at text not null)',
    ],
  },
  '1020-places': {
    changes: [
      'alter table review add column arrival integer',
      'alter table review add column waitlist text',
      'create index review_arrival on review (event, arrival)',
      'drop index review_facets',
      'create index review_facets on review (kind, event, state, source, day, due, people, corrected_at, lacks_utr, entered_by, cash_amount, later_at, waitlist, entry_id)',
      'create index review_waitlist on review (event) where waitlist is not null',
      'create table event_places (event text primary key, places integer not null)',
    ],
  },
  [ticketMigration]: {
    changes: [
      'create table ticket (code text primary key, secret text not null unique, entry_id text not null, created_at text not null, replaced_at text, needs_email integer not null default 0)',
      'create index ticket_entry on ticket (entry_id)',
      'create unique index ticket_current on ticket (entry_id) where replaced_at is null',
      'create index ticket_unsent on ticket (entry_id) where needs_email = 1',
    ],
    complete: (db) => issueMissingTickets(db, new Date()),
  },
  '1035-doors': {
    changes: [
      'alter table attendance add column door_id text',
      'alter table attendance add column volunteer text',
      'alter table attendance add column clock_jumped integer',
      'create table door (id text primary key, list text not null, day text not null, number integer not null, key text not null, test_code text not null, opened_by text not null, opened_at text not null)',
      'create unique index door_number on door (list, day, number)',
      'create table door_phone (id text primary key, door_id text not null, hash text not null unique, previous_hash text, volunteer text not null, added_at text not null, paired_at text, seen_at text, list_at text, unsent integer not null, is_copied integer not null, removed_at text)',
      'create index door_phone_door on door_phone (door_id)',
      'create table door_unlisted (id text primary key, door_id text not null, name text not null, volunteer text not null, at text not null)',
      'create index door_unlisted_door on door_unlisted (door_id)',
    ],
  },
  '1036-door-token-times': { changes: ['alter table door_phone add column token_at text'] },
}

const findNewName = (names: Readonly<Record<string, string>>, name: string): string =>
  names[name] ?? name

export const readOldNames = (migrations: readonly string[]) => {
  const isRenamed = migrations.includes(vocabularyMigration)
  const nameTable = (name: string) => (isRenamed ? name : findNewName(renames.tables, name))
  const nameColumn = (name: string) => (isRenamed ? name : findNewName(renames.columns, name))
  return { nameTable, nameColumn }
}

export const listFills = (migrations: readonly string[]): string[] =>
  Object.entries(alterations).flatMap(([name, { fills = [] }]) =>
    migrations.includes(name) ? [] : fills,
  )

/** Never remove a name, because an unknown name means that a newer version created the tables. */
export const migrationNames: readonly string[] = [baselineName, ...Object.keys(alterations)]

/**
 * The migrations of 0.1.0 at its last commit (27495fd), which created the initial tables of 1.0.0.
 */
export const namesBefore1: readonly string[] = [
  '0001-first-tables',
  '0002-shared-limits',
  '0003-mail-bounds',
  '0004-unclaimed-uploads',
  '0005-heartbeat',
  '0006-one-owner',
  '0007-payment-references',
  '0008-desk',
  '0009-statements',
  '0010-import-content',
  '0011-dropped-imports',
  '0012-one-mail-queue',
  '0013-private-files',
  '0014-flag-groups',
  '0015-money',
  '0016-corrections',
  '0017-computed-matches',
  '0019-no-presence',
  '0020-figures',
  '0020-notes',
  '0022-messages',
  '0023-cash-and-organisers',
  '0024-later',
]

export const listMigrationSteps = (): Record<string, Migration> => {
  let isNewDatabase = false
  const steps: Record<string, Migration> = {
    [baselineName]: {
      up: async (db) => {
        isNewDatabase = true
        await makeTables(db)
      },
    },
  }
  for (const [name, alteration] of Object.entries(alterations)) {
    const { changes, sqlite = [], postgres = [], fills = [], complete } = alteration
    steps[name] = {
      up: async (db) => {
        if (isNewDatabase) {
          return
        }
        const engineChanges = isPostgres(db) ? postgres : sqlite
        for (const statement of [...changes, ...engineChanges, ...fills]) {
          await sql.raw(statement).execute(db)
        }
        await complete?.(db)
      },
    }
  }
  return steps
}

/**
 * Replaces the migration names of 0.1.0 with the baseline of 1.0.0. If several processes start at
 * once, only the first finds names to replace.
 */
const replaceNames = async (db: Db) => {
  const migrationTable = isPostgres(db)
    ? sql<object>`select where to_regclass('kysely_migration') is not null`
    : sql<object>`select 1 from sqlite_schema where name = 'kysely_migration'`
  if ((await migrationTable.execute(db)).rows.length === 0) {
    return
  }
  await transact(db, async (transaction) => {
    const names = sql.join(namesBefore1)
    const { numAffectedRows } =
      await sql`delete from kysely_migration where name in (${names})`.execute(transaction)
    if (numAffectedRows === 0n) {
      return
    }
    const timestamp = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${baselineName}, ${timestamp})`.execute(
      transaction,
    )
    // 0.1.0 could not detect all kinds of flags, so every entry is indexed again.
    await sql`update review set prepared = 0`.execute(transaction)
  })
}

/**
 * If several processes start at once, a database lock makes all but one wait.
 * @throws Error when a migration fails and has been rolled back
 */
export const migrate = async (db: Db): Promise<void> => {
  await replaceNames(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => listMigrationSteps() },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    throw new Error('The tables could not be brought up to date', { cause: error })
  }
}
