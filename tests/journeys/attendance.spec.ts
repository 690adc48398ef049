import type { Locator, Page } from '@playwright/test'
import { deskCalls } from '../../festival/contract/calls'
import {
  admin,
  expectAccessibleOnBoth,
  postToDesk,
  registerMany,
  signIn,
  startSession,
  test,
  verifier,
} from '../support/desk-visit'
import { expect } from '../support/journey'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

const eventPage = '/desk/events/SeniorQuiz'

const team = {
  members: [
    { name: 'Zoë Khan', phone: '9000000301', year: 'Final year' },
    { name: 'Ravi Nair', phone: '', year: '3rd year' },
    { name: 'Mira Shah', phone: '', year: '3rd year' },
  ],
}

const findRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name })

const press = (row: Locator, name: string | RegExp) =>
  row.getByRole('button', { name, exact: typeof name === 'string' }).tap()

const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search by name, ID or phone' }).fill(text)

const countStoredMarks = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('cerebra-desk')
        opening.onsuccess = () => {
          const marks = opening.result.transaction('attendance').objectStore('attendance')
          const reading = marks.getAll()
          reading.onsuccess = () => resolve(reading.result.flat().length)
        }
      }),
  )

/** (behaviours 17.31, 17.34, 17.36, 17.37, 17.38) */
test('a verifier marks a team on a phone, through an outage, a reload and a change of organiser', async ({
  page,
  context,
  festival,
}) => {
  await registerMany(festival, 3)
  await registerMany(festival, 1, team)
  await signIn(page, festival, verifier)
  await page.goto(eventPage)
  await expect(page.getByRole('row')).toHaveCount(4)
  await search(page, 'zoe')
  const row = findRow(page, 'Zoë Khan')
  await expect(page.getByRole('row')).toHaveCount(1)
  await expect(row).toContainText('Not yet')
  await expect(row).toContainText('Payment not checked')

  await press(row, 'Ravi Nair')
  await press(row, 'Mira Shah')
  await expect(row).toContainText('2 of 3')
  await press(row, 'Mira Shah')
  await expect(row).toContainText('1 of 3')
  await expect(row.getByRole('button', { name: 'Ravi Nair' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessibleOnBoth(page, 'an event’s page')
  await page.setViewportSize({ width: 360, height: 800 })

  await context.setOffline(true)
  await press(row, /^All 3/)
  await expect(row).toContainText('3 of 3')
  await expect(row.getByText('Waiting to be sent')).toBeVisible()
  await expect(page.getByText('2 marks waiting to be sent.')).toBeVisible()
  await search(page, '0301')
  await expect(page.getByRole('row')).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByText('waiting to be sent')).toHaveCount(0)
  await page.reload()
  await search(page, 'zoe')
  await expect(row).toContainText('3 of 3')

  // The server cannot be reached for marks until after the reload.
  const marks = `**${deskCalls.markAttendance.path}?*`
  const cut = (at: Page) =>
    at.route(marks, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
  await cut(page)
  await press(row, 'Ravi Nair')
  await expect(row.getByText('Waiting to be sent')).toBeVisible()
  await page.reload()
  await search(page, 'zoe')
  await expect(row).toContainText('2 of 3')
  await expect(row.getByText('Waiting to be sent')).toBeVisible()

  // The session ends, and another organiser uses the phone: the mark stays with the first one.
  const ownCookies = await context.cookies()
  await context.clearCookies()
  await startSession(page, festival, admin)
  await page.unroute(marks)
  await page.goto(eventPage)
  await search(page, 'zoe')
  await expect(row).toContainText('3 of 3')
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  expect(await countStoredMarks(page)).toBe(1)
  await context.clearCookies()
  await context.addCookies(ownCookies)
  await page.goto(eventPage)
  await search(page, 'zoe')
  await expect(row).toContainText('2 of 3')
  await expect.poll(() => countStoredMarks(page)).toBe(0)

  // Signing out says that unsent marks are dropped, and drops them.
  await cut(page)
  await press(row, 'Ravi Nair')
  await expect(row.getByText('Waiting to be sent')).toBeVisible()
  await page.goto('/desk/sessions')
  await expect(page.getByText('1 mark of attendance waiting to be sent')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).tap()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await expect.poll(() => countStoredMarks(page)).toBe(0)
})

/** (behaviours 17.33, 17.41) */
test('an admin replaces a member and copies phone numbers', async ({ page, context, festival }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await registerMany(festival, 1, team)
  await signIn(page, festival, admin)
  await page.goto(eventPage)
  const dialog = page.getByRole('dialog')
  const row = findRow(page, 'Zoë Khan')
  await press(row, /^Replace/)
  await dialog.getByLabel('Who is replaced?').selectOption('Mira Shah')
  await dialog.getByLabel('New name').fill('Tara Bose')
  await dialog.getByLabel('Phone').fill('9000000303')
  await dialog.getByLabel('Year of study').fill('3rd year')
  await expectAccessibleOnBoth(page, 'replacing a person')
  await page.setViewportSize({ width: 360, height: 800 })
  // The server refuses replacements after the festival, so this response is invented.
  const sent: unknown[] = []
  await page.route('**/replacements?event=SeniorQuiz', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status: 204 })
  })
  await dialog.getByRole('button', { name: 'Replace' }).tap()
  await expect(dialog).toHaveCount(0)
  expect(sent).toMatchObject([{ version: 1, member: 3, name: 'Tara Bose', phone: '9000000303' }])

  await page.getByText('Copy, print and more').tap()
  await page.getByRole('button', { name: 'Copy phone numbers' }).tap()
  await expect(page.getByText('Copied: 1')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('9000000301')
  const audit = await page.request.get(`${deskCalls.readAudit.path}?action=exported`)
  expect(await audit.text()).toContain('phone numbers')
})

test('a viewer sees who is present without buttons to change it (17.34)', async ({
  page,
  festival,
  browser,
}) => {
  await registerMany(festival, 1, team)
  await signIn(page, festival, admin)
  await postToDesk(page, festival, deskCalls.addOrganiser.path, {
    email: 'mira@college.test',
    role: 'viewer',
  })
  const phone = await browser.newPage({ baseURL: festival.address })
  await startSession(phone, festival, 'mira@college.test')
  await phone.goto(eventPage)
  await expect(findRow(phone, 'Zoë Khan')).toContainText('Not yet')
  await expect(phone.getByRole('row').getByRole('button')).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)
  await phone.close()
})
