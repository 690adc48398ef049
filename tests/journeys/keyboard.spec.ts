import type { Locator, Page } from '@playwright/test'
import { makePng } from '../support/files'
import { findForm, leader, showPart } from '../support/form'
import { expect, journeyCoupon, test } from '../support/journey'
import { readRegistrations } from '../support/saved'

const maxTabs = 60

/** Presses a key until the element has the focus. @throws Error if that never happens */
const tabTo = async (page: Page, goal: Locator, key = 'Tab') => {
  for (let count = 0; count < maxTabs; count += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) {
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never came to ${goal}`)
}

const enterByKeys = async (page: Page, path: string) => {
  await page.goto(path)
  await page.keyboard.press('Escape')
  // Forms have no announcement.
  if ((await page.locator('html[data-quiet]').count()) === 0) {
    await expect(page.getByRole('dialog', { name: 'Stratum Nights' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test('pages can be opened and left by keyboard, and the focus stays visible', async ({ page }) => {
  await enterByKeys(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await tabTo(page, skip)
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Buy Delegate Pass' }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('CORTEX CRAFTS')
  await expect(h1(page)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Clinical Skills' }))
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('Clinical Skills')
  await tabTo(page, page.getByRole('link', { name: /: The Sonic Shift$/ }))
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('The Sonic Shift')
  await tabTo(page, page.getByRole('link', { name: 'Back', exact: true }))
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('Clinical Skills')
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }),
  )
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('About Cerebra 3.0')
})

test('“/” opens the search, and results can be chosen and opened by keyboard', async ({ page }) => {
  await enterByKeys(page, '/shop')
  const search = page.getByRole('dialog', { name: 'Search' })
  await page.keyboard.press('/')
  await expect(search.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('sutur')
  await expect(search.getByRole('status')).toContainText('result')
  await page.keyboard.press('ArrowDown')
  await expect(search.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('Anastamos')
  await page.keyboard.press('/')
  await expect(search.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('reviva')
  await expect(search.getByText('Reviva').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/workshops\/reviva$/)
  await page.keyboard.press('/')
  await expect(search.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
})

test('sessions can be starred and filtered by keyboard', async ({ page }) => {
  await enterByKeys(page, '/schedule')
  await tabTo(page, page.getByRole('radio', { name: 'Everyone' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dental', exact: true })).toBeChecked()
  await expect(page.getByRole('main')).not.toContainText('Anastamos')
  const star = page.getByRole('button', { name: /^In my festival ?: Exodontia/ })
  await tabTo(page, star)
  await page.keyboard.press('Space')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'My festival' }))
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('My festival')
  await expect(page.getByRole('main')).toContainText('Exodontia')
})

test('the whole registration form works by keyboard', async ({ page, festival }) => {
  const email = 'keyboard@students.test'
  await enterByKeys(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await tabTo(page, form.names)
  await page.keyboard.type(leader.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(leader.phone)
  await page.keyboard.press('Tab')
  await page.keyboard.type(leader.year)
  await tabTo(page, form.email)
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Test Medical College')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Paramedic')).toBeChecked()
  await tabTo(page, form.coupon)
  await page.keyboard.type(journeyCoupon)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Coupon applied: 5% discount')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, form.screenshot)
  await page.keyboard.press('Space')
  await (await chooser).setFiles({ name: 'paid.png', mimeType: 'image/png', buffer: makePng() })
  await tabTo(page, form.submit)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  await expect(form.submit).toHaveCount(0)
  expect(readRegistrations(festival, email)).toMatchObject([{ category: 'paramedic', amount: 570 }])
})

test('at 400 % zoom, every part of a form fits and nothing covers the focused field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const [path, parts] of [
    ['/register?event=SeniorQuiz', 3],
    ['/delegate-pass', 2],
    ['/accommodation', 3],
    ['/rehearsal', 1],
  ] as const) {
    await enterByKeys(page, path)
    const submit = page.locator('main form button[type="submit"]').filter({ visible: true })
    await expect(submit).toBeEnabled()
    for (let part = 0; part < parts; part += 1) {
      if (part > 0) {
        await showPart(page, part)
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        path,
      ).toBeLessThanOrEqual(320)
      const fields = page
        .locator('main input:not([type="radio"]):not([type="file"])')
        .filter({ visible: true })
      const count = await fields.count()
      for (let index = 0; index < count; index += 1) {
        await tabTo(page, fields.nth(index))
        const isCovered = await fields.nth(index).evaluate((field) => {
          const { left, top, bottom, width } = field.getBoundingClientRect()
          const seen = document.elementFromPoint(left + width / 3, (top + bottom) / 2)
          return !(seen && (field.contains(seen) || seen.contains(field)))
        })
        expect(isCovered, `${path}, part ${part}, field ${index}`).toBe(false)
      }
    }
    await submit.click()
    await expect(page.locator('main :focus')).toBeInViewport()
  }
})

test('a screen reader reads the registration form in the order of its fields', async ({ page }) => {
  await enterByKeys(page, '/register?event=SeniorQuiz')
  await expect(findForm(page).submit).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const tree = await page.getByRole('main').ariaSnapshot()
  const order = [
    'link "Back"',
    'heading "Senior Quiz ‘Peristalympics’" [level=1]',
    'form',
    'textbox "Full name',
    'textbox "Phone',
    '"Year of study',
    'button "Add a member"',
    'textbox "E-mail',
    'textbox "College or institution',
    'radio "Medical Student"',
    'radio "Paramedic"',
    'radio "Faculty/Doctor"',
    'radio "External Participant"',
    'textbox "Coupon',
    'button "Apply"',
    'img "QR code',
    'Payment screenshot',
    'button "Submit Registration"',
  ]
  const places = order.map((words) => tree.indexOf(words))
  expect(
    places.map((place, index) => (place < 0 ? order[index] : '')).filter(Boolean),
    tree,
  ).toEqual([])
  expect(places, tree).toEqual(places.toSorted((left, right) => left - right))
})
