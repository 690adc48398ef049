import { fillForm, findForm, readReference, showPart } from '../support/form'
import { decodeQr, enter, expect, readQr, test } from '../support/journey'
import { exportRegistrations, readEmails, readRegistrations } from '../support/saved'

/** (behaviour 5.42) */
test('a form keeps its payment reference across reloads, lost responses, edits and resends', async ({
  page,
  festival,
}) => {
  const email = 'paid-first@students.test'
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  // The participant pays before typing anything. Then the system ends the browser.
  const reference = await readReference(page)
  expect(await readQr(form.qr)).toContain(`&tn=${reference}%20Cerebra`)
  await enter(page, '/register?event=SeniorQuiz')
  expect(await readReference(page)).toBe(reference)
  await fillForm(page, email)
  await page.getByLabel('UTR of the payment').fill('4123 4567 8901')
  await page.route('**/api/event-registrations', (route) => route.abort('connectionreset'), {
    times: 1,
  })
  await form.submit.click()
  await expect(page.getByText('Failed to save registration. Please try again.')).toBeVisible()
  await enter(page, '/register?event=SeniorQuiz')
  expect(await readQr(form.qr)).toContain(`&tn=${reference}%20Cerebra`)
  await form.names.first().fill('Asha Corrected')
  await form.submit.click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Registration Successful' }),
  ).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: reference })).toBeVisible()
  expect(readRegistrations(festival, email)).toMatchObject([
    { name: 'Asha Corrected', payment_reference: reference, utr: '412345678901' },
  ])
  const [mail] = await readEmails(festival, email)
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(reference)
  }
  expect(await exportRegistrations(festival, email)).toEqual([
    expect.stringMatching(new RegExp(`,${reference},.*,4123 4567 8901$`)),
  ])

  await enter(page, '/register?event=SeniorQuiz')
  expect(await readReference(page)).not.toBe(reference)
})

/** (behaviour 5.43, 5.128) */
test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('if the payee is a person, the QR code can be saved, but there is no payment link', async ({
    page,
  }) => {
    await enter(page, '/accommodation')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await showPart(page, 1)
    const reference = await readReference(page)
    const qr = page.getByRole('img', { name: /^QR code/ })
    const upi = String(await readQr(qr))
    expect(upi).toContain(`&am=50.00&cu=INR&tn=${reference}%20Cerebra`)
    expect(upi).not.toMatch(/[?&](?:mc|tr)=/)
    await expect(page.locator('a[href^="upi:"]')).toHaveCount(0)
    await expect(page.getByText('Pay with a UPI app')).toHaveCount(0)
    await expect(page.getByText('Save the QR and open it in your UPI app.')).toBeVisible()
    const save = page.getByRole('button', { name: 'Save the QR' })
    const tops = await Promise.all(
      [save, qr].map(async (part) => (await part.boundingBox())?.y ?? 0),
    )
    expect(tops).toEqual(tops.toSorted((left, right) => left - right))
    const download = page.waitForEvent('download')
    await save.click()
    const picture = await download
    expect(picture.suggestedFilename()).toBe(`pay-${reference}.png`)
    const stream = await picture.createReadStream()
    expect(decodeQr(Buffer.concat(await stream.toArray()))).toBe(upi)
  })
})
