import { defineConfig } from 'vitest/config'
import { listGroupColours } from './festival/content/subject.ts'
import { viteConfig } from './scripts/vite.mjs'
import { categories, sections } from './tests/edition/groups.ts'

/** The events and fees of 2025 as they were, and stay: what tests register for does not change with this year's content. */
const keptEdition = 'tests/edition'
/** The tests that state facts of this year's edition word for word, and change with it. */
const factsOfTheEdition = ['festival/content/edition.test.ts']

/** Until when passes and rooms of 2025 are sold; `build/sale-times.test.tsx` holds them to that edition. */
const ends = {
  tiers: [
    { label: 'Tier 1', end: '2025-10-10T08:00:00+05:30' },
    { label: 'Tier 2', end: '2025-10-11T18:00:00+05:30' },
  ],
  rooms: '2025-10-12T18:00:00+05:30',
  lastDay: '2025-10-12',
}

/** What `#edition/` means to tests, and to the commands that they start. */
const on = (edition: string) => ({
  resolve: viteConfig(edition).resolve ?? {},
  env: { EDITION: edition },
})
const kept = on(keptEdition)
const current = on(process.env.EDITION ?? 'festival/edition')

/** Tests that open neither a table store nor a file store of the run's: they run once, with the other unit tests. */
const unit = 'server/**/*.unit.test.ts'
const server = ['{server,tests/trials}/**/*.test.ts']
/** What reads, lists or removes files; a form only names what was uploaded. */
const filing = [
  'server/uploads/**/*.test.ts',
  'server/jobs/{sweep,retention}*.test.ts',
  'server/cli/{backup,take-backup,forget-person}.test.ts',
  'server/{forms/from-form-to-export,decisions/entry-page}.test.ts',
]
/** Random or heavy tests, which `npm test` leaves to `npm run test:full`. */
const slow = [
  'server/app/{fuzz,linear-work,planted-faults}.test.ts',
  'server/bank/cash-book.test.ts',
  'server/cli/installation.test.ts',
  'server/lists/figures.test.ts',
  'server/messages/stolen-mailbox.test.ts',
  'server/uploads/downloads.test.ts',
]
/** What `npm test` runs on PostgreSQL: tables, constraints, locks and conditional updates. */
const locking = [
  'server/db/**/*.test.ts',
  'server/bank/{amounts,import,used-ids,refunded-cash}.test.ts',
  'server/decisions/{at-once,decisions,copies,settle}.test.ts',
  'server/entries/queue.test.ts',
  'server/forms/{repeated,limit-forms}.test.ts',
  'server/live/failed-commit.test.ts',
  'server/mail/leases.test.ts',
  'server/cli/{backup,every-table}.test.ts',
  'server/uploads/upload-rows.test.ts',
]
/** What lives by SQL or locks: the others ask the two engines the same, and run on SQLite alone. */
const querying = [
  'server/{db,bank,entries,decisions,messages,my-entry,lists,live}/**/*.test.ts',
  'server/forms/{repeated,failed-mail,limit-forms,privacy-notice}.test.ts',
  'server/mail/{outbox,leases,bounds}.test.ts',
  'server/cli/{backup,every-table,forget*}.test.ts',
  'server/{app/full-disk,organisers/sign-in,uploads/upload-rows}.test.ts',
  'tests/trials/two-importers.test.ts',
]

const globalSetups = {
  sqlite: [],
  postgres: ['tests/support/postgres.ts'],
  disk: [],
  s3: ['tests/support/s3.ts'],
}

/** The server's tests on one table store and one file store; the variables are read by tests/support only. */
const api = (
  name: string,
  database: 'sqlite' | 'postgres',
  files: 'disk' | 's3',
  include = server,
  exclude: readonly string[] = [],
) => ({
  extends: true as const,
  resolve: kept.resolve,
  test: {
    name,
    include,
    exclude: [unit, ...exclude],
    env: { ...kept.env, TEST_DATABASE: database, TEST_FILES: files },
    globalSetup: [...globalSetups[database], ...globalSetups[files]],
    testTimeout: 90_000,
  },
})

/**
 * Three kinds of tests: `edition` holds this year's content to its facts; `unit` runs once; a test of the server that
 * opens a table store runs on SQLite, what lives by SQL or locks on PostgreSQL as well, and what handles files once more on S3. Under `server/` the name says which: `x.unit.test.ts` or `x.test.ts`.
 */
export default defineConfig({
  // The site as a private address has it; what a public one says is asked of functions.
  define: {
    __IS_PUBLIC__: 'false',
    __PLATES__: '"/plates"',
    __DRAWINGS__:
      '{"shop-item":{"viewBox":"0 0 400 500","marks":[]},"not-found":{"viewBox":"0 0 400 500","marks":[]}}',
    __EVENT_LEGENDS__: '{}',
    __WORKSHOP_LEGENDS__: '{}',
    __OPTIONAL_PAGES__: '["delegate-pass","accommodation","shop"]',
    __ENDS__: JSON.stringify(ends),
    __OPENED__: '{}',
    __PRIVACY_NOTICE__:
      '{"date":"2025-09-01","responsible":"Medical College (to be announced)","isAgeAsked":false}',
    __PASS_PRICES__: '{"Tier 1":500,"Tier 2":700}',
    __GROUP_COLOURS__: JSON.stringify(listGroupColours(sections, categories)),
  },
  test: {
    maxWorkers: 2,
    // Nothing happens on import, so files share what is imported: each would take a second for it.
    isolate: false,
    // What is waited for comes when a busy machine has done it, which may take longer than a second.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        resolve: current.resolve,
        test: { name: 'edition', include: factsOfTheEdition, env: current.env },
      },
      {
        extends: true,
        resolve: kept.resolve,
        test: {
          name: 'unit',
          include: [
            'festival/**/*.test.ts',
            'ui/**/*.test.{ts,tsx}',
            'site/**/*.test.{ts,tsx}',
            'desk/**/*.test.{ts,tsx}',
            'build/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            unit,
          ],
          exclude: factsOfTheEdition,
          env: kept.env,
          // Some start commands of the project, which takes its time on a machine that does other things as well.
          testTimeout: 180_000,
        },
      },
      api('api-sqlite', 'sqlite', 'disk', server, slow),
      api('api-sqlite-more', 'sqlite', 'disk', slow),
      api('api-postgres', 'postgres', 'disk', locking),
      api('api-postgres-more', 'postgres', 'disk', querying, locking),
      api('api-s3', 'sqlite', 's3', filing),
    ],
  },
})
