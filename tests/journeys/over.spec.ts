import { enter, expect, expectAccessible, test } from '../support/journey'
import { secondDist } from '../support/second-edition'

// A public build of the invented festival, which lasts from 8 to 12 October 2025.
test.use({ dist: secondDist, trace: 'off' })

test('a tier is sold until its last open session begins (2.9)', async ({ page }) => {
  await page.clock.setFixedTime('2025-10-10T08:00:00+05:30')
  await enter(page, '/delegate-pass')
  const form = page.getByRole('form', { name: 'Delegate pass' })
  await expect(form.getByRole('radio', { name: /SILVER/ })).toBeDisabled()
  await expect(
    form.getByText('No longer sold: registration for everything in this pass has closed.'),
  ).toBeVisible()
  await expect(
    form.getByText('No workshop is open now. Still to come: Inside the ICU and Gala night.'),
  ).toBeVisible()
  await expectAccessible(page, 'a pass of which one tier is left')
  await page.clock.setFixedTime('2025-10-11T18:00:00+05:30')
  await page.goto('/delegate-pass')
  await expect(page.getByRole('heading', { name: 'Passes are no longer sold' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Buy Delegate Pass' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'See the Schedule' })).toBeVisible()
  await page.goto('/accommodation')
  await expect(page.getByText('Nights left: Sat 11 Oct to Sun 12 Oct')).toBeVisible()
  await page.clock.setFixedTime('2025-10-12T18:00:00+05:30')
  await page.goto('/accommodation')
  await expect(page.getByRole('heading', { name: 'The last night has begun' })).toBeVisible()
  await page.goto('/register?event=Sonostrike')
  await expect(page.getByRole('heading', { name: 'Sonostrike is over' })).toBeVisible()
  await expect(
    page.getByText('If you have paid and have no confirmation, call the help desk'),
  ).toBeVisible()
})

test('the schedule opens at the current day, and the home page changes after the festival (behaviour 1.13)', async ({
  page,
}) => {
  await page.clock.setFixedTime('2025-10-09T11:30:00+05:30')
  await enter(page, '/schedule')
  const days = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(days.first()).toHaveText('9 October 2025Today, Thursday')
  await page.getByText('Earlier days').click()
  await expect(page.getByRole('heading', { name: '8 October 2025' })).toBeVisible()
  await page.clock.setFixedTime('2025-10-13T00:00:00+05:30')
  await page.reload()
  await expect(page.getByText('Earlier days')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '8 October 2025' })).toBeVisible()
  await page.goto('/')
  await expect(
    page.getByText('The festival is over. Thank you for being part of it.'),
  ).toBeVisible()
  await expect(page.getByText(/thank you/i)).toHaveCount(1)
  await page.goto('/delegate-pass')
  await expect(page.getByRole('heading', { name: 'Lumbar Days 7 is over' })).toBeVisible()
})

test('an open form keeps its draft when its workshop begins', async ({ page }) => {
  await page.clock.install({ time: new Date('2025-10-09T08:58:00+05:30') })
  await enter(page, '/register?event=Sonostrike')
  const institution = page.getByRole('textbox', { name: /institution/i })
  await institution.fill('Test College')
  await page.clock.fastForward(5 * 60_000)
  await expect(institution).toHaveValue('Test College')
})
