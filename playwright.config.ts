import { defineConfig, type LaunchOptions } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/browsers'

const launchOptions: LaunchOptions = { args: [...chromiumFlags] }
const chromium = findChromium()
if (chromium) {
  launchOptions.executablePath = chromium.path
}

/** `npm test` runs the journeys of the main paths, and `npm run test:full` all others. */
const mainPaths = [
  'registration',
  'delegate-pass',
  'accommodation',
  'correction',
  'desk',
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
    // The worker fetches the whole site after a first visit, which only tests of the worker need.
    serviceWorkers: 'block',
    // Recording every step took a third of the journeys' time. `--trace on` records a run.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
