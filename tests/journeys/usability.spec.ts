import { fillForm, findForm } from '../support/form'
import { enter, expect, expectAccessible, test } from '../support/journey'
import { findPass, proceedToPayment } from '../support/passes'

test('Back closes the search or the payment dialog, but stays on the page (9.26)', async ({
  page,
}) => {
  await enter(page, '/events')
  await page.getByRole('link', { name: 'Workshops', exact: true }).first().click()
  await expect(page).toHaveURL(/\/workshops$/)
  const search = page.getByRole('dialog', { name: 'Search' })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(search).toBeVisible()
  await page.goBack()
  await expect(search).toHaveCount(0)
  await expect(page).toHaveURL(/\/workshops$/)

  // A page opened from the search replaces the search in the history.
  await page.getByRole('button', { name: 'Search' }).click()
  await search.getByRole('searchbox').fill('shop')
  await search.getByRole('link', { name: /^Shop/ }).click()
  await expect(page).toHaveURL(/\/shop$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/workshops$/)
  await expect(search).toHaveCount(0)

  await enter(page, '/delegate-pass')
  await proceedToPayment(page, 'back@students.test')
  const pass = findPass(page)
  await expect(pass.dialog).toBeVisible()
  await page.goBack()
  await expect(pass.dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/delegate-pass$/)
  await expect(page.getByLabel('E-mail')).toHaveValue('back@students.test')
})

test('warns of overlapping registrations, and lists sessions in “My festival” (5.57)', async ({
  page,
}) => {
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, 'twice@students.test')
  await findForm(page).submit.click()
  const id = await page.getByText(/^EVT-\d{6}$/).textContent()
  // The script of "My festival" loads after the confirmation. Leaving now would cancel it.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('cerebra:stars')))
    .toContain('SeniorQuiz')
  await page.goto('/register?event=JuniorQuiz')
  await expect(
    page.getByText('You’ve already registered for another session at this time:'),
  ).toBeVisible()
  await expect(page.getByText(`(${id})`)).toBeVisible()
  await expectAccessible(page, 'with a registration for the same time')
  await page.goto('/my-festival')
  await expect(page.getByRole('heading', { name: /12 October/ })).toBeVisible()
})

test('errors name the field and explain what is wrong (5.59)', async ({ page }) => {
  await enter(page, '/register?event=SmartAI')
  const form = findForm(page)
  await page.getByLabel('Payment screenshot').setInputFiles({
    name: 'IMG_0042.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.from('00000018667479706865696300000000', 'hex'),
  })
  await expect(page.getByText('This is a HEIC photo, which we cannot read.')).toBeVisible()
  await form.submit.click()
  const summary = form.alert.filter({ hasText: /Please correct \d+ answers/ })
  await expect(summary.getByRole('link', { name: 'Enter your full name.' })).toBeVisible()
  await expect(
    summary.getByRole('link', { name: /^Phone: Enter a valid 10-digit number/ }),
  ).toBeVisible()
  await expect(summary).not.toContainText('team leader')
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('each team member’s fields form a group with an accessible name (5.60)', async ({
    page,
  }) => {
    await enter(page, '/register?event=SeniorQuiz')
    await page.getByRole('button', { name: 'Add a member' }).click()
    for (const name of ['Team leader', 'Member 2']) {
      await expect(
        page.getByRole('group', { name, exact: true }).getByLabel('Full name'),
      ).toBeVisible()
    }
  })

  test('open workshops come first, no keyboard hint is shown, and the bar is not fixed in landscape (9.27)', async ({
    page,
  }) => {
    await enter(page, '/workshops?category=clinical')
    const detailLinks = page.getByRole('main').getByRole('link', { name: /^View Details/ })
    const offersRegistration = (await detailLinks.allTextContents()).map((words) =>
      words.includes('Register'),
    )
    expect(offersRegistration).toEqual(offersRegistration.toSorted().reverse())
    expect(new Set(offersRegistration).size).toBe(2)

    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByText('The key / opens this search')).toBeHidden()
    await page.goBack()

    // In landscape, the bar with the chatbot's button is not fixed but scrolls with the page.
    const bar = page.locator('.places', {
      has: page.getByRole('button', { name: 'Ask a question' }),
    })
    const readPosition = () => bar.evaluate((element) => getComputedStyle(element).position)
    expect(await readPosition()).toBe('fixed')
    await page.setViewportSize({ width: 800, height: 360 })
    expect(await readPosition()).toBe('static')
  })
})
