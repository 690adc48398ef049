import { defineConfig } from 'vitest/config'
import { listGroupColours } from './festival/content/subject.ts'
import { viteConfig } from './scripts/vite.mjs'
import { categories, sections } from './tests/edition/groups.ts'

/** Tests register for the events and fees of 2025, which do not change with this year's content. */
const keptEdition = 'tests/edition'
/** Tests that quote this year's edition word for word, and change with the edition. */
const factsOfTheEdition = ['festival/content/edition.test.ts']

/** When sales of 2025 end. `build/sale-times.test.tsx` compares these times with the edition. */
const ends = {
  tiers: [
    { label: 'Tier 1', end: '2025-10-10T08:00:00+05:30' },
    { label: 'Tier 2', end: '2025-10-11T18:00:00+05:30' },
  ],
  rooms: '2025-10-12T18:00:00+05:30',
  lastDay: '2025-10-12',
}

/** Sets the edition of tests and of the commands that they start. */
const on = (edition: string) => ({
  resolve: viteConfig(edition).resolve ?? {},
  env: { EDITION: edition },
})
const kept = on(keptEdition)
const current = on(process.env.EDITION ?? 'festival/edition')

/** Server tests that use neither the run's table store nor the run's file store. */
const unit = 'server/**/*.unit.test.ts'
const server = ['{server,tests/trials}/**/*.test.ts']
/** Tests of code that reads, lists or removes files, which also run on S3. */
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
/** Tests of tables, constraints, locks and updates that `npm test` runs on PostgreSQL. */
const locking = [
  'server/db/**/*.test.ts',
  'server/bank/{amounts,import,used-ids,refunded-cash}.test.ts',
  'server/decisions/{at-once,decisions,copies,settle}.test.ts',
  'server/attendance/marks.test.ts',
  'server/doors/{phones,scans}.test.ts',
  'server/entries/queue.test.ts',
  'server/forms/{repeated,limit-forms}.test.ts',
  'server/live/failed-commit.test.ts',
  'server/mail/leases.test.ts',
  'server/cli/{backup,every-table}.test.ts',
  'server/uploads/upload-rows.test.ts',
]
/** Tests that depend on SQL or locks. Queries of all other tests are the same on both engines. */
const querying = [
  'server/{db,bank,entries,decisions,messages,my-entry,lists,attendance,doors,live}/**/*.test.ts',
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

/** Runs server tests on one engine of each store. Only tests/support reads the variables. */
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
 * There are three kinds of tests. `edition` checks this year's content. `unit` tests run once.
 * Server tests that open a store run on SQLite and disk. Some also run on PostgreSQL or on S3.
 * Under `server/`, unit tests are named `x.unit.test.ts`, and the others `x.test.ts`.
 */
export default defineConfig({
  define: {
    __PLATES__: '"/plates"',
    __DRAWINGS__:
      '{"shop-item":{"viewBox":"0 0 400 500","marks":[]},"not-found":{"viewBox":"0 0 400 500","marks":[]}}',
    __EVENT_LEGENDS__: '{}',
    __WORKSHOP_LEGENDS__: '{}',
    __OPTIONAL_PAGES__: '["workshops","delegate-pass","accommodation","shop"]',
    __ENDS__: JSON.stringify(ends),
    __OPENED__: '{}',
    __PRIVACY_NOTICE__:
      '{"date":"2025-09-01","responsible":"Medical College (to be announced)","isAgeAsked":false}',
    __PASS_PRICES__: '{"Tier 1":500,"Tier 2":700}',
    __GROUP_COLOURS__: JSON.stringify(listGroupColours(sections, categories)),
  },
  test: {
    maxWorkers: 2,
    // Imports have no side effects, so test files share them. This saves a second per file.
    isolate: false,
    // On a busy machine, a polled result may take longer than the default of one second.
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
            'door/**/*.test.{ts,tsx}',
            'build/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            unit,
          ],
          exclude: factsOfTheEdition,
          env: kept.env,
          // Some tests start commands of the project, which are slow on a busy machine.
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
