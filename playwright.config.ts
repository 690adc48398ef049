import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/browsers'

const chromium = findChromium()

/** The main paths: `npm test` runs these, and `npm run test:full` all others. */
const mainPaths = [
  'registration',
  'delegate-pass',
  'accommodation',
  'correction',
  'desk',
  'treasurer',
  'policy',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  projects: [
    { name: 'main', testMatch: mainPaths },
    { name: 'more', testIgnore: mainPaths },
  ],
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 900 },
    // It fetches the whole site some seconds after each first visit: only what is about it waits for that.
    serviceWorkers: 'block',
    // A film of every step took a third of the journeys' time; `--trace on` makes one.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium.path } : {}),
      args: [...chromiumFlags],
    },
  },
})
