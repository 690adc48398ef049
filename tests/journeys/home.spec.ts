import type { Locator, Page } from '@playwright/test'
import { enter, expect, expectAccessible, test } from '../support/journey'

const beforeFestival = '2025-10-01T10:00:00+05:30'
const afterFestival = '2026-11-01T10:00:00+05:30'

const readBox = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) {
    throw new Error('The element is not visible')
  }
  return box
}

const findBar = (page: Page) => page.locator('.places')

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  // A private copy stays open after the festival, with longer texts.
  for (const time of [beforeFestival, afterFestival]) {
    test(`the home page shows what is open on the first screen, at ${time} (9.102)`, async ({
      page,
    }) => {
      await page.clock.setFixedTime(time)
      await enter(page, '/')
      const main = page.getByRole('main')
      const title = await readBox(page.getByRole('heading', { level: 1 }))
      const plate = await readBox(main.locator('figure'))
      expect(plate.x).toBeGreaterThan(title.x + title.width - 1)
      expect(plate.y).toBeLessThan(title.y + title.height)
      const figures = page.getByText(/^\d+ d \d\d h \d\d m \d\d s$/)
      expect((await readBox(figures)).height).toBeLessThan(50)
      for (const name of ['Buy Delegate Pass', 'Explore Workshops']) {
        await expect(main.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
      }
      expect((await readBox(main.getByRole('article').first())).y).toBeLessThanOrEqual(760)
      const length = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(length).toBeLessThanOrEqual(3600)
    })
  }

  test('the announcement does not cover the title, countdown or buttons (9.109)', async ({
    page,
  }) => {
    await page.clock.setFixedTime(beforeFestival)
    await page.goto('/')
    await page.evaluate(() => document.getElementById('splash')?.click())
    const popup = page.getByRole('dialog', { name: /Stratum Nights/ })
    const { y } = await readBox(popup)
    const pass = page.getByRole('link', { name: 'Buy Delegate Pass' })
    for (const part of [page.getByRole('timer'), pass]) {
      const box = await readBox(part)
      expect(box.y + box.height).toBeLessThan(y)
    }
    await expectAccessible(page, 'the announcement')
    // The next page closes the announcement for good, and a form has none.
    await pass.click()
    await expect(page).toHaveURL(/\/delegate-pass$/)
    await expect(popup).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(popup).toHaveCount(0)
  })

  test('the announcement does not appear over a form that was opened during the splash (9.109)', async ({
    page,
  }) => {
    await page.clock.install({ time: new Date(beforeFestival) })
    await page.goto('/')
    const pass = page.getByRole('link', { name: 'Buy Delegate Pass' })
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual')
    await pass.dispatchEvent('click')
    await expect(page).toHaveURL(/\/delegate-pass$/)
    await page.clock.runFor(4_000)
    await expect(page.locator('#splash')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('the home page hides placeholders, and the contact page shows them (9.103)', async ({
    page,
  }) => {
    await enter(page, '/')
    await expect(page.getByText(/to be announced/i)).toHaveCount(0)
    await enter(page, '/contact')
    await expect(
      page
        .getByRole('main')
        .getByText(/to be announced/i)
        .first(),
    ).toBeVisible()
  })

  test('a day on the home page links to its part of the schedule, which appears below the tabs (9.105, 9.106)', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2025-10-09T11:30:00+05:30')
    await enter(page, '/')
    await page.getByRole('link', { name: /^8 October Wed/ }).click()
    await expect(page).toHaveURL(/\/schedule#day-2025-10-08$/)
    const tabs = page.getByRole('navigation', { name: 'Days' })
    const heading = (date: string) => page.getByRole('heading', { name: `${date} October 2025` })
    // Earlier days are folded until one is wanted.
    await expect(heading('8')).toBeInViewport()
    await tabs.getByRole('link', { name: 'Sat 11' }).click()
    await expect(heading('11')).toBeInViewport()
    const bar = await readBox(tabs)
    expect(bar.y).toBe(0)
    expect((await readBox(heading('11'))).y).toBeGreaterThanOrEqual(bar.height)
    await expect(tabs.locator('[aria-current]')).toHaveText(/Sat 11/)
    await page.goBack()
    await expect(page.getByRole('timer')).toBeVisible()
  })
})

test('cards of closed events are smaller and below the open ones, and fill one line on the home page (9.104)', async ({
  page,
}) => {
  await enter(page, '/workshops?category=clinical')
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  const open = await readBox(card('The Sonic Shift').locator('svg'))
  const closed = await readBox(card('Occulex').locator('svg'))
  expect(closed.width).toBeLessThan(open.width)
  expect(closed.y).toBeGreaterThan(open.y + open.height)
  for (const words of ['Sat 11 Oct', '₹500', 'Registration closed', 'View Details']) {
    await expect(card('Occulex')).toContainText(words)
  }
  await enter(page, '/')
  const line = page.getByRole('link', { name: /^Occulex\s*Sat 11 Oct, closed$/ })
  expect((await readBox(line)).height).toBeLessThan(50)
})

test('wide screens show parallel sessions side by side (9.106)', async ({ page }) => {
  await enter(page, '/schedule')
  const session = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const allDay = await readBox(session('Disaster X'))
  const morning = await readBox(session('Anastamos'))
  const afternoon = await readBox(session('Reviva'))
  expect(morning.y).toBe(allDay.y)
  expect(morning.x).toBeGreaterThan(allDay.x + allDay.width - 1)
  expect(afternoon.x).toBe(morning.x)
  expect(afternoon.y).toBeGreaterThan(morning.y)
})

test('there is no splash if the visitor prefers less motion (9.5)', async ({ page }) => {
  await page.clock.install({ time: new Date(beforeFestival) })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.locator('#splash')).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: /Stratum Nights/ })).toBeVisible()
})

test('the bar moves aside while the wheel scrolls down (9.107, 9.108)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, '/')
  const isAtFoot = async () => {
    const { y, height } = await readBox(findBar(page))
    return y + height <= 900
  }
  const chat = await readBox(page.getByRole('button', { name: 'Ask a question' }))
  expect(chat.y).toBeGreaterThanOrEqual((await readBox(findBar(page))).y)
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 400)
  await expect.poll(isAtFoot).toBe(false)
  await page.mouse.wheel(0, -100)
  await expect.poll(isAtFoot).toBe(true)
  await page.mouse.wheel(0, 400)
  await expect.poll(isAtFoot).toBe(false)
  await page.getByRole('link', { name: 'Shop', exact: true }).first().focus()
  await expect.poll(isAtFoot).toBe(true)
})
