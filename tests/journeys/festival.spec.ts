import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { admin, registerMany, signIn, test } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

const expectFitting = async (page: Page, state: string) => {
  await expectAccessible(page, state)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}

/** (behaviours 16.11, 16.16, 16.23, 16.24) */
test('an admin changes an event on a phone, and undoes a change', async ({ page, festival }) => {
  await registerMany(festival, 2)
  await signIn(page, festival, admin)
  await page.goto('/desk/festival')
  await page.getByLabel('Search events and workshops').fill('senior')
  await page.getByRole('link', { name: /^Senior Quiz/ }).tap()
  const card = page.locator('main header')
  const press = (name: string) => card.getByRole('button', { name, exact: true }).tap()
  const dialog = page.getByRole('dialog')
  await press('Close')
  await expect(card).toContainText('Registration closed')
  await expect(card.getByRole('heading')).toBeFocused()
  await press('Open')
  await expect(card).toContainText('Open for registration')
  await card.getByText('More', { exact: true }).tap()
  await press('Close at …')
  await dialog.getByLabel('Registration closes').fill('2025-10-07T15:00')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(card).toContainText('Registration closed')
  await press('Open')
  await press('Close at …')
  await dialog.getByLabel('Registration closes').fill('2099-10-07T15:00')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(card).toContainText('until 7 Oct, 3:00 pm')

  // Another organiser sets the place while the dialog is open. Saving must keep that place.
  await press('Edit …')
  const changes = [{ field: 'place', seen: null, value: 'Hall 9' }]
  const path = `${festival.address}/api/desk/festival/subject?event=SeniorQuiz`
  const answer = await page.request.put(path, {
    data: { id: randomUUID(), changes },
    headers: { Origin: festival.address },
  })
  expect(answer.status()).toBe(200)
  await dialog.getByLabel(/^Place\b/).fill('Hall 3')
  for (const time of [1, 2]) {
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(dialog.getByRole('alert'), `${time}`).toContainText('changed the place')
  }
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await expect(card).toContainText('Hall 9')

  await press('Edit …')
  const start = dialog.getByLabel(/from$/i).first()
  const before = await start.inputValue()
  await start.fill(before.replace(/T\d\d/, 'T06'))
  await dialog.getByLabel(/^Place\b/).fill('Hall 3')
  await dialog.getByLabel('Note').fill('Call 98765 43210 first')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('Phone numbers are not allowed here')
  await expect(dialog.getByLabel(/^Place\b/)).toHaveValue('Hall 3')
  await dialog.getByLabel('Note').fill('Bring a pen.')
  await expectFitting(page, 'an event that is edited')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(card).toContainText('Hall 3')
  await expect(card).toContainText('6:00 AM')
  await press('Message …')
  await expect(dialog.getByRole('button', { name: 'Send to 2 addresses' })).toBeEnabled()
  await expect(dialog.getByLabel('Text')).toHaveValue(/6:00 AM[\s\S]*Place: Hall 3/)
  await dialog.getByRole('button', { name: 'Cancel' }).tap()

  const saves = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
  await saves.first().getByRole('button', { name: 'Undo' }).tap()
  await expect(card).toContainText('Hall 9')

  await page.goto('/desk/festival')
  await page.getByText('Notice on every page').tap()
  await page.getByLabel('Notice', { exact: true }).fill('Pay to abc@upi')
  await page.getByLabel('Until').fill('2035-10-07T15:00')
  await page.getByRole('button', { name: 'Publish notice' }).tap()
  await expect(page.getByText('UPI IDs, web addresses').first()).toBeVisible()
  await page.getByLabel('Notice', { exact: true }).fill('The opening begins at 10.')
  await page.getByRole('button', { name: 'Publish notice' }).tap()
  await expect(saves.first()).toContainText('The opening begins at 10.')
  await expectFitting(page, 'the festival')

  await page.getByRole('link', { name: /^Senior Quiz/ }).tap()
  await card.getByText('More', { exact: true }).tap()
  await press('Cancel event …')
  await dialog.getByRole('button', { name: 'Cancel event' }).tap()
  await expect(card).toContainText('Cancelled')
  await expect(card.getByRole('heading')).toBeFocused()
  await press('Message …')
  await expect(dialog.getByLabel('Subject')).toHaveValue(/is cancelled$/)
  await dialog.getByRole('button', { name: 'Cancel' }).tap()

  await page.goto('/desk')
  await expect(page.getByRole('row', { name: /^Senior Quiz/ })).toContainText('Event cancelled')
  await page.goto('/desk/refunds')
  await page.getByRole('link', { name: 'Senior Quiz is cancelled: see the waiting entries' }).tap()
  await expect(page.locator('[data-row]')).toHaveCount(2)
})
