import { registerMany, signIn, test, verifier } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'

/** (behaviour 14.130 to 14.134) */
test('by keyboard: a wrong address is corrected, and corrected again, a note kept, one put to later; the log tells it', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 2)
  await signIn(page, festival, verifier)
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Queue' }).click()
  const rows = page.getByRole('region', { name: 'Queue' }).locator('[data-row]')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  const record = page.getByRole('region', { name: 'Submission' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registrant 1')
  const dialog = page.getByRole('dialog')
  const correct = async (email: string, name: string) => {
    await page.getByRole('button', { name: 'Correct the details' }).press('Enter')
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Name').press('Enter')
  }
  await correct('registrant-1@', 'Farida Khan')
  await expect(dialog.getByRole('alert')).toContainText('Enter a complete e-mail address')
  await expectAccessible(page, 'correcting details')
  await dialog.getByLabel('E-mail address').fill('farida@students.test')
  await dialog.getByLabel('E-mail address').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farida Khan')
  await expect(rows.first()).toContainText('Farida Khan')
  await expect(record).toContainText('E-mail before: registrant-1@students.test')
  await correct('farida.khan@students.test', 'Farida Khan')
  await expect(record).toContainText('farida.khan@students.test')

  await page.getByLabel('Note for organisers').fill('She calls back on Friday.')
  await page.getByLabel('Note for organisers').press('Enter')
  await expect(record.getByText('She calls back on Friday.')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('l')
  const later = page.getByRole('button', { name: 'Later' })
  await expect(later).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'a record with a note')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  await expect(rows).toHaveText([/Registrant 2/])
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectAccessible(page, 'filters')
  await page.getByRole('link', { name: 'Later 1' }).click()
  await expect(rows).toHaveText([/Farida Khan/])
  await page.getByRole('link', { name: 'Later 1' }).click()
  await page.getByRole('link', { name: 'Has a note 0' }).click()
  await expect(page.getByText('Nothing here')).toBeVisible()

  await page.goto('/desk/audit')
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines.filter({ hasText: `${verifier} moved to later: Farida Khan (EVT-` })).toHaveCount(1)
  const corrected = lines.filter({ hasText: `${verifier} corrected Farida Khan (EVT-` })
  await expect(corrected).toHaveCount(2)
  await expect(corrected.filter({ hasText: 'team, e-mail' })).toHaveCount(1)
})

test.describe('at 360 px', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('details, notes and filters fit a phone', async ({ page, festival }) => {
    await registerMany(festival, 1)
    await signIn(page, festival, verifier)
    await page.getByRole('region', { name: 'Queue' }).locator('[data-row]').first().tap()
    await page
      .getByLabel('Note for organisers')
      .fill('A word that is far too long to fit: Donaudampfschifffahrtsgesellschaft')
    await page.getByRole('button', { name: 'Save note' }).tap()
    await expect(page.getByText('Donaudampf')).toBeVisible()
    await expectAccessible(page, 'a record with a note on a phone')
    await page.getByRole('button', { name: 'Correct the details' }).tap()
    await expectAccessible(page, 'correcting details on a phone')
    await page.getByRole('dialog').getByLabel('Phone').fill('98765 00000')
    await page.getByRole('button', { name: 'Correct', exact: true }).tap()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: 'Back to the list' }).tap()
    await page.getByRole('button', { name: 'Filters' }).tap()
    await expectAccessible(page, 'filters on a phone')
  })
})
