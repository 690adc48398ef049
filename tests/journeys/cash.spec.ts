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

/** (behaviours 14.153, 14.154, 14.155) */
test('an organiser records cash, undoes that and hands cash over by keyboard', async ({
  page,
  festival,
}) => {
  await signIn(page, festival, verifier)
  await page.goto('/desk/walk-in')
  await page.getByRole('button', { name: 'Register', exact: true }).press('Enter')
  const event = page.getByLabel('Event or workshop', { exact: true })
  await expect(event).toHaveAttribute('aria-invalid', 'true')
  await event.selectOption('OnlineQuiz')
  await expect(event).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Name', { exact: true }).fill('Walk In')
  await page.getByLabel('Phone').fill('98765 43210')
  await page.getByLabel('Year of study').fill('2nd year')
  await page.getByLabel('E-mail address').fill('walk@students.test')
  await page.getByLabel('Institution').fill('Test College')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Verify now: I have received the cash').press('Space')
  await expectAccessibleOnBoth(page, 'a walk-in')
  await page.getByRole('button', { name: 'Register', exact: true }).press('Enter')
  await expect(page.getByText('Verified (cash).')).toBeVisible()
  await expect(page.getByText('received in cash. You hold it.')).toBeVisible()
  await expectAccessibleOnBoth(page, 'a walk-in that is verified')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Undone: Walk In' })).toBeAttached()
  await expect(page.getByText('Verified (cash).')).toBeHidden()

  await page.getByRole('link', { name: 'Who holds the cash' }).press('Enter')
  const own = page.getByRole('row', { name: new RegExp(verifier) })
  await expect(own).toContainText('₹300')
  await page.getByRole('button', { name: 'Hand over' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hand over cash' })
  await dialog.getByLabel('To').selectOption(admin)
  await dialog.getByLabel('Amount').fill('301')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('At most ₹300.')).toBeVisible()
  await expectAccessibleOnBoth(page, 'handing over')
  await dialog.getByLabel('Amount').fill('250')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(own.getByRole('cell').first()).toHaveText('₹50')
  await expect(
    page.getByRole('listitem').filter({ hasText: `from ${verifier} to ${admin}` }),
  ).toContainText('₹250')
  await expectAccessibleOnBoth(page, 'cash')
})

/** (behaviours 14.150, 14.151, 16.17) */
test('an admin adds and removes the head of an event, who sees only that event', async ({
  page,
  browser,
  festival,
}) => {
  await registerMany(festival, 2)
  await signIn(page, festival, admin)
  await page.goto('/desk/people')
  await page.getByRole('button', { name: 'Add an organiser' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add an organiser' })
  await dialog.getByLabel('E-mail address').fill('mira@college.test')
  await dialog.getByLabel('Role').selectOption('head')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Choose at least one event for this head.')).toBeVisible()
  await expectAccessibleOnBoth(page, 'adding an organiser')
  await dialog.getByLabel(/^Senior Quiz/).check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /mira@college.test/ })).toContainText('Senior Quiz')
  await expectAccessibleOnBoth(page, 'organisers')

  const phone = await browser.newPage({ baseURL: festival.address })
  const refused: string[] = []
  phone.on('response', (response) => {
    if (response.status() === 403) {
      refused.push(response.url())
    }
  })
  await signInByLink(phone, festival, 'mira@college.test')
  await expect(phone.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Festival',
    'Doors',
    'Messages',
    'Account',
  ])
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^Senior Quiz/)
  await expect(phone.getByRole('table').getByRole('row')).toHaveCount(3)
  await expect(phone.getByText('₹')).toHaveCount(0)
  await expectAccessibleOnBoth(phone, 'the event of a head')
  for (const path of [
    '/desk/queue?state=submitted',
    '/desk/statement',
    '/desk/lists?event=OnlineQuiz',
    '/desk/events/OnlineQuiz',
    '/desk/cash',
  ]) {
    await phone.goto(path)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^Senior Quiz/)
  }
  await phone.goto('/desk/festival')
  await expect(phone.getByRole('main').getByRole('link')).toHaveText([
    'Senior Quiz ‘Peristalympics’',
  ])
  expect(refused).toEqual([])
  await phone.close()

  await page.getByRole('button', { name: /^Remove.*mira/ }).press('Enter')
  const removal = page.getByRole('dialog', { name: 'Remove an organiser' })
  await expectAccessibleOnBoth(page, 'removing an organiser')
  await removal.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(page.getByRole('row', { name: /mira@college.test/ })).toHaveCount(0)
})
