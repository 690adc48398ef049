import type { Page } from '@playwright/test'
import { fillForm } from '../support/form'
import { enter, expect, test, tryAgain } from '../support/journey'
import { fillRequest, findRequest } from '../support/rooms'

test.use({ expectedErrors: /Failed to load resource/ })

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' })

for (const { name, button, opens } of [
  { name: 'search', button: 'Search', opens: 'Search' },
  { name: 'chatbot', button: 'Ask a question', opens: 'Ask about Cerebra' },
]) {
  test(`a failed download of the ${name} can be retried, and the draft is kept`, async ({
    page,
  }) => {
    const parts = /\/assets\/(?:search-dialog|chat-panel).*\.js$/
    await page.route(parts, (route) => route.abort())
    await enter(page, '/delegate-pass')
    const field = page.locator('form [name="name"]')
    await field.fill('Asha Test')
    await page.getByRole('button', { name: button }).click()
    await expect(notice(page)).toBeVisible()
    await page.unroute(parts)
    const dialog = page.getByRole('dialog', { name: opens })
    if (await tryAgain(page, dialog)) {
      await page.getByRole('button', { name: button }).click()
    }
    await expect(dialog).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await expect(field).toHaveValue('Asha Test')
  })
}

test('the accommodation receipt needs no further scripts', async ({ page }) => {
  await enter(page, '/accommodation')
  await fillRequest(page, 'no-more-scripts@students.test')
  await page.route(/\.js$/, (route) => route.abort())
  await findRequest(page).submit.click()
  await expect(page.getByRole('heading', { name: 'Accommodation Request Submitted' })).toBeVisible()
})

test('a failed download of the calendar script can be retried', async ({ page }) => {
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, 'late-calendar@students.test')
  await page.route(/calendar.*\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  await expect(notice(page)).toBeVisible()
  await page.unroute(/calendar.*\.js$/)
  const names: string[] = []
  page.on('download', (download) => names.push(download.suggestedFilename()))
  const again = notice(page).getByRole('button', { name: 'Try again' })
  await again.click()
  await expect.poll(async () => names.length > 0 || (await again.isVisible())).toBe(true)
  // After the reload (9.15), the page shows the stored receipt.
  if (names.length === 0) {
    await Promise.all([page.waitForEvent('load'), again.click()])
  } else {
    expect(names).toEqual(['senior-quiz.ics'])
  }
  await expect(page.getByText(/EVT-\d{6}/).first()).toBeVisible()
})
