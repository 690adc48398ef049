import { findForm, findSumQuestion, readReference } from '../support/form'
import { enter, expect, expectAccessible, readQr, test } from '../support/journey'
import { findPass, paid, proceedToPayment } from '../support/passes'
import { readEmails, readMessageStates, readRows } from '../support/saved'
import { holds } from '../support/step'

const tooLarge = 'File is too large! Please upload an image less than 4MB.'

test('a delegate buys a second-tier pass and receives a Delegate Pass ID', async ({
  page,
  festival,
}) => {
  const email = 'pass@students.test'
  await enter(page, '/delegate-pass')
  const pass = findPass(page)
  await holds('pass.tier', async () => {
    await expect(pass.tiers).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Tier 1, NOVUS CEREBRI, ₹500' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Tier 2, MAGNUS CEREBRI, ₹700' })).toBeVisible()
  })
  await pass.proceed.click()
  await expect(pass.dialog).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'with errors')
  await proceedToPayment(page, email)
  await holds('pass.dialog', async () => {
    await expect(pass.dialog).toContainText('₹700')
    const reference = await readReference(page)
    expect(await readQr(pass.qr)).toContain(`&am=700.00&cu=INR&tn=${reference}%20Cerebra`)
    await page.keyboard.press('Escape')
    await expect(pass.dialog).toHaveCount(0)
    await expect(pass.proceed).toBeFocused()
    await pass.proceed.click()
    await pass.close.click()
    await expect(pass.dialog).toHaveCount(0)
    await expect(pass.proceed).toBeFocused()
    await pass.proceed.click()
  })
  await holds('said.pass-missing', async () => {
    await expect(pass.submit).toHaveText('Submit Registration')
    await expect(pass.submit).toBeDisabled()
    await pass.submit.click({ force: true })
    await expect(pass.dialog.getByRole('alert')).toHaveText(
      'Please upload the payment screenshot before submitting.',
    )
  })
  await holds('said.pass-large', async () => {
    await pass.screenshot.setInputFiles(paid(4 * 1024 * 1024 + 1))
    await expect(pass.dialog.getByRole('alert').filter({ hasText: tooLarge })).toBeVisible()
  })
  await holds('said.pass-upload', async () => {
    await page.route('**/image/upload', (route) => route.abort('connectionreset'), { times: 1 })
    await pass.screenshot.setInputFiles(paid())
    await expect(pass.dialog.getByRole('alert')).toContainText(
      'Failed to upload image. Please try again.',
    )
    await expect(pass.submit).toBeDisabled()
  })
  await expectAccessible(page, 'the dialog after a failed upload')
  await holds('pass.upload', async () => {
    let isHeld = true
    await page.route('**/image/upload', async (route) => {
      while (isHeld) {
        await new Promise((wait) => setTimeout(wait, 20))
      }
      await route.continue()
    })
    await pass.dialog.getByRole('button', { name: 'Upload again' }).click()
    await expect(pass.submit).toHaveText('Uploading...')
    await expect(pass.submit).toBeDisabled()
    isHeld = false
    await expect(pass.dialog).toContainText('Uploaded. Now submit the registration.')
    await expect(pass.submit).toHaveText('Submit Registration')
    await expect(pass.submit).toBeEnabled()
  })
  await holds('said.pass-save', async () => {
    await page.route('**/api/delegate-passes', (route) => route.abort('connectionreset'), {
      times: 1,
    })
    await pass.submit.click()
    await expect(pass.dialog.getByRole('alert')).toContainText(
      'Failed to save delegate pass. Please try again.',
    )
  })
  expect(readRows(festival, 'DelegatePass', email)).toEqual([])
  await holds('pass.done', async () => {
    await page.route('**/api/delegate-passes', async (route) => {
      await expect(pass.submit).toHaveText('Submitting...')
      await expect(pass.submit).toBeDisabled()
      await route.continue()
    })
    await pass.submit.click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Registration Successful' }),
    ).toBeFocused()
    await expect(pass.dialog).toHaveCount(0)
    const id = await page.getByText(/^DP-\d{6}$/).textContent()
    const [row, ...others] = readRows(festival, 'DelegatePass', email)
    expect(others).toEqual([])
    expect(row).toMatchObject({ registration_id: id, phone: '+910123456789', pass_type: 'magnus' })
    expect(await page.getByText(/^\d{12}$/).textContent()).toBe(row?.delegate_id)
    const [mail, ...further] = await readEmails(festival, email)
    expect(further).toEqual([])
    expect(mail?.text).toContain(row?.delegate_id)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
  expect(readMessageStates(festival, email)).toEqual(['sent'])
})

