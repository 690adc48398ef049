import { choosePng } from '../support/form'
import { enter, expect, expectAccessible, readQr, test } from '../support/journey'
import { readLetters } from '../support/saved'

test('a delegate buys a Tier 2 pass: dialog, alerts, upload, receipt', async ({ page, festival }) => {
  const email = 'delegate@students.test'
  await enter(page, '/delegate-pass')
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  await proceed.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page, 'with errors')

  await page.getByRole('radio', { name: /MAGNUS CEREBRI/ }).check({ force: true })
  await page.getByLabel('Full name').fill('Asha Test')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone').fill('+910123456789')
  await page.getByLabel('College or institution').fill('Test Medical College')
  await proceed.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('₹700')
  expect(await readQr(dialog.getByRole('img', { name: /^QR code/ }))).toContain('&am=700.00&cu=INR')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(proceed).toBeFocused()

  await proceed.click()
  const submit = dialog.locator('button[aria-disabled]')
  await expect(submit).toHaveText('Submit Registration')
  await submit.click({ force: true })
  await expect(dialog.getByRole('alert')).toContainText('Please upload the payment screenshot before submitting.')
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(4 * 1024 * 1024 + 1, 1) })
  await expect(dialog.getByText('File is too large! Please upload an image less than 4MB.')).toBeVisible()

  await page.route('**/image/upload', (route) => route.abort())
  await choosePng(file)
  await expect(dialog.getByText('Failed to upload image. Please try again.')).toBeVisible()
  await page.unroute('**/image/upload')
  await page.route('**/image/upload', async (route) => {
    await expect(submit).toHaveText('Uploading...')
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Upload again' }).click()
  await expect(submit).toHaveText('Submit Registration')
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'the dialog')

  await page.route('**/api/delegate-passes', (route) => route.abort(), { times: 1 })
  await submit.click({ force: true })
  await expect(dialog.getByText('Failed to save delegate pass. Please try again.')).toBeVisible()
  await submit.click({ force: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Registration Successful' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const id = await page.getByText(/^DP-\d{6}$/).textContent()
  const delegateId = (await page.getByText(/^\d{12}$/).textContent()) ?? ''
  expect(id).toBe(`DP-${delegateId.slice(-6)}`)
  const [letter, ...others] = await readLetters(festival, email)
  expect(others).toEqual([])
  expect(letter?.text).toContain(delegateId)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})
