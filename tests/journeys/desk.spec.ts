import type { Page } from '@playwright/test'
import { registerMany, signIn, signInByLink, test, verifier } from '../support/desk-visit'
import { expect, expectAccessible } from '../support/journey'

/** The desk ignores key presses until an entry has been visible for a moment. */
const expectReady = (page: Page) =>
  expect(page.getByRole('button', { name: 'Verify', exact: true })).toBeEnabled()

/**
 * Presses a key twice, the second time as soon as the next entry appears. Returns whether decisions
 * were still disabled then.
 */
const pressTwice = (page: Page, key: string): Promise<boolean> =>
  page.evaluate(async (pressed) => {
    const press = () =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
    const readHeading = () => document.querySelector('h1')?.textContent
    const before = readHeading()
    const isNext = new Promise<void>((resolve) => {
      const watcher = new MutationObserver(() => {
        if (readHeading() === before || !document.querySelector('fieldset[aria-disabled]')) {
          return
        }
        watcher.disconnect()
        // By now, React has run the effects, but none of their timers has fired.
        setTimeout(resolve)
      })
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    press()
    await isNext
    const isLocked = document.querySelector('fieldset[aria-disabled=true]') !== null
    press()
    return isLocked
  }, key)

/** (behaviour 14.71, 14.74, 14.75, 14.79) */
test('an organiser signs in by link, verifies an entry by keyboard and undoes the decision', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 6)
  await signInByLink(page, festival, verifier)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  // The list had this address before the overview existed.
  await page.goto('/desk?state=submitted')
  const rows = page.getByRole('region', { name: 'Queue' }).locator('[data-row]')
  await expect(rows).toHaveCount(6)
  await expectAccessible(page, 'queue')
  await page.keyboard.press('j')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Registrant 1')
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(/^EVT-\S+ · /)
  await expect(page.getByRole('img', { name: 'Payment' })).toBeVisible()
  await expectAccessible(page, 'entry')
  await expectReady(page)
  expect(await pressTwice(page, 'v')).toBe(true)
  await expect(heading).toHaveText('Registrant 2')
  await expectReady(page)
  await expect(rows.nth(1)).toContainText('Waiting')
  await expect(rows.first()).toContainText('Verified (picture)')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled()
  await page.keyboard.press('k')
  await expect(heading).toHaveText('Registrant 1')
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(
    'Verified (picture)',
  )
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled()
  await page.keyboard.press('u')
  await expect(
    page.getByRole('region', { name: 'Entry', exact: true }).getByText('Undone: Registrant 1'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Show' })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  await expect(rows.first()).toContainText('Registrant 1')

  await expectReady(page)
  await page.keyboard.press('c')
  await page.getByLabel('Too little was paid').press('Space')
  await page.getByLabel('Missing amount in rupees').fill('150')
  const preview = page.getByRole('region', { name: 'The e-mail will say' })
  await expect(preview).toContainText('The difference is ₹150.')
  await expect(preview).toContainText('We checked your registration for Senior Quiz')
  await expectAccessible(page, 'a correction')
  await page.getByLabel('Missing amount in rupees').press('Enter')
  await expect(rows.first()).toContainText('Needs correction')
  await expect(heading).toHaveText('Registrant 2')
  await page.reload()
  await expect(page.getByRole('link', { name: /^Needs correction/ })).toContainText('1')
  await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: 'Account' })
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
})

/** (behaviour 14.72) */
test('a decision whose response is lost is shown as unsaved, retried and saved once', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 2)
  await signIn(page, festival, verifier)
  await expect(
    page.getByRole('region', { name: 'Queue' }).locator('[data-row]').first(),
  ).toBeVisible()
  await page.keyboard.press('j')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Registrant 1')
  const sent: unknown[] = []
  await page.route('**/api/desk/decisions', async (route) => {
    sent.push(route.request().postDataJSON())
    // The server saves the decision, but the response is lost.
    if (sent.length === 1) {
      await route.fetch()
    }
    if (sent.length < 3) {
      await route.abort('connectionreset')
    } else {
      await route.continue()
    }
  })
  await expectReady(page)
  await page.keyboard.press('v')
  await expect(page.getByText('One decision is not yet saved.')).toBeVisible()
  await expect(page.getByText('One decision is not yet saved.')).toHaveCount(0)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map((command) => JSON.stringify(command))).size).toBe(1)
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await page.keyboard.press('k')
  await expect(heading).toHaveText('Registrant 1')
  await expect(
    page.getByRole('region', { name: 'What happened' }).getByText('Verified', { exact: true }),
  ).toHaveCount(1)
})

test.describe('at 360 px, by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('bulk verify skips an entry whose picture was not opened', async ({ page, festival }) => {
    await registerMany(festival, 2)
    await signIn(page, festival, verifier)
    const rows = page.getByRole('region', { name: 'Queue' }).locator('[data-row]')
    await expect(rows).toHaveCount(2)
    await rows.first().tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registrant 1')
    // An entry counts as opened once its picture has loaded.
    await expect(page.getByRole('img', { name: 'Payment' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the list' }).tap()
    await page.getByRole('checkbox', { name: 'Select Registrant 1' }).check()
    await page.getByRole('checkbox', { name: 'Select Registrant 2' }).check()
    await page.getByRole('button', { name: 'Verify …' }).tap()
    await expectAccessible(page, 'many')
    await expect(page.getByText('1 person gets the e-mail')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Skipped' })).toContainText(
      'The picture has not been opened',
    )
    await page.getByRole('button', { name: 'Verify: 1' }).tap()
    await expect(page.getByText('Verified: 1 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the list' }).tap()
    await page.getByRole('button', { name: 'Refresh' }).tap()
    await expect(rows).toHaveCount(1)
  })
})

/** (behaviour 14.73, 14.75, 14.76) */
test('the list follows the open entry, loads the next page and selects rows by key', async ({
  page,
  festival,
}) => {
  await registerMany(festival, 52)
  await signIn(page, festival, verifier)
  await page.goto('/desk/queue?event=SeniorQuiz')
  const queue = page.getByRole('region', { name: 'Queue' })
  const rows = queue.locator('[data-row]')
  await expect(rows).toHaveCount(50)
  await expect(queue.getByLabel('Event or tier')).toBeVisible()
  await rows.nth(48).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Registrant 49')
  // Next to an open entry, the filters fit on one line.
  await expect(queue.getByLabel('Event or tier')).toBeHidden()
  await expect(queue.getByText('Senior Quiz', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading).toHaveText('Registrant 50')
  await page.keyboard.press('j')
  await expect(heading).toHaveText('Registrant 51')
  await expect(queue.locator('[data-row][aria-current=true]')).toBeInViewport()
  await expect(rows).toHaveCount(52)
  await page.keyboard.press('Escape')
  await expect(rows.nth(50)).toBeFocused()
  await page.keyboard.press('x')
  await expect(queue.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select Registrant 51' })).toBeChecked()
  await queue.getByRole('button', { name: 'Select all 52 in this list' }).click()
  await expect(queue.getByText('All 52 in this list selected')).toBeVisible()
  const checkbox = page.getByRole('checkbox', { name: 'Select Registrant 50' })
  await expect(checkbox).toBeChecked()
  await checkbox.uncheck()
  await expect(queue.getByText('51 of 52 in this list selected')).toBeVisible()
})
