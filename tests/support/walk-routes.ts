import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { enter, expect, test } from './journey'
import type { BuiltScreen } from './screens'

const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const

const listTypes = ({ address, kind }: BuiltScreen): string[] => {
  if (address === '/') {
    return ['Festival']
  }
  if (kind === 'events/…') {
    return ['Event']
  }
  return kind === 'workshops/…' ? ['EducationEvent'] : []
}

const readText = (html: string, pattern: RegExp) =>
  (pattern.exec(html)?.[1] ?? '')
    .replace(/<!--.*?-->|<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')

const readTitle = (html: string) => readText(html, /<title>(.*?)<\/title>/)
const readHeading = (html: string) => readText(html, /<h1[^>]*>(.*?)<\/h1>/s)

/** Checks the head as built, before any script runs. */
export const expectHead = (screen: BuiltScreen): void => {
  const { address, html } = screen
  const title = readTitle(html)
  expect(title, address).not.toBe('')
  expect(readHeading(html), address).not.toBe('')
  expect(html.match(/<h1[ >]/g), address).toHaveLength(1)
  expect(html.match(/ style=/g), `${address}: styles that the policy refuses`).toBeNull()
  expect(
    readText(html, /<meta name="description" content="([^"]*)">/).length,
    address,
  ).toBeGreaterThan(10)
  expect(
    readText(html, /<meta property="og:title" content="([^"]*)">/),
    `${address}: shared title`,
  ).toBe(title)
  const canonical = /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1] ?? ''
  expect(canonical.replace(/^https?:\/\/[^/]+/, '')).toBe(address)
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  expect(
    data.map(([, json = '']) => JSON.parse(json)['@type']),
    address,
  ).toEqual(listTypes(screen))
}

/** In pixels. A folded phone has 240, and 1280 at 400 % zoom leaves 320. */
const narrowest = [240, 320] as const

const wide = 1280

/** Expects no horizontal scrolling on narrow screens, or with text at twice its size. */
const expectToFit = async (page: Page) => {
  const readWidth = (fontSize: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size
      const { scrollWidth } = document.documentElement
      document.documentElement.removeAttribute('style')
      return scrollWidth
    }, fontSize)
  for (const width of narrowest) {
    await page.setViewportSize({ width, height: 640 })
    expect(await readWidth(''), `width at ${width}`).toBeLessThanOrEqual(width)
  }
  expect(await readWidth('200%'), 'width at 320 with large text').toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: wide, height: 800 })
  expect(await readWidth('200%'), 'width at 1280 with large text').toBeLessThanOrEqual(wide)
}

/**
 * Checks a screen's status, title and heading after hydration, and whether the content fits. The
 * `clean` fixture checks the console.
 */
const walkScreen = async (page: Page, screen: BuiltScreen): Promise<void> => {
  const served = await page.request.get(screen.address)
  expect(served.status()).toBe(200)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: narrowest[0], height: 640 })
  await enter(page, screen.address)
  await expect(page).toHaveTitle(readTitle(screen.html))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(readHeading(screen.html))
  await expectToFit(page)
}

/** Runs axe at both viewport sizes, and only its colour rules in the dark theme. */
const expectAccessibleScreen = async (page: Page): Promise<void> => {
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    await expectNoViolations(page, name)
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, 'dark', 'colours')
}

/** For pages with many variants, these samples include the longest and a short variant. */
const walkedSamples = ['/events?section=presentations', '/workshops?category=emergency'].concat(
  ['SeniorQuiz', 'PulsatingPalettes', 'SmartAI'].map((key) => `/register?event=${key}`),
)
const isWalked = ({ address }: BuiltScreen) =>
  !address.includes('?') || walkedSamples.includes(address)

/** The screens of one visit load shared scripts only once. */
const screensPerVisit = 6

/**
 * Visits the screens, and checks files with several addresses. Runs axe on the first screen of
 * each kind.
 */
export const walkRoutes = (screens: readonly BuiltScreen[]): void => {
  const walked = screens.filter(isWalked)
  const isFirstOfKind = (screen: BuiltScreen) =>
    walked.find(({ kind }) => kind === screen.kind) === screen
  for (let from = 0; from < walked.length; from += screensPerVisit) {
    const visit = walked.slice(from, from + screensPerVisit)
    test(visit.map(({ address }) => address).join(' '), async ({ page }) => {
      for (const screen of visit) {
        await test.step(screen.address, async () => {
          await walkScreen(page, screen)
          if (isFirstOfKind(screen)) {
            await expectAccessibleScreen(page)
          }
        })
      }
    })
  }

  test('a screen’s further addresses serve the same file and open the same page', async ({
    page,
    request,
  }) => {
    for (const { address, aliases } of screens) {
      for (const alias of aliases) {
        const [first, other] = await Promise.all([request.get(address), request.get(alias)])
        expect(other.status(), alias).toBe(200)
        expect(await other.text(), alias).toBe(await first.text())
      }
    }
    for (const { address, aliases } of screens
      .filter((screen) => screen.aliases.length > 0)
      .slice(0, 2)) {
      await page.goto(address)
      const h1 = await page.getByRole('heading', { level: 1 }).textContent()
      await enter(page, aliases[0] ?? address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(h1 ?? '')
    }
  })

  test('unknown addresses get the “not found” page, with status 404', async ({ page }) => {
    const served = await page.request.get('/events/no-such-event')
    expect(served.status()).toBe(404)
    const html = await served.text()
    expect(html.includes('<meta name="robots" content="noindex">')).toBe(true)
    expect(html.includes('rel="canonical"')).toBe(false)
    await page.route('/no-such-page', async (route) => {
      // Chromium reports the status 404 as an error, so the page is served with 200 here.
      const answer = await route.fetch()
      expect(answer.status()).toBe(404)
      await route.fulfill({ response: answer, status: 200 })
    })
    await enter(page, '/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      await expectNoViolations(page, 'not found')
    }
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
}
