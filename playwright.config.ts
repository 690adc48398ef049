import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/browsers'

const chromium = findChromium()

export default defineConfig({
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
