import type { Page } from '@playwright/test'
import { makePng } from './files'

export const findPass = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Pay for your pass' })
  return {
    tiers: page.getByRole('radiogroup', { name: 'Tier' }).getByRole('radio'),
    magnus: page.getByRole('radio', { name: /MAGNUS CEREBRI/ }),
    name: page.getByLabel('Full name'),
    email: page.getByLabel('E-mail'),
    phone: page.getByLabel('Phone'),
    institution: page.getByLabel('College or institution'),
    proceed: page.getByRole('button', { name: 'Proceed to Payment' }),
    dialog,
    qr: dialog.getByRole('img', { name: /^QR code/ }),
    screenshot: dialog.locator('input[type="file"]'),
    close: dialog.getByRole('button', { name: 'Close' }),
    submit: dialog.getByRole('button', {
      name: /^(?:Submit Registration|Uploading\.\.\.|Submitting\.\.\.)$/,
    }),
  }
}

/** Fills in the form for a pass of the second tier. */
export const proceedToPayment = async (page: Page, email: string): Promise<void> => {
  const pass = findPass(page)
  await pass.magnus.check()
  await pass.name.fill('Asha Test')
  await pass.email.fill(email)
  await pass.phone.fill('+910123456789')
  await pass.institution.fill('Test Medical College')
  await pass.proceed.click()
}

export const paid = (bytes?: number) => ({
  name: 'paid.png',
  mimeType: 'image/png',
  buffer: makePng(bytes === undefined ? { width: 300, height: 600 } : { bytes }),
})
