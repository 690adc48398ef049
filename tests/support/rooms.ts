import type { Page } from '@playwright/test'
import { makePdf, makePng } from './files'

export const findRequest = (page: Page) => ({
  name: page.getByLabel('Full name'),
  college: page.getByLabel('College', { exact: true }),
  email: page.getByLabel('E-mail'),
  phone: page.getByLabel('Phone'),
  arrival: page.getByLabel('Arrival'),
  departure: page.getByLabel('Departure'),
  events: page.getByRole('combobox', { name: /^Events and workshops/ }),
  chosen: page.getByRole('list', { name: 'Chosen' }).getByRole('listitem'),
  transaction: page.getByLabel('Transaction ID'),
  idProof: page.locator('fieldset', { hasText: 'ID proof' }).locator('input[type="file"]'),
  participation: page
    .locator('fieldset', { hasText: 'Proof of participation' })
    .locator('input[type="file"]'),
  payment: page.locator('fieldset', { hasText: 'Payment proof' }).locator('input[type="file"]'),
  submit: page.getByRole('button', { name: 'Submit Request' }),
})

/** Fills in a room request with two pictures and a PDF as proofs. */
export const fillRequest = async (page: Page, email: string): Promise<void> => {
  const form = findRequest(page)
  await form.name.fill('Asha Test')
  await form.college.fill('Test Medical College')
  await form.email.fill(email)
  await form.phone.fill('0123456789')
  await form.arrival.fill('2025-10-08T16:00')
  await form.departure.fill('2025-10-12T20:30')
  await form.transaction.fill('412345678901')
  await form.idProof.setInputFiles({
    name: 'id.pdf',
    mimeType: 'application/pdf',
    buffer: makePdf(),
  })
  await form.participation.setInputFiles({
    name: 'pass.png',
    mimeType: 'image/png',
    buffer: makePng(),
  })
  await form.payment.setInputFiles({
    name: 'paid.png',
    mimeType: 'image/png',
    buffer: makePng({ shade: 90 }),
  })
}
