import type { Page } from '@playwright/test'
import { fillForm, findForm, findSumQuestion, leader } from '../support/form'
import { enter, expect, expectAccessible, journeyCoupon, readQr, test } from '../support/journey'
import { readRegistrations } from '../support/saved'
import { holds } from '../support/step'

/** The element's text colour, and the value of a palette token in that element. */
const readColours = (page: Page, text: string, token: string) =>
  page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .evaluate((element, name) => {
      const probe = element.appendChild(document.createElement('i'))
      probe.style.color = `var(${name})`
      const colours = [getComputedStyle(element).color, getComputedStyle(probe).color]
      probe.remove()
      return colours
    }, token)

test('a coupon takes 5% off the amount in the form, the QR code and the entry', async ({
  page,
  festival,
}) => {
  const email = 'coupon@students.test'
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await fillForm(page, email)

  await form.coupon.fill('nothing')
  await form.apply.click()
  await holds('said.coupon-bad', async () => {
    const [shown, red] = await readColours(
      page,
      'Sorry, this coupon does not exist or has been used.',
      '--artery',
    )
    expect(shown).toBe(red)
  })
  expect(await readQr(form.qr)).toContain('am=600.00')

  await form.coupon.fill(' neuron-! 55')
  await expect(form.coupon).toHaveValue(journeyCoupon)
  await form.apply.click()
  await holds('said.coupon-good', async () => {
    const [shown, green] = await readColours(page, 'Coupon applied: 5% discount', '--lymph')
    expect(shown).toBe(green)
  })
  await expect(page.getByRole('button', { name: 'Applied' })).toBeDisabled()
  await expect(form.coupon).toBeDisabled()
  await expect(page.getByText('₹570').first()).toBeVisible()
  expect(await readQr(form.qr)).toContain('am=570.00')

  const sum = findSumQuestion(page, '₹600', '₹570')
  await expect(sum.question).toBeVisible()
  await page.getByRole('button', { name: 'Remove the coupon' }).click()
  await expect(form.apply).toBeEnabled()
  await expect(sum.question).toHaveCount(0)
  expect(await readQr(form.qr)).toContain('am=600.00')

  await form.coupon.fill(journeyCoupon)
  await form.apply.click()
  await expect(page.getByText('Coupon applied: 5% discount')).toBeVisible()
  // The screenshot was chosen for ₹600, so the form asks about it before sending (5.64).
  await form.submit.click()
  await expect(sum.refusal).toBeVisible()
  await expect(form.screenshot).toBeFocused()
  await expect(form.screenshot).toHaveAccessibleDescription(
    /Please say whether the screenshot shows the new amount/,
  )
  await expectAccessible(page, 'filled, with the coupon')
  expect(readRegistrations(festival, email)).toEqual([])
  await page.reload()
  await expect(sum.question).toBeVisible()
  await sum.yes.click()
  await expect(sum.question).toHaveCount(0)
  await form.submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  expect(readRegistrations(festival, email)).toMatchObject([
    { coupon_applied: 'yes', coupon_code: journeyCoupon, amount: 570 },
  ])
})

test('a reload restores a draft’s text and file, and submitting deletes the draft', async ({
  page,
  festival,
}) => {
  const email = 'reload@students.test'
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, email)
  await expect(page.getByText('paid.png').first()).toBeVisible()

  await enter(page, '/register?event=SeniorQuiz')
  // If there is a draft, neither the splash nor the announcement is shown (9.20).
  await expect(page.locator('#splash')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const form = findForm(page)
  await expect(form.names.first()).toHaveValue(leader.name)
  await expect(form.phones.first()).toHaveValue(leader.phone)
  await expect(form.years.first()).toHaveValue(leader.year)
  await expect(form.email).toHaveValue(email)
  await expect(form.institution).toHaveValue('Test Medical College')
  await expect(form.student).toBeChecked()
  await expect(page.getByText('paid.png').first()).toBeVisible()

  await form.submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'Change the team until registration closes' }),
  ).toBeVisible()
  expect(readRegistrations(festival, email)).toHaveLength(1)
  const id = await page.getByText(/^EVT-\d{6}$/).innerText()
  // The event's page, "My festival" and a new form show the stored receipt (5.50 to 5.52).
  await enter(page, '/events/senior-quiz')
  await page.getByRole('link', { name: id }).click()
  await expect(page.getByRole('heading', { name: 'Sent from this device' })).toBeVisible()
  await expect(page.getByText(id, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change the team' })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Check my registration' }),
  ).toBeVisible()
  await expectAccessible(page, 'My festival with a registration')
  await enter(page, '/register?event=SeniorQuiz')
  await page.getByRole('button', { name: 'Show the confirmation' }).click()
  await expect(page.getByRole('heading', { name: 'Registration Successful' })).toBeVisible()
  await enter(page, '/my-festival')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(page.getByText(id)).toHaveCount(0)
  await enter(page, '/register?event=SeniorQuiz')
  await expect(form.names.first()).toHaveValue('')
  await expect(page.getByText('paid.png')).toHaveCount(0)
})

test('a form is cleared only after the visitor confirms it', async ({ page }) => {
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, 'clear@students.test')
  const form = findForm(page)
  await page.getByRole('button', { name: 'Clear this form' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(form.names.first()).toHaveValue(leader.name)
  await page.getByRole('button', { name: 'Clear this form' }).click()
  await page.getByRole('button', { name: 'Yes, clear it' }).click()
  await expect(form.names.first()).toHaveValue('')
  await expect(page.getByText('paid.png')).toHaveCount(0)
  await enter(page, '/register?event=SeniorQuiz')
  await expect(form.names.first()).toHaveValue('')
})

test('text typed in one form does not appear in another (5.61)', async ({ page }) => {
  const form = findForm(page)
  await enter(page, '/delegate-pass')
  await page.getByLabel('Full name').fill('Asha Test')
  await enter(page, '/register?event=SmartAI')
  await expect(form.submit).toBeEnabled()
  await expect(form.names.first()).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('the first screen shows the summary and the first field, and payment comes last (5.62)', async ({
    page,
  }) => {
    for (const key of ['SeniorQuiz', 'SmartAI', 'Vivantia']) {
      await enter(page, `/register?event=${key}`)
      const box = await findForm(page).names.first().boundingBox()
      // The bottom bar takes 57 of the 800 pixels.
      expect((box?.y ?? 800) + (box?.height ?? 0), key).toBeLessThanOrEqual(743)
      const line = await page.getByRole('complementary', { name: 'Summary' }).boundingBox()
      expect(line?.height, key).toBeLessThan(80)
      await expect(page.locator('form h2').last()).toHaveText('Payment')
    }
  })
})
