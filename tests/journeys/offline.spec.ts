import type { BrowserContext, Page } from '@playwright/test'
import { fillForm, findForm } from '../support/form'
import { expect, findAnnouncementButton, test } from '../support/journey'
import { readRegistrations } from '../support/saved'

test.use({ serviceWorkers: 'allow' })

/** Like `enter`, for pages whose splash and announcement may appear late. */
const settle = async (page: Page, path: string) => {
  await page.goto(path)
  await page.keyboard.press('Escape')
  // Forms have no announcement.
  if (!/^\/(?:register|accommodation)/.test(path)) {
    await findAnnouncementButton(page).click()
  }
}

/** Visits the site until the service worker is active and has cached every file. */
const visitFirst = async (page: Page) => {
  await settle(page, '/')
  await page.evaluate(async () => {
    // The site registers the worker a few seconds after the page has loaded.
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') {
      return
    }
    await new Promise<void>((done) =>
      active?.addEventListener('statechange', () => active.state === 'activated' && done()),
    )
  })
}

const cutNetwork = async (context: BrowserContext, festivalAnswers: () => Promise<boolean>) => {
  await context.setOffline(true)
  expect(await festivalAnswers()).toBe(false)
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test('every page and the saved timetable open offline after the first visit', async ({
  page,
  context,
}) => {
  await visitFirst(page)
  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await page.getByRole('button', { name: /^In my festival ?: Reviva$/ }).click()
  await cutNetwork(context, () =>
    page.evaluate(() =>
      fetch('/api/').then(
        () => true,
        () => false,
      ),
    ),
  )

  for (const [path, heading] of [
    ['/', 'Cerebra 3.0'],
    ['/schedule', 'Schedule'],
    ['/events/nexus', 'Nexus'],
    ['/workshops?category=tech', 'Tech & Research'],
    ['/accommodation', 'Accommodation'],
  ] as const) {
    await settle(page, path)
    await expect(h1(page), path).toHaveText(heading)
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }
  await settle(page, '/my-festival')
  await expect(h1(page)).toHaveText('My festival')
  await expect(page.getByRole('main')).toContainText('Reviva')
  await expect(page.getByRole('main')).toContainText('2:00 PM to 5:30 PM')
})

test('a registration filled in offline is sent once the participant confirms', async ({
  page,
  context,
  festival,
}) => {
  const email = 'offline@students.test'
  await visitFirst(page)
  await context.setOffline(true)
  await settle(page, '/register?event=SeniorQuiz')
  // In Chromium 150, a new document is online again.
  await context.setOffline(false)
  await context.setOffline(true)
  const form = findForm(page)
  await fillForm(page, email)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await form.submit.click()
  await expect(page.getByText('Failed to upload screenshot. Please try again.')).toBeVisible()
  await expect(form.email).toHaveValue(email)

  // Visitors with a draft may be paying, so they see neither splash nor announcement (9.20).
  for (const address of [
    '/register?event=SeniorQuiz',
    '/register',
    '/event-registration?event=SeniorQuiz&from=mail',
  ]) {
    await page.goto(address)
    await expect(form.email, address).toHaveValue(email)
    await expect(page.locator('#splash'), address).toHaveCount(0)
    await expect(page.getByRole('dialog'), address).toHaveCount(0)
  }
  await expect(page.getByText('paid.png').first()).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  expect(readRegistrations(festival, email)).toEqual([])
  await form.submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  expect(readRegistrations(festival, email)).toHaveLength(1)
})
