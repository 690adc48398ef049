import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import readPixels from 'qr/decode.js'
import { expectNoViolations } from './axe'
import type { ServedFestival } from './serve'
import { serveEdition } from './serve-edition'

export const journeyCoupon = 'NEURON!55'

interface JourneyFixtures {
  /** Matches the text and address of errors that the journey causes on purpose. */
  expectedErrors: RegExp | undefined
  /** Fails the journey if the page reports an error. */
  clean: undefined
}

interface JourneyWorker {
  dist: string
}

/** Chromium reports failed calls, which some journeys cause, as errors of the page. */
const isOfCall = (url: string) => /\/(?:api|image)\//.test(url)

/** Playwright's message if `serviceWorkers` in playwright.config.ts blocks the worker. */
export const blockedWorker = 'Service Worker registration blocked by Playwright'

export const visit = base.extend<JourneyFixtures, JourneyWorker>({
  dist: ['dist', { scope: 'worker', option: true }],
  expectedErrors: [undefined, { option: true }],
  clean: [
    async ({ page, expectedErrors }, use) => {
      const complaints: string[] = []
      await page.addInitScript(() =>
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective, blockedURI, sample }) =>
            console.error(`against the policy: ${violatedDirective} ${blockedURI} ${sample}`),
        ),
      )
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('console', (message) => {
        const { url } = message.location()
        const isBad =
          ['error', 'warning'].includes(message.type()) && !message.text().startsWith(blockedWorker)
        const isExpected = expectedErrors?.test(`${message.text()} ${url}`) ?? false
        if (isBad && !isExpected && !isOfCall(url)) {
          complaints.push(`console: ${message.text()}`)
        }
      })
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        const isOwn =
          origin.startsWith('http://127.0.0.1:') || ['data:', 'blob:', 'upi:'].includes(protocol)
        if (!isOwn) {
          complaints.push(`a request to ${origin}`)
        }
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Journeys share one server per worker. It starts without entries. */
export const test = visit.extend<object, { festival: ServedFestival }>({
  festival: [
    async ({ dist }, use) => {
      const festival = await serveEdition({ COUPON_CODE: journeyCoupon }, dist)
      await use(festival)
      await festival.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ festival }, use) => use(festival.address),
})

export { expect }

/** Waits until the page is interactive. The app takes over the scroll position as its last step. */
export const expectHydrated = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual')

export const findAnnouncementButton = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('button', { name: 'Close' })

/** Opens a page, then skips the splash and closes the announcement. */
export const enter = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  // On a slow machine, the splash may be over, and a key would close the announcement.
  const isQuiet = await page.evaluate(() => {
    document.getElementById('splash')?.click()
    return document.documentElement.hasAttribute('data-quiet')
  })
  await expectHydrated(page)
  if (!isQuiet) {
    await findAnnouncementButton(page).click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Runs axe with all rules, then in the dark theme with its colour rules only. */
export const expectAccessible = async (page: Page, state: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${state}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${state}, dark`, 'colours')
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

export const decodeQr = (png: Buffer): string => {
  const { data, width, height } = PNG.sync.read(png)
  return readPixels({ data: new Uint8ClampedArray(data), width, height })
}

/** Reads the QR code from the element's pixels, like a camera. */
export const readQr = async (element: Locator): Promise<string> => {
  // The page draws a code only near the viewport.
  await element.scrollIntoViewIfNeeded()
  await expect(element.locator('path')).toHaveAttribute('d', /^M/)
  return decodeQr(await element.screenshot({ scale: 'css' }))
}

/**
 * Presses "Try again". Browsers may not fetch a failed script again, so a second press reloads the
 * page. Returns whether the page was reloaded.
 */
export const tryAgain = async (page: Page, there: Locator): Promise<boolean> => {
  const notice = page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' })
  const again = notice.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(there.or(again).first()).toBeVisible()
  if (!(await again.isVisible())) {
    return false
  }
  await Promise.all([page.waitForEvent('load'), again.click()])
  return true
}
