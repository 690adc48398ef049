import type { Page } from '@playwright/test'
import { enter, expect, test } from '../support/journey'
import { holds } from '../support/step'

test.use({ trace: 'off' })

const box = (page: Page) => page.getByRole('complementary', { name: 'Registration' })
const part = (page: Page, title: string) =>
  page.locator('section', {
    has: page.getByRole('heading', { level: 2, name: title, exact: true }),
  })

const isClosed = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(
    box(page).getByRole('button', { name: 'Registration Closed', exact: true }),
    address,
  ).toBeDisabled()
  await expect(page.locator('main a[href^="/register"]'), address).toHaveCount(0)
}

const isOpen = async (page: Page, address: string, key: string) => {
  await page.goto(address)
  const link = box(page).getByRole('link', { name: 'Register Now', exact: true })
  await expect(link, address).toHaveAttribute('href', `/register?event=${key}`)
}

const expectLunchIncluded = (page: Page) => expect(box(page)).toContainText('Inclusive of lunch')

test('each event and workshop says whether registration is open', async ({ page }) => {
  await holds('status.closed', () => isClosed(page, '/events/case-pulse'))
  await holds('workshop.closed', () => isClosed(page, '/workshops/anastamos'))
  await holds('status.open', async () => {
    await isOpen(page, '/events/senior-quiz', 'SeniorQuiz')
    await expectLunchIncluded(page)
  })
  await holds('workshop.open', async () => {
    await isOpen(page, '/workshops/smart-ai', 'SmartAI')
    await expectLunchIncluded(page)
  })
  await holds('status.panel', async () => {
    await page.goto('/events/inside-icu')
    await expect(box(page)).toContainText('Included with the Tier 2 Delegate Pass')
    await expect(box(page).getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
  })
})

test('a visitor goes from the list of workshops to a workshop and back', async ({ page }) => {
  await enter(page, '/workshops')
  const main = page.getByRole('main')
  const h1 = page.getByRole('heading', { level: 1 })
  await holds('workshops.heading', () => expect(h1).toHaveText('CORTEX CRAFTS'))
  await holds('workshops.list', async () => {
    await main.getByRole('link', { name: 'Clinical Skills' }).click()
    await expect(h1).toHaveText('Clinical Skills')
    await expect(main.getByRole('link', { name: /^View Details/ })).toHaveCount(4)
    await main.getByRole('link', { name: /^View Details ?: Anastamos$/ }).click()
  })
  await holds('workshop.texts', async () => {
    await expect(h1).toHaveText('Anastamos')
    await expect(main).toContainText('The first suture is better placed here')
    await expect(part(page, 'What you will learn').getByRole('listitem')).toHaveCount(7)
    await expect(part(page, 'Incharges').getByRole('listitem')).toHaveCount(2)
    await expect(part(page, 'Prerequisites')).toContainText('medical students')
    await expect(part(page, 'Duration')).toContainText('4 hours')
  })
  await holds('workshop.box', async () => {
    for (const words of [
      '10 October 2025',
      '9:00 AM to 12:30 PM',
      'A personal suturing kit is provided.',
    ]) {
      await expect(box(page)).toContainText(words)
    }
    await expect(box(page).getByRole('link', { name: 'Get Accommodation' })).toHaveAttribute(
      'href',
      '/accommodation',
    )
  })
  await holds('workshop.back', async () => {
    await main.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/workshops\?category=clinical$/)
  })
})
