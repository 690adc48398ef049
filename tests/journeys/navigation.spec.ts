import type { Page, Route } from '@playwright/test'
import { enter, expect, test, tryAgain } from '../support/journey'

test.use({ expectedErrors: /Failed to load resource/ })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const contactPage = /\/assets\/contact-.*\.js$/

/** Delays the contact page's script until `release` is called. */
const holdContact = async (page: Page, end: (route: Route) => Promise<void>) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = new Promise<void>((isHeld) => {
    void page.route(contactPage, async (route) => {
      isHeld()
      await released
      await end(route)
    })
  })
  return { held, release }
}

const goToContact = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()

const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.mark = 'kept'
  })
const isMarked = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.mark === 'kept')

test('Back cancels a page that is loading, and the next Back restores the scroll position', async ({
  page,
}) => {
  await enter(page, '/about')
  await page.evaluate(() => window.scrollTo(0, 300))
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Shop', exact: true })
    .click()
  await expect(h1(page)).not.toHaveText('About Cerebra 3.0')
  const { held, release } = await holdContact(page, (route) => route.continue())
  await goToContact(page)
  await held
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true')
  await page.goBack()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false')
  await page.goBack()
  await expect(h1(page)).toHaveText('About Cerebra 3.0')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
  release()
})

test('the current page stays if a page that the visitor has left fails to load', async ({
  page,
}) => {
  await enter(page, '/about')
  await mark(page)
  const { held, release } = await holdContact(page, (route) => route.abort())
  await goToContact(page)
  await held
  await page.goBack()
  const failed = page.waitForEvent('requestfailed')
  release()
  await failed
  await page.waitForTimeout(300)
  expect(await isMarked(page)).toBe(true)
  await expect(h1(page)).toHaveText('About Cerebra 3.0')
})

test('without a network, the current page stays and offers to load the next one again', async ({
  page,
  context,
}) => {
  await enter(page, '/about')
  await mark(page)
  await context.setOffline(true)
  await goToContact(page)
  const notice = page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' })
  await expect(notice).toBeVisible()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false')
  await expect(h1(page)).toHaveText('About Cerebra 3.0')
  await context.setOffline(false)
  const contact = page.getByRole('heading', { level: 1, name: 'Contact the organising team' })
  await tryAgain(page, contact)
  await expect(contact).toBeVisible()
})

test('the site reloads if the next page belongs to another build', async ({ page }) => {
  await enter(page, '/about')
  await mark(page)
  await page.route(contactPage, (route) => route.fulfill({ status: 404 }), { times: 2 })
  await goToContact(page)
  await expect(h1(page)).toHaveText('Contact the organising team')
  expect(await isMarked(page)).toBe(false)
})