test('after buying a pass from a workshop’s form, the visitor can return to the form and fill in the pass (5.53, 5.61)', async ({
  page,
  festival,
}) => {
  const form = findForm(page)
  const pass = findPass(page)
  const fillInAsBuyer = page.getByRole('button', { name: 'Fill in as Asha Test' })
  await enter(page, '/register?event=SmartAI')
  await form.names.first().fill('Meera Test')
  await page.getByRole('link', { name: 'Buy a delegate pass' }).click()
  await proceedToPayment(page, 'buyer@students.test')
  await pass.screenshot.setInputFiles(paid())
  await pass.submit.click()
  await page.getByRole('link', { name: 'Back to Smart AI' }).click()
  await expect(page).toHaveURL(/\/register\?event=SmartAI$/)
  await expect(form.names.first()).toHaveValue('Meera Test')
  await expect(form.passId).toHaveValue('')
  await expectAccessible(page, 'with the offer')
  await fillInAsBuyer.click()
  const [row] = readRows(festival, 'DelegatePass', 'buyer@students.test')
  await expect(form.names.first()).toHaveValue('Asha Test')
  await expect(form.email).toHaveValue('buyer@students.test')
  await expect(form.institution).toHaveValue('Test Medical College')
  await expect(form.passId).toHaveValue(String(row?.delegate_id))
  await page.getByRole('button', { name: 'Forget these details' }).click()
  await expect(form.names.first()).toBeFocused()
  await enter(page, '/delegate-pass')
  await expect(pass.proceed).toBeEnabled()
  await expect(page.getByRole('status').first()).toBeAttached()
  await expect(fillInAsBuyer).toHaveCount(0)
})

test('asks before reusing a screenshot that was chosen for another tier (5.64)', async ({
  page,
  festival,
}) => {
  const email = 'other-tier@students.test'
  const pass = findPass(page)
  const uploaded = pass.dialog.getByText('Uploaded. Now submit the registration.')
  const sum = findSumQuestion(page, '₹500', '₹700')
  await enter(page, '/delegate-pass')
  await proceedToPayment(page, email)
  await pass.close.click()
  await page.getByRole('radio', { name: /NOVUS CEREBRI/ }).check()
  await pass.proceed.click()
  await pass.screenshot.setInputFiles(paid())
  await expect(uploaded).toBeVisible()
  await pass.close.click()
  await pass.magnus.check()
  await pass.proceed.click()
  await expect(sum.question).toBeVisible()
  await expect(uploaded).toHaveCount(0)
  await pass.submit.click()
  await expect(sum.refusal).toBeVisible()
  await expect(pass.screenshot).toBeFocused()
  await expectAccessible(page, 'the dialog that asks what the screenshot shows')
  expect(readRows(festival, 'DelegatePass', email)).toEqual([])

  // The question survives a reload, and disappears once another file is chosen.
  await page.reload()
  await pass.proceed.click()
  await expect(sum.question).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await sum.another.click()
  await (await chooser).setFiles(paid())
  await expect(uploaded).toBeVisible()
  await expect(sum.question).toHaveCount(0)
  await pass.submit.click()
  await expect(page.getByText(/^DP-\d{6}$/)).toBeVisible()
  expect(readRows(festival, 'DelegatePass', email)).toMatchObject([{ pass_type: 'magnus' }])
})
