import type { Page } from '@playwright/test'
import { choosePng, fillForm, findForm, goOn, leader, showPart } from '../support/form'
import { enter, expect, expectAccessible, test } from '../support/journey'
import { findPass, paid } from '../support/passes'
import { readRegistrations } from '../support/saved'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

const findBar = (page: Page) => ({
  next: page.getByRole('button', { name: 'Continue', exact: true }),
  back: page.locator('form').getByRole('button', { name: 'Back', exact: true }),
  count: (words: string) => page.getByText(words, { exact: true }),
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test('a phone shows one part at a time, and Back goes one part back (5.156)', async ({
  page,
  festival,
}) => {
  const email = 'parts@students.test'
  await enter(page, '/events/senior-quiz')
  await page.getByRole('link', { name: 'Register Now' }).first().click()
  const form = findForm(page)
  const bar = findBar(page)
  await expect(bar.count('1 of 3')).toBeVisible()
  await expect(page.getByText('₹600 to pay')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(form.email).toBeHidden()
  await expect(form.submit).toBeHidden()
  await expectAccessible(page, 'the first part')

  await bar.next.click()
  await expect(form.names.first()).toBeFocused()
  await expect(form.alert).toContainText('Please correct 3 answers')
  await expect(form.email).toBeHidden()

  await form.names.first().fill(leader.name)
  await form.phones.first().fill(leader.phone)
  await form.years.first().fill(leader.year)
  // Enter goes on, too.
  await form.years.first().press('Enter')
  await expect(heading(page, 'Contact')).toBeFocused()
  await expect(bar.count('2 of 3')).toBeVisible()
  await expect(form.names.first()).toBeHidden()
  await expectAccessible(page, 'the second part')
  await page.reload()
  await expect(form.email).toBeVisible()
  await expect(form.names.first()).toBeHidden()
  await expect(bar.next).toBeEnabled()
  await page.goBack()
  await expect(heading(page, 'Team')).toBeFocused()
  await expect(form.names.first()).toHaveValue(leader.name)
  await page.goForward()
  await expect(heading(page, 'Contact')).toBeFocused()
  await form.email.fill(email)
  await form.institution.fill('Test Medical College')
  await form.student.check()
  await bar.next.click()
  await expect(heading(page, 'Payment')).toBeFocused()
  await expect(bar.count('3 of 3')).toBeVisible()
  await expect(bar.next).toBeHidden()
  await expect(form.submit).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'the last part')
  await bar.back.click()
  await expect(heading(page, 'Contact')).toBeFocused()
  await bar.next.click()
  await choosePng(form.screenshot)
  await expect(page.getByText('paid.png').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('paid.png').first()).toBeVisible()
  await form.submit.click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Registration Successful' }),
  ).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(readRegistrations(festival, email)).toHaveLength(1)
  await page.goBack()
  await expect(page).toHaveURL(/\/events\/senior-quiz$/)
})

test('an error opens the part that it is in, and clearing the form opens the first part (5.156)', async ({
  page,
}) => {
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  const bar = findBar(page)
  await expect(bar.next).toBeEnabled()
  await showPart(page, 2)
  await choosePng(form.screenshot)
  await form.submit.click()
  await expect(form.names.first()).toBeFocused()
  await expect(bar.count('1 of 3')).toBeVisible()
  await expect(form.alert).toContainText('Please correct 3 answers')
  await fillForm(page, 'clear@students.test')
  await expect(bar.count('3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Clear this form' }).click()
  await page.getByRole('button', { name: 'Yes, clear it' }).click()
  await expect(form.names.first()).toBeFocused()
  await expect(form.names.first()).toHaveValue('')
  await expect(bar.count('1 of 3')).toBeVisible()
})

test('a further member’s fields are only the name until phone and year are added (5.158)', async ({
  page,
}) => {
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await page.getByRole('button', { name: 'Add a member' }).click()
  await expect(form.names.nth(1)).toBeFocused()
  await expect(form.phones).toHaveCount(1)
  await page.getByRole('button', { name: 'Add phone and year of member 2' }).click()
  await expect(form.phones.nth(1)).toBeFocused()
  await form.phones.nth(1).fill('0123456789')
  await page.reload()
  await expect(form.phones.nth(1)).toHaveValue('0123456789')
})

test('a phone shows both prices together, and payment is the third part of the pass form (5.156, 5.159)', async ({
  page,
}) => {
  await enter(page, '/delegate-pass')
  for (const price of ['₹500', '₹700']) {
    await expect(page.getByText(price, { exact: true })).toBeInViewport()
  }
  const pass = findPass(page)
  const bar = findBar(page)
  await expect(page.getByText('from ₹500')).toBeVisible()
  await bar.next.click()
  await expect(page.getByRole('alert')).toContainText('Please correct one answer')
  await pass.magnus.check()
  await expect(page.getByText('₹700 to pay')).toBeVisible()
  await expectAccessible(page, 'a chosen tier')
  await bar.next.click()
  await expect(heading(page, 'You')).toBeFocused()
  await expect(bar.count('2 of 3')).toBeVisible()
  await pass.name.fill('Asha Test')
  await pass.email.fill('pass-parts@students.test')
  await pass.phone.fill('0123456789')
  await pass.institution.fill('Test Medical College')
  await pass.proceed.click()
  await expect(pass.dialog).toContainText('3 of 3')
  await page.goBack()
  await expect(pass.dialog).toHaveCount(0)
  await expect(pass.name).toBeVisible()
  await pass.proceed.click()
  await pass.screenshot.setInputFiles(paid())
  await expect(pass.submit).toBeEnabled()
  await pass.submit.click()
  await expect(page.getByRole('heading', { name: 'Registration Successful' })).toBeFocused()
  await expect.poll(() => page.evaluate(() => history.state?.part)).toBe(undefined)
})

test('the room request has three parts (5.156)', async ({ page }) => {
  await enter(page, '/accommodation')
  const bar = findBar(page)
  await expect(bar.count('1 of 3')).toBeVisible()
  await expect(page.getByText('₹50 to pay')).toBeVisible()
  await expect(bar.next).toBeEnabled()
  await expect(heading(page, 'Your stay')).toBeVisible()
  for (const [part, name] of [
    [1, 'Pre-booking'],
    [2, 'Proofs'],
  ] as const) {
    await showPart(page, part)
    await expect(heading(page, name)).toBeVisible()
    await expectAccessible(page, name)
  }
})

test('the confirmation can be saved as a picture and sent to the team (5.160)', async ({
  page,
}) => {
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await expect(form.names.first()).toBeEditable()
  await page.getByRole('button', { name: 'Add a member' }).click()
  await form.names.nth(1).fill('Bala Test')
  await fillForm(page, 'keep@students.test')
  await goOn(page)
  await form.submit.click()
  const id = await page.getByText(/^EVT-\d{6}$/).innerText()
  await expect(page.getByText('Payment being checked')).toBeVisible()
  const link = page.getByRole('link', { name: 'Share on WhatsApp' })
  const text = new URL(String(await link.getAttribute('href'))).searchParams.get('text')
  expect(text).toContain(`Registration ID: ${id}`)
  expect(text).toContain('Team: Asha Test, Bala Test')
  expect(text).not.toContain('keep@students.test')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as picture' }).click()
  expect((await download).suggestedFilename()).toBe(`${id}.png`)
  await expectAccessible(page, 'the confirmation on a phone')
  await page.getByRole('link', { name: 'Change the team until registration closes' }).click()
  await expect(page.getByLabel('Your ID')).toHaveValue(id)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all parts of a form are shown together (5.156)', async ({ page }) => {
    await page.goto('/register?event=SeniorQuiz')
    const form = findForm(page)
    await expect(form.names.first()).toBeVisible()
    await expect(form.email).toBeVisible()
    await expect(form.screenshot).toBeAttached()
    await expect(findBar(page).next).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
})
