import { test as base, expect, type Locator, type Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { expectNoViolations } from './axe'
import { type ServedFestival, serveFestival } from './serve'

/** The coupon that the journeys' server knows. */
export const journeyCoupon = 'NEURON!55'

interface JourneyFixtures {
  /** Errors that a journey causes on purpose, by their text and the address that they speak of. */
  expectedErrors: RegExp | undefined
  /** Collects what the page reports as an error, and fails the journey at its end if there was any. */
  clean: undefined
}

interface JourneyWorker {
  /** The folder of the build that is served: `dist` unless a file of journeys says otherwise. */
  dist: string
}

/** Chromium reports calls that are refused or cut off as errors of the page; the journeys cause some on purpose. */
const isOfCall = (url: string) => /\/(?:api|image)\//.test(url)

/** What Playwright says where a journey has no service worker (`serviceWorkers` of its configuration). */
export const blockedWorker = 'Service Worker registration blocked by Playwright'

/** Journeys that bring a festival of their own. */
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

/** Journeys on a server of the worker's own, with an empty table store and the folder as its mailbox. */
export const test = visit.extend<object, { festival: ServedFestival }>({
  festival: [
    async ({ dist }, use) => {
      const festival = await serveFestival({ COUPON_CODE: journeyCoupon }, dist)
      await use(festival)
      await festival.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ festival }, use) => use(festival.address),
})

export { expect }

/** Opens a page as a visitor does who taps the splash away and closes the announcement after it. */
export const enter = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  // On a slow machine the splash may be over by now, and a key would close the announcement instead.
  const isQuiet = await page.evaluate(() => {
    document.getElementById('splash')?.click()
    return document.documentElement.hasAttribute('data-quiet')
  })
  // Over a form's draft there is neither splash nor announcement (behaviour 9.20).
  if (!isQuiet) {
    await page.getByRole('button', { name: 'Go to the festival' }).click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Lets axe look at the page as it stands, and at its colours in the dark; it must find nothing. */
export const expectAccessible = async (page: Page, state: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${state}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${state}, dark`, 'colours')
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** The text of the QR code in a picture's pixels. */
export const decodeQr = (png: Buffer): string | undefined => {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}

/** What a phone's camera would read off the screen: the text of the QR code in the element's pixels. */
export const readQr = async (element: Locator): Promise<string | undefined> => {
  // It is drawn once the visitor comes near.
  await element.scrollIntoViewIfNeeded()
  await expect(element.locator('path')).toHaveAttribute('d', /^M/)
  return decodeQr(await element.screenshot({ scale: 'css' }))
}

/**
 * Presses "Try again" until something is there. A browser that remembers that a script failed asks for it no more: there the second
 * press loads the page anew (9.15). Gives whether it did.
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
