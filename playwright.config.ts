import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium'

/** Journeys visit the product on this machine only, so the browser's own errands are switched off. */
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const isRoot = process.getuid?.() === 0
const chromium = findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium.path } : {}),
      args: isRoot ? ['--no-sandbox', ...quiet] : quiet,
    },
  },
})
