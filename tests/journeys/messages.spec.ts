import {
  admin,
  expectAccessibleOnBoth,
  registerMany,
  signIn,
  signInByLink,
  test,
  verifier,
} from '../support/desk-visit'
import { expect } from '../support/journey'

/** (behaviours 14.201, 14.203, 14.209) */
test('a head messages participants of one event on a phone, and stops the queued message', async ({
  page,
  browser,
  festival,
}) => {
  await registerMany(festival, 2)
  await signIn(page, festival, admin)
  const origin = festival.address
  const added = await page.request.post('/api/desk/people', {
    data: { email: 'mira@college.test', role: 'head', events: ['SeniorQuiz', 'JuniorQuiz'] },
    headers: { Origin: origin },
  })
  expect(added.status()).toBe(204)
  const phone = await browser.newPage({ baseURL: origin, viewport: { width: 360, height: 800 } })
  await signInByLink(phone, festival, 'mira@college.test')
  await expect(phone.getByRole('heading', { name: 'Festival', level: 1 })).toBeVisible()
  await phone.goto('/desk/events/SeniorQuiz')
  await phone.getByRole('button', { name: 'Message …' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Message everyone in this list' })
  await dialog.getByLabel('Subject').fill('The finals')
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('They begin at 10.')
  await expect(dialog.getByText('The message is sent after 5 minutes.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('They begin at 10: evil.test/pay')
  await expect(dialog.getByText('The message links to another site')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('They begin at 10.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await phone.goto('/desk/lists')
  await phone.getByRole('link', { name: 'Senior Quiz' }).click()
  await phone.getByRole('button', { name: 'Message …' }).click()
  await dialog.getByLabel('Subject').fill('The finals')
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('They begin at 10.')
  await dialog.getByRole('button', { name: 'Send to 2 addresses' }).click()
  await expect(phone.getByRole('heading', { name: 'Messages', level: 2 })).toBeVisible()
  await expect(phone.getByText(/^Waiting until/).first()).toBeVisible()
  await expectAccessibleOnBoth(phone, 'a message that waits')
  await phone.getByRole('button', { name: /^Stop/ }).click()
  await expect(phone.getByText('Stopped').first()).toBeVisible()
  await expect(phone.getByRole('button', { name: /^Resume/ })).toHaveCount(0)
  await phone.close()

  await page.goto('/desk/messages')
  await expect(page.getByText('mira@college.test')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resume/ })).toBeVisible()
})

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 800 } })

  /** (behaviour 14.208) */
  test('the walk-in form scrolls to and focuses the refusal of a repeated walk-in', async ({
    page,
    festival,
  }) => {
    await signIn(page, festival, verifier)
    await page.goto('/desk/walk-in')
    await page.getByLabel('Event or workshop', { exact: true }).selectOption('OnlineQuiz')
    await page.getByLabel('Name', { exact: true }).fill('Registrant 1')
    await page.getByLabel('Phone').fill('98765 43211')
    await page.getByLabel('Year of study').fill('Final year')
    await page.getByLabel('E-mail address').fill('registrant-1@students.test')
    await page.getByLabel('Institution').fill('Test College')
    await page.getByLabel('Category').selectOption({ index: 1 })
    const enter = page.getByRole('button', { name: 'Register', exact: true })
    await enter.click()
    await page.getByRole('button', { name: 'Next person' }).click()
    await page.getByLabel('Event or workshop', { exact: true }).selectOption('OnlineQuiz')
    await page.getByLabel('Name', { exact: true }).fill('Registrant 1')
    await page.getByLabel('Phone').fill('98765 43211')
    await page.getByLabel('Year of study').fill('Final year')
    await page.getByLabel('E-mail address').fill('registrant-1@students.test')
    await page.getByLabel('Institution').fill('Test College')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await enter.click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Not registered' })
    await expect(refusal).toBeFocused()
    await expect(refusal).toBeInViewport()
  })
})
