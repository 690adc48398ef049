import { expect, type Locator, type Page } from '@playwright/test'
import { makePng } from './files'

export const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }

export const findForm = (page: Page) => {
  const submit = page.getByRole('button', { name: 'Submit Registration' })
  return {
    submit,
    names: page.getByLabel('Full name'),
    phones: page.getByLabel('Phone'),
    years: page.getByLabel('Year of study'),
    passId: page.getByLabel('Delegate Pass ID'),
    email: page.getByLabel('E-mail'),
    institution: page.getByLabel('College or institution'),
    student: page.getByLabel('Medical Student'),
    coupon: page.getByLabel('Coupon'),
    apply: page.getByRole('button', { name: 'Apply', exact: true }),
    screenshot: page.getByLabel('Payment screenshot'),
    qr: page.getByRole('img', { name: /^QR code/ }),
    alert: page.getByRole('alert'),
  }
}

/** The question about a screenshot that was chosen for another amount. */
export const findSumQuestion = (page: Page, before: string, now: string) => ({
  question: page.getByText(`You chose this screenshot when ${before} was due. Now ${now} is due.`),
  yes: page.getByRole('button', { name: `It shows ${now}` }),
  another: page.locator('label', { hasText: 'Choose another' }),
  refusal: page
    .getByText('Please say whether the screenshot shows the new amount, or choose another.')
    .first(),
})

export const readReference = async (page: Page): Promise<string> => {
  const shown = page.getByText(/^[2-9BCDFGHJKMNP-TV-Z]{6}$/)
  // The page checks availability when its payment section nears the viewport.
  await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(shown).toBeVisible()
  return (await shown.textContent()) ?? ''
}

export const choosePng = (
  input: Locator,
  name = 'paid.png',
  buffer: Buffer = makePng({ width: 300, height: 600 }),
) => input.setInputFiles({ name, mimeType: 'image/png', buffer })

/** On phones, forms show one part at a time. */
export const goOn = async (page: Page): Promise<void> => {
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  if (await next.isVisible()) {
    await next.click()
  }
}

/** Shows a part of a form on a phone without filling in the parts before it. Starts at 0. */
export const showPart = (page: Page, part: number): Promise<void> =>
  page.evaluate((last) => {
    for (let next = (history.state?.part ?? 0) + 1; next <= last; next += 1) {
      history.pushState({ pushed: true, part: next }, '')
    }
    dispatchEvent(new PopStateEvent('popstate'))
  }, part)

/** Fills in a Senior Quiz team of one. */
export const fillForm = async (page: Page, email: string, screenshot?: Buffer): Promise<void> => {
  const form = findForm(page)
  await form.names.first().fill(leader.name)
  await form.phones.first().fill(leader.phone)
  await form.years.first().fill(leader.year)
  await goOn(page)
  await form.email.fill(email)
  await form.institution.fill('Test Medical College')
  await form.student.check()
  await goOn(page)
  await choosePng(form.screenshot, 'paid.png', screenshot)
}
