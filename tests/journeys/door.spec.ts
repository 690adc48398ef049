import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import {
  type FakeDoor,
  makeDoor,
  makeDoorEntry,
  signCode,
  startFakeDoor,
} from '../support/fake-door'
import { expect, expectAccessible, visit } from '../support/journey'
import { writeQrVideo } from '../support/qr-video'
import { type ServedFestival, serveFestival } from '../support/serve'

const ticketCode = 'K7Q4M2BC9DFGHJ3K'
const hourMs = 3_600_000
const inAnHour = () => new Date(Date.now() + hourMs).toISOString()

const makeEntries = () => [
  makeDoorEntry('4217', ticketCode, ['Asha Menon', 'Ravi Nair', 'Meena Das']),
  makeDoorEntry('2', 'UUUUUUUUUUUUUUUU', ['Zoë Khan'], { state: 'unchecked', phoneEnd: '4321' }),
  makeDoorEntry('3', 'WWWWWWWWWWWWWWWW', ['Tara Bose'], { state: 'waiting', waitingNumber: 3 }),
  makeDoorEntry('4', 'RRRRRRRRRRRRRRRR', ['Mira Shah'], { state: 'refused' }),
]

interface Fixtures {
  fake: FakeDoor
  /** The page of a phone whose camera sees a door's sign and then a ticket, again and again. */
  openPhone: () => Promise<Page>
}

const test = visit.extend<Fixtures, { site: ServedFestival }>({
  site: [
    async ({ dist }, use) => {
      const site = await serveFestival({ ORGANISERS: 'asha@college.test=admin' }, dist)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  fake: async ({ site }, use) => {
    const fake = await startFakeDoor(site.address, makeDoor(inAnHour()), makeEntries())
    await use(fake)
    await fake.stop()
  },
  openPhone: async ({ fake, launchOptions }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cerebra-door-'))
    const video = join(folder, 'camera.y4m')
    await writeQrVideo(video, [
      { text: signCode, seconds: 1 },
      { text: '', seconds: 2 },
      { text: ticketCode, seconds: 2 },
      { text: '', seconds: 4 },
    ])
    const camera = [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]
    const args = [...(launchOptions.args ?? []), ...camera]
    const browser = await chromium.launch({ ...launchOptions, args })
    const errors: string[] = []
    await use(async () => {
      const context = await browser.newContext({
        baseURL: fake.url,
        permissions: ['camera'],
        serviceWorkers: 'allow',
        viewport: { width: 360, height: 740 },
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) {
          errors.push(message.text())
        }
      })
      return page
    })
    await browser.close()
    rmSync(folder, { recursive: true })
    expect(errors).toEqual([])
  },
})

const pairPhone = async (page: Page, volunteer: string) => {
  await page.goto('/door#secret')
  await page.getByLabel('Your first name').fill(volunteer)
  await page.getByRole('button', { name: 'Add this phone' }).click()
  await expect(page.getByRole('heading', { name: 'Senior Quiz · Door 2' })).toBeVisible()
}

const startCamera = (page: Page) => page.getByRole('button', { name: 'Start camera' }).click()

const result = (page: Page) => page.getByRole('alertdialog')

const next = async (page: Page) => {
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(result(page)).toHaveCount(0)
}

/** A scanner that works like a keyboard. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Returning to the page is one of the times when it contacts the server. */
const synchronise = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('focus')))

