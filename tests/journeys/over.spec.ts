import { enter, expect, expectAccessible, test } from '../support/journey'
import { secondDist } from '../support/second-edition'

// The invented festival of 8 to 12 October 2025, built as for a public address.
test.use({ dist: secondDist, trace: 'off' })

test('a workshop can be registered for until it begins, and is over once it has ended, on every page that shows it', async ({
  page,
}) => {
  await page.clock.setFixedTime('2025-10-09T08:59:00+05:30')
  await enter(page, '/workshops/sonostrike')
  await expect(page.getByRole('link', { name: 'Register Now' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Accommodation' })).toBeVisible()
  await page.clock.setFixedTime('2025-10-09T09:00:00+05:30')
  await page.goto('/workshops/sonostrike')
  await expect(page.getByText('Now, 9:00 AM to 12:30 PM')).toBeVisible()
  await expect(page.getByRole('button', { name: 'This has begun' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
  await page.goto('/register?event=Sonostrike')
  await expect(page.getByRole('heading', { name: 'Sonostrike has begun' })).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expectAccessible(page, 'a form whose workshop has begun')
  await page.clock.setFixedTime('2025-10-09T12:30:00+05:30')
  await page.goto('/workshops/sonostrike')
  await expect(page.getByRole('button', { name: 'This is over' })).toBeDisabled()
  await expect(page.getByRole('link', { name: /^(Register Now|Get Accommodation)$/ })).toHaveCount(0)
  await page.goto('/register?event=Sonostrike')
  await expect(page.getByRole('heading', { name: 'Sonostrike is over' })).toBeVisible()
  await expect(
    page.getByText('If you have paid and have no confirmation, call the help desk, +91 00000 00000'),
  ).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await page.goto('/workshops?category=diagnostic')
  await expect(page.getByText('This is over')).toHaveCount(1)
})

test('during the days home counts nothing down and offers what is still open', async ({ page }) => {
  await page.clock.setFixedTime('2025-10-09T11:30:00+05:30')
  await enter(page, '/')
  await expect(page.getByRole('timer')).toContainText('The festival has begun.')
  const open = page.locator('section', { has: page.getByRole('heading', { name: 'Still open' }) })
  await expect(open.getByRole('heading', { level: 4 })).toContainText(['Vivantia', 'The Sonic Shift'])
  await expect(page.getByRole('link', { name: 'Buy Delegate Pass' })).toBeVisible()
  await expect(
    page.getByText('Passes on sale. Tier 1: until Fri 10 Oct, 8:00 AM; Tier 2: until Sat 11 Oct, 6:00 PM.'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Vivantia')
})

test('a tier is sold until the last open session of it begins, and says what is open and still to come (2.9)', async ({
  page,
}) => {
  await page.clock.setFixedTime('2025-10-10T08:00:00+05:30')
  await enter(page, '/delegate-pass')
  const form = page.getByRole('form', { name: 'Delegate pass' })
  await expect(form.getByRole('radio', { name: /SILVER/ })).toBeDisabled()
  await expect(form.getByText('No longer sold: nothing in this pass is open for registration any more.')).toBeVisible()
  await expect(form.getByText('Open now: no workshop. Still to come: Inside the ICU and Gala night.')).toBeVisible()
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
})

test('during the days the schedule opens at today, and earlier days unfold (behaviour 1.13)', async ({ page }) => {
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
})

test('after the last day home says thank you, and no pass and no room is sold', async ({ page }) => {
  await page.clock.setFixedTime('2025-10-13T00:00:00+05:30')
  await enter(page, '/')
  await expect(page.getByRole('timer')).toContainText('The festival is over. Thank you for being part of it.')
  await expect(page.getByText('Thank you to everyone who came')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Still open' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Buy Delegate Pass' })).toHaveCount(0)
  await expectAccessible(page, 'home after the end')
  for (const path of ['/delegate-pass', '/accommodation']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Lumbar Days 7 is over' })).toBeVisible()
    await expect(page.getByRole('form')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: '+91 00000 00000' }).first()).toBeVisible()
  }
  await expectAccessible(page, 'accommodation after the end')
  await page.goto('/schedule')
  await expect(page.getByText('The festival is over. Thank you.')).toBeVisible()
  await page.goto('/shop')
  await expect(page.getByText('The festival is over: call before you order')).toBeVisible()
})

test('a form that is open when its workshop begins stays, with what was typed', async ({ page }) => {
  await page.clock.install({ time: new Date('2025-10-09T08:58:00+05:30') })
  await enter(page, '/register?event=Sonostrike')
  const institution = page.getByRole('textbox', { name: /institution/i })
  await institution.fill('Test College')
  await page.clock.fastForward(5 * 60_000)
  await expect(institution).toHaveValue('Test College')
})
