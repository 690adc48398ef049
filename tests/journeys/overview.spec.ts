import type { Page } from '@playwright/test'
import { admin, registerMany, signIn, test } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

const expectFitting = async (page: Page, state: string) => {
  await expectAccessible(page, state)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}

const goTo = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

/** (behaviours 14.15, 14.110, 14.112, 14.113, 14.134, 14.153, 17.42) */
test('a chair reads the overview, decides and prints a list on a phone', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 4)
  await signIn(page, festival, admin)
  await page.goto('/desk')
  const money = page.getByRole('region', { name: 'Money' })
  await expect(money.getByRole('row', { name: /^Expected/ })).toContainText('₹2,400')
  await expectFitting(page, 'overview')
  await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: '4' }).first().tap()
  await expect(page.getByRole('region', { name: 'Queue' }).locator('[data-row]')).toHaveCount(4)
  await expect(page).toHaveURL(/\/desk\/queue\?state=submitted$/)

  await page.locator('[data-row]').first().tap()
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Resend ID and status' }).tap()
  await expect(page.getByRole('status').filter({ hasText: 'The e-mail was sent.' })).toBeAttached()
  await page.getByRole('button', { name: 'Verify' }).tap()
  await expect(heading).toHaveText('Registrant 2')
  await page.getByRole('button', { name: 'Verify' }).tap()
  await expect(heading).toHaveText('Registrant 3')
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(page.getByRole('status').filter({ hasText: 'Undone: Registrant 2' })).toBeAttached()
  await page.getByRole('link', { name: 'Back to the list' }).tap()
  await page.getByRole('searchbox').fill('registrant')
  await expect(page.getByText('In all states: 1 verified, 3 waiting')).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(4)
  await expectFitting(page, 'a search')
  for (const tab of await page.getByRole('list', { name: 'State' }).getByRole('link').all()) {
    await expect(tab).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(/\/desk\/queue\?state=submitted$/)
  await page.getByRole('link', { name: /^Verified/ }).tap()
  await expect(page.locator('[data-row]')).toHaveCount(1)

  await goTo(page, 'Audit log')
  await expect(page.getByText('verified Registrant 1 (EVT-')).toBeVisible()
  await expectFitting(page, 'audit log')
  await goTo(page, 'Walk-in')
  await page.getByRole('link', { name: 'Who holds the cash' }).tap()
  await expect(page.getByText('No cash has been collected yet.')).toBeVisible()
  await goTo(page, 'Overview')
  await expect(money.getByRole('row', { name: /^Verified/ }).first()).toContainText('₹600')

  await expect(page.locator('td[data-head="Participants"]').first()).toHaveText('4')
  await page.getByRole('link', { name: 'Senior Quiz' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Senior Quiz/)
  await expect(page.getByRole('row', { name: /Registrant \d/ })).toHaveCount(4)
  await expectFitting(page, 'the page of an event')
  await page.goto('/desk/lists?event=SeniorQuiz&scope=accepted')
  const roll = page.getByRole('table')
  const people = roll.getByRole('row', { name: /Registrant \d/ })
  await expect(people).toHaveCount(4)
  await expect(people.first()).toContainText('Registrant 1')
  await expect(page.getByText('4 participants in 4 entries')).toBeVisible()
  await expectFitting(page, 'a list')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).tap(),
  ])
  expect(file.suggestedFilename()).toMatch(/^seniorquiz-[\d-]+\.xlsx$/)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(roll.getByRole('columnheader', { name: 'Signature' })).toBeVisible()
  await expect(roll.getByRole('columnheader', { name: 'E-mail' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS(
    'background-color',
    /rgba?\((?:255, 255, 255|0, 0, 0, 0)/,
  )
  const paper = await page.pdf({ preferCSSPageSize: true })
  // A4 (210 by 297 mm) in points.
  expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
})

/** (behaviours 14.130, 14.132, 14.133, 14.140) */
test('an organiser corrects, annotates and postpones an entry, and messages a list', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 2)
  await signIn(page, festival, admin)
  const rows = page.locator('[data-row]')
  const entry = page.getByRole('region', { name: 'Entry', exact: true })
  const dialog = page.getByRole('dialog')
  await rows.first().tap()
  await page
    .getByLabel('Note for organisers')
    .fill('She calls on Friday: Donaudampfschifffahrtsgesellschaftskapitän')
  await page.getByRole('button', { name: 'Save note' }).tap()
  await expect(entry.getByText('She calls on Friday')).toBeVisible()
  await expectFitting(page, 'a record with a note')
  await page.getByRole('button', { name: 'Correct the details' }).tap()
  const correct = async (email: string) => {
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByRole('button', { name: 'Correct', exact: true }).tap()
  }
  await correct('registrant-1@')
  await expect(dialog.getByRole('alert')).toContainText('Enter a complete e-mail address')
  await expectFitting(page, 'correcting details')
  await correct('farida@students.test')
  await expect(entry).toContainText('E-mail before: registrant-1@students.test')
  const later = page.getByRole('button', { name: 'Later' })
  await later.tap()
  await expect(later).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/desk/queue?state=submitted&later=no')
  await expect(rows).toHaveText([/Registrant 2/])
  await page.getByRole('button', { name: 'Filters' }).tap()
  await page.getByRole('link', { name: 'Later 1' }).tap()
  await expect(rows).toHaveText([/Registrant 1/])
  await expectFitting(page, 'filters')

  await page.getByRole('button', { name: 'Message everyone in this list' }).tap()
  await dialog.getByLabel('Subject').fill('The quiz begins later')
  await dialog.getByLabel('Text').fill('It begins at 10.')
  await expectFitting(page, 'a message')
  await dialog.getByRole('button', { name: 'Send to 1 address' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  const message = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'The quiz begins later' }) })
  await expect(message).toContainText('1 sent, 0 waiting, 0 failed')
  await expectFitting(page, 'messages')
})