test('two phones let people in without a network, and then agree (21.50, 21.55)', async ({
  fake,
  openPhone,
}) => {
  const first = await openPhone()
  const second = await openPhone()
  await pairPhone(first, 'Asha')
  await pairPhone(second, 'Ravi')
  await expect(first.getByText('Not ready yet')).toBeVisible()
  await expect(first.getByText('Works without a network. List from')).toBeVisible()
  await expect(second.getByText('Works without a network. List from')).toBeVisible()
  await expectAccessible(first, 'before the camera')

  // The page opens and works without a network.
  await first.context().setOffline(true)
  await second.context().setOffline(true)
  await second.reload()
  await startCamera(first)
  await expect(result(first)).toContainText('Let in')
  await expect(result(first)).toContainText('All 3')
  await expect(result(first)).toContainText('3 scans not sent yet')
  await first.getByLabel('Meena Das').uncheck()
  await expect(result(first)).toContainText('2 of 3')
  await next(first)
  await expect(first.getByText(/^Ready\. List from .*, 6 people\. Camera works\.$/)).toBeVisible()
  await expect(result(first)).toContainText('Already in at')
  await next(first)
  await startCamera(second)
  await expect(result(second)).toContainText('All 3')
  await next(second)
  await second.getByRole('button', { name: 'Search' }).click()
  await second.getByLabel(/^Name, registration ID/).fill('4321')
  await second.getByRole('button', { name: 'Zoë Khan' }).click()
  await expect(result(second)).toContainText('Payment not checked yet. Let in anyway?')
  await second.getByRole('button', { name: 'Let in' }).click()
  await expect(result(second)).toContainText('4 scans not sent yet')
  expect(fake.scans).toEqual([])

  await first.context().setOffline(false)
  await second.context().setOffline(false)
  await synchronise(first)
  await synchronise(second)
  await expect(result(second)).toContainText('All scans sent')
  await expect.poll(() => fake.scans.length).toBe(8)
  expect(new Set(fake.scans.map(({ volunteer }) => volunteer))).toEqual(new Set(['Asha', 'Ravi']))
  expect(new Set(fake.scans.map(({ entryId }) => entryId))).toEqual(new Set(['4217', '2']))
  await synchronise(first)
  await expect(first.getByText('4 of 6 in')).toBeAttached()
})

const shots = process.env.DOOR_PICTURES

const shoot = async (page: Page, name: string) => {
  if (shots) {
    await page.screenshot({ path: join(shots, `door-${name}.png`) })
  }
}

test('each result has its colour and words (21.53, 21.58)', async ({ fake, openPhone }) => {
  fake.entries = fake.entries.map((entry) =>
    entry.id === '4' ? { ...entry, replacedCodes: [makeDoor('').testCode] } : entry,
  )
  const page = await openPhone()
  await pairPhone(page, 'Asha')
  const show = async (code: string, words: RegExp, name: string) => {
    await scan(page, code)
    await expect(result(page)).toContainText(words)
    await expectAccessible(page, name)
    await shoot(page, name)
  }
  await show(ticketCode, /Let in.*All 3.*Asha Menon/s, 'green')
  await page.getByLabel('Meena Das').uncheck()
  await show(ticketCode, /Already in at .*, Senior Quiz · Door 2.*Add Meena Das/s, 'blue')
  await page.getByRole('button', { name: 'Add Meena Das' }).click()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await show('UUUUUUUUUUUUUUUU', /Payment not checked yet\. Let in anyway\?/, 'unchecked')
  await show('WWWWWWWWWWWWWWWW', /Waiting list, number 3\. Ask the help desk\./, 'waiting')
  await show('RRRRRRRRRRRRRRRR', /Not accepted\. Send to the help desk\./, 'red')
  await show('XXXXXXXXXXXXXXXX', /Not on this list \(from /, 'grey')
  await page.getByRole('button', { name: 'Let in, check later' }).click()
  await expect(page.getByRole('status')).toContainText(['Enter the person’s name.'])
  await page.getByLabel('Name of the person').fill('Vani Rao')
  await page.getByRole('button', { name: 'Let in, check later' }).click()
  await expect(result(page)).toContainText('Vani Rao is noted, and can go in.')
  await next(page)
  await synchronise(page)
  await expect.poll(() => fake.unlisted).toMatchObject([{ name: 'Vani Rao', volunteer: 'Asha' }])
})
