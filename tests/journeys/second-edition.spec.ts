import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { choosePng, findForm, findSumQuestion, showPart } from '../support/form'
import { enter, expect, expectAccessible, readQr, test } from '../support/journey'
import { listBuiltScreens } from '../support/screens'
import { secondDist } from '../support/second-edition'
import { holds } from '../support/step'
import { expectHead } from '../support/walk-routes'

test.use({ dist: secondDist, trace: 'off' })

// Events of a public build close when they end, so these journeys run before the festival.
test.beforeEach(({ page }) => page.clock.setFixedTime('2025-09-01T10:00:00+05:30'))

const firstFestival =
  /Cerebra\b|Cerebri|Stratum Nights|CORTEX CRAFTS|Connecting knowledge|Faculty\/Doctor|[Pp]aramedics participate|medical, dental|Two tiers/

test('each page of the second edition has its own title and description', () => {
  for (const screen of listBuiltScreens(secondDist)) {
    expectHead(screen)
  }
})

test('no file of the second edition’s site names the first festival', () => {
  const folder = join(import.meta.dirname, '../..', secondDist, 'site')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|js|svg|webmanifest|xml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    // Calendar files contain the name of the program, which is the same for every festival.
    const text = readFileSync(file, 'utf8').replaceAll('-//Cerebra//Festival//EN', '')
    expect(firstFestival.exec(text)?.[0], file).toBeUndefined()
  }
})

test('forms use the second edition’s words', async ({ page }) => {
  await enter(page, '/register?event=AxonAlley')
  await expect(page.getByRole('radio', { name: 'Teacher or doctor', exact: true })).toBeVisible()
  await enter(page, '/delegate-pass')
  await expect(page.getByText('Silver or gold, as with fillings')).toBeVisible()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByRole('button', { name: 'Can dental students participate?' })).toBeVisible()
})

test('asks what the screenshot shows if an added member changes the fee (5.64)', async ({
  page,
}) => {
  await enter(page, '/register?event=AxonAlley')
  const form = findForm(page)
  await form.names.first().fill('Asha Test')
  await choosePng(form.screenshot)
  await page.getByRole('button', { name: 'Add a member' }).click()
  const { question } = findSumQuestion(page, '₹300', '₹400')
  await expect(question).toHaveCount(0)
  await form.names.nth(1).fill('Ravi Test')
  await expect(question).toBeVisible()
  await form.names.nth(1).fill('')
  await expect(question).toHaveCount(0)
})

test('“Register Now” for a workshop that is not open yet opens a dialog that says so', async ({
  page,
}) => {
  await enter(page, '/workshops/disaster-x')
  const button = page.getByRole('button', { name: 'Register Now' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Registration Opening Soon' })
  await holds('workshops.soon', () =>
    expect(dialog).toContainText(
      'Workshop registrations will be available shortly. Stay tuned for updates!',
    ),
  )
  await expectAccessible(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.goto('/register?event=DisasterX')
  await expect(page.getByRole('form')).toHaveCount(0)
})

test('an event that is not open yet has a disabled button that says so', async ({ page }) => {
  await enter(page, '/events/cineplexus')
  await holds('event.soon', () =>
    expect(page.getByRole('button', { name: 'Registration Opening Soon' })).toBeDisabled(),
  )
  await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
  const part = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(part('Theme')).toContainText('Walking and limping')
  await expect(part('Details').getByRole('listitem')).toHaveText([
    'Blindfolds are provided.',
    'Shoes are not changed.',
  ])
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })

  test('a merchant’s payment link gets a new transaction reference after each press (5.60, 5.128, 5.129)', async ({
    page,
  }) => {
    await enter(page, '/register?event=AxonAlley')
    const app = page.getByRole('link', { name: 'Pay with a UPI app' })
    const { qr } = findForm(page)
    const openPayment = async (tab: Page) => {
      await expect(tab.getByRole('button', { name: 'Continue' })).toBeEnabled()
      await showPart(tab, 2)
    }
    await openPayment(page)
    await expect(app).toHaveAttribute('href', /^upi:/)
    const readField = async (name: string) => {
      const link = String(await app.getAttribute('href'))
      // The page redraws the QR code after the link changes.
      await expect.poll(() => readQr(qr)).toBe(link)
      return new URLSearchParams(link.split('?')[1]).get(name) ?? ''
    }
    expect(await readField('mc')).toBe('8220')
    expect(await readField('am')).toBe('300.00')
    const [reference = ''] = (await readField('tn')).split(' ')
    const first = await readField('tr')
    expect(first).toMatch(new RegExp(`^${reference}[B-Z]{2}$`))
    const followed = page.waitForRequest(/^upi:/)
    await app.click()
    expect(new URL((await followed).url()).searchParams.get('tr')).toBe(first)
    await expect(page.getByText('No UPI app opened? Copy the amount')).toBeVisible()
    await expect(app).not.toHaveAttribute('href', new RegExp(`tr=${first}&`))
    const second = await readField('tr')
    expect(second.slice(0, 6)).toBe(reference)
    expect(second).not.toBe(first)
    // Simulates a return from another tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(app).not.toHaveAttribute('href', new RegExp(`tr=${second}&`))
    expect(await readField('tr')).not.toBe(second)
    // Chromium blocks further presses if no app opens the link, so this uses a new tab.
    const tab = await page.context().newPage()
    await enter(tab, '/register?event=AxonAlley')
    await openPayment(tab)
    const appInTab = tab.getByRole('link', { name: 'Pay with a UPI app' })
    await expect(appInTab).toHaveAttribute('href', new RegExp(`&tr=${reference}[B-Z]{2}&`))
  })
})
