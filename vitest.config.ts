import { defineConfig } from 'vitest/config'
import { viteConfig } from './scripts/vite.mjs'

const resolve = viteConfig().resolve ?? {}
const server = ['server/**/*.test.ts']

/**
 * Three projects: the parts that need no server, and the server's tests once on each table store. `TEST_DATABASE` is
 * read by tests/support only.
 */
export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['festival/**/*.test.ts', 'site/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'api-sqlite', include: server, env: { TEST_DATABASE: 'sqlite' }, testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: server,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
