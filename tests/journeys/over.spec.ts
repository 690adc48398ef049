import { enter, expect, expectAccessible, test } from '../support/journey'
import { secondDist } from '../support/second-edition'

// The invented festival of 5 to 7 March 2027, built as for a public address.
test.use({ dist: secondDist, trace: 'off' })

test('a workshop can be registered for until it begins, and is over once it has ended, on every page that shows it', async ({
  page,
}) => {
  await page.clock.setFixedTime('2027-03-06T14:29:00+05:30')
  await enter(page, '/workshops/tape-lab')
  await expect(page.getByRole('link', { name: 'Register Now' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Accommodation' })).toBeVisible()
  await page.clock.setFixedTime('2027-03-06T14:30:00+05:30')
  await page.goto('/workshops/tape-lab')
  await expect(page.getByText('Running since 2:30 PM')).toBeVisible()
  await expect(page.getByRole('button', { name: 'This has begun' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
  await page.goto('/register?event=TapeLab')
  await expect(page.getByRole('heading', { name: 'Tape Lab has begun' })).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expectAccessible(page, 'a form whose workshop has begun')
  await page.clock.setFixedTime('2027-03-06T16:00:00+05:30')
  await page.goto('/workshops/tape-lab')
  await expect(page.getByRole('button', { name: 'This is over' })).toBeDisabled()
  await expect(page.getByRole('link', { name: /^(Register Now|Get Accommodation)$/ })).toHaveCount(0)
  await page.goto('/register?event=TapeLab')
  await expect(page.getByRole('heading', { name: 'Tape Lab is over' })).toBeVisible()
  await expect(page.getByText('If you have paid and hold no confirmation, call the front desk:')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await page.goto('/workshops?category=bandages')
  await expect(page.getByText('This is over')).toHaveCount(2)
  await page.goto('/schedule')
  await expect(page.getByText('Open for registration', { exact: true })).toHaveCount(0)
})

test('during the days home counts nothing down and offers what is still open', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-06T11:30:00+05:30')
  await enter(page, '/')
  await expect(page.getByRole('timer')).toContainText('The festival has begun.')
  const open = page.locator('section', { has: page.getByRole('heading', { name: 'Still open' }) })
  await expect(open.getByRole('heading', { level: 3 })).toHaveText(['Tape Lab'])
  await expect(page.getByRole('link', { name: 'Buy Delegate Pass' })).toBeVisible()
  await expect(
    page.getByText('Passes on sale. Silver: until Sat 6 Mar, 2:30 PM; Gold: until Sun 7 Mar, 11:00 AM.'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Tape Lab')
})

test('a tier is sold until the last open session of it begins, and says what is open and still to come (2.9)', async ({
  page,
}) => {
  await page.clock.setFixedTime('2027-03-06T14:30:00+05:30')
  await enter(page, '/delegate-pass')
  const form = page.getByRole('form', { name: 'Delegate pass' })
  await expect(form.getByRole('radio', { name: /Silver/ })).toBeDisabled()
  await expect(form.getByText('No longer sold: the last open session of this pass has begun.')).toBeVisible()
  await expect(form.getByText('Open now: no workshop. Still to come: Dance and Back Talk.')).toBeVisible()
  await expectAccessible(page, 'a pass of which one tier is left')
  await page.clock.setFixedTime('2027-03-07T11:00:00+05:30')
  await page.goto('/delegate-pass')
  await expect(page.getByRole('heading', { name: 'Passes are no longer sold' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Buy Delegate Pass' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'See the Schedule' })).toBeVisible()
  await page.goto('/accommodation')
  await expect(page.getByText('Only the night of Sun 7 Mar is left')).toBeVisible()
  await page.clock.setFixedTime('2027-03-07T20:00:00+05:30')
  await page.goto('/accommodation')
  await expect(page.getByRole('heading', { name: 'The last night has begun' })).toBeVisible()
})

test('during the days the schedule opens at today, and earlier days unfold (behaviour 1.13)', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-06T11:30:00+05:30')
  await enter(page, '/schedule')
  const days = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(days.first()).toHaveText('6 March 2027Today, Saturday')
  await page.getByText('Earlier days').click()
  await expect(page.getByRole('heading', { name: '5 March 2027' })).toBeVisible()
  await page.clock.setFixedTime('2027-03-08T00:00:00+05:30')
  await page.reload()
  await expect(page.getByText('Earlier days')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '5 March 2027' })).toBeVisible()
})

test('after the last day home says thank you, and no pass and no room is sold', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-08T00:00:00+05:30')
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
  await page.clock.install({ time: new Date('2027-03-06T14:28:00+05:30') })
  await enter(page, '/register?event=TapeLab')
  const institution = page.getByRole('textbox', { name: /institution/i })
  await institution.fill('School of Testing')
  await page.clock.fastForward(5 * 60_000)
  await expect(institution).toHaveValue('School of Testing')
})
