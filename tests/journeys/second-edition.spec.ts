import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { choosePng, findForm, findSumQuestion } from '../support/form'
import { holds } from '../support/holds'
import { enter, expect, expectAccessible, test } from '../support/journey'
import { listBuiltScreens } from '../support/screens'
import { secondDist } from '../support/second-edition'
import { expectHead } from '../support/walk-routes'

test.use({ dist: secondDist, trace: 'off' })

// Its site is built as for a public address, where what has ended closes; these journeys come before it begins.
test.beforeEach(({ page }) => page.clock.setFixedTime('2027-02-01T10:00:00+05:30'))

const firstFestival =
  /Cerebra\b|Cerebri|Peristalympics|Vistura|Anastamos|Sonostrike|Stratum Nights|CORTEX CRAFTS|Medical Student|medical, dental|[Pp]aramedic|CRRI\/|CRMI\/|Two tiers/

test('another festival has its own addresses, and each of its files a head of its own', () => {
  const screens = listBuiltScreens(secondDist)
  for (const screen of screens) expectHead(screen)
  expect(screens.map(({ address }) => address)).toEqual([
    ...['/', '/events', '/events/spine-riddle', '/events/posture-sketch', '/events/gait-guess', '/events/back-talk'],
    ...['/workshops', '/workshops/wrap-up', '/workshops/tape-lab'],
    ...['/delegate-pass', '/accommodation', '/shop', '/about', '/contact', '/schedule'],
    ...['/rehearsal', '/my-festival', '/did-it-arrive', '/my-submission'],
    ...['/events?section=contests', '/events?section=talks', '/workshops?category=bandages'],
    ...['SpineRiddle', 'PostureSketch', 'GaitGuess', 'BackTalk', 'WrapUp', 'TapeLab'].map(
      (key) => `/register?event=${key}`,
    ),
  ])
})

test('no file of its site knows the first festival’s names', () => {
  const folder = join(import.meta.dirname, '../..', secondDist, 'site')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|js|svg|webmanifest|xml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    // The name in a calendar file’s technical line is the program’s, not the festival’s.
    const text = readFileSync(file, 'utf8').replaceAll('-//Cerebra//Festival//EN', '')
    expect(firstFestival.exec(text)?.[0], file).toBeUndefined()
  }
})

test('it asks a registrant for its own categories and years, under its own words', async ({ page }) => {
  await enter(page, '/register?event=SpineRiddle')
  await expect(page.getByRole('radio')).toHaveCount(3)
  for (const name of ['Dental Student', 'Dental Hygienist', 'Guest'])
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible()
  await expect(page.locator('datalist option').first()).toHaveAttribute('value', 'BDS I')
  await enter(page, '/delegate-pass')
  await expect(page.getByText('Silver or gold, as with fillings')).toBeVisible()
  await enter(page, '/schedule')
  await expect(page.getByRole('group', { name: 'For' }).getByRole('radio')).toHaveCount(3)
  await page.getByText('Hygiene', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Hygiene', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByRole('button', { name: 'Can hygienists participate?' })).toBeVisible()
})

test('where the edition requires the UTR, an event and a pass are not sent without it (3.12)', async ({ page }) => {
  const utr = page.getByRole('textbox', { name: 'UTR of the payment' })
  await enter(page, '/register?event=SpineRiddle')
  await expect(page.getByText('It is proof enough')).toHaveCount(0)
  await findForm(page).submit.click()
  await expect(page.getByRole('link', { name: 'Enter the 12 digits of the UTR.' })).toBeVisible()
  await expect(utr).toHaveAccessibleName(/^UTR of the payment$/)
  await expect(utr).toHaveAccessibleDescription(/Enter the 12 digits of the UTR\./)
  await utr.fill('1234 5678 9012')
  await utr.blur()
  await expect(page.getByRole('link', { name: 'Enter the 12 digits of the UTR.' })).toHaveCount(0)
  await expectAccessible(page, 'with a UTR that is asked for')
})

test('a member who makes the fee another one makes the form ask what the screenshot shows (5.64)', async ({ page }) => {
  await enter(page, '/register?event=SpineRiddle')
  const form = findForm(page)
  await form.names.first().fill('Asha Test')
  await choosePng(form.screenshot)
  await page.getByRole('button', { name: 'Add a member' }).click()
  const { question } = findSumQuestion(page, '₹110', '₹190')
  await expect(question).toHaveCount(0)
  await form.names.nth(1).fill('Ravi Test')
  await expect(question).toBeVisible()
  await form.names.nth(1).fill('')
  await expect(question).toHaveCount(0)
})

test('it wears its own name, days and colours of sections', async ({ page }) => {
  await enter(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lumbar Days 7')
  await expect(page.getByText('5 to 7 March 2027, Testville').first()).toBeVisible()
  await expect(page.getByText('Students of massage are welcome too.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workshops' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HANDS ON BACKS')
})

test('whoever presses Register Now at a workshop that is not open yet is told that it opens soon', async ({ page }) => {
  await enter(page, '/workshops/wrap-up')
  const button = page.getByRole('button', { name: 'Register Now' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Registration Opening Soon' })
  await holds('workshops.soon', () =>
    expect(dialog).toContainText('Workshop registrations will be available shortly. Stay tuned for updates!'),
  )
  await expectAccessible(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.goto('/register?event=WrapUp')
  await expect(page.getByRole('form')).toHaveCount(0)
})

test('an event that has not opened has a disabled button that says so', async ({ page }) => {
  await enter(page, '/events/gait-guess')
  await holds('event.soon', () =>
    expect(page.getByRole('button', { name: 'Registration Opening Soon' })).toBeDisabled(),
  )
  await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
  const part = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(part('Theme')).toContainText('Walking and limping')
  await expect(part('Details').getByRole('listitem')).toHaveText(['Blindfolds are provided.', 'Shoes are not changed.'])
})
