import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/browsers'
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
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const makeEntries = () => [
  makeDoorEntry('4217', ticketCode, ['Asha Menon', 'Ravi Nair', 'Meena Das']),
  makeDoorEntry('2', 'UUUUUUUUUUUUUUUU', ['Zoë Khan'], { state: 'unchecked' }),
  makeDoorEntry('3', 'WWWWWWWWWWWWWWWW', ['Tara Bose'], { state: 'waiting', waitingNumber: 3 }),
  makeDoorEntry('4', 'RRRRRRRRRRRRRRRR', ['Mira Shah'], { state: 'refused' }),
]

interface Phones {
  site: ServedFestival
  fake: FakeDoor
  openPhone: () => Promise<{ context: BrowserContext; page: Page }>
}

const test = visit.extend<Phones>({
  // biome-ignore lint: placeholder
  site: async ({}, use) => {
    const site = await serveFestival({ ORGANISERS: 'asha@college.test=admin' })
    await use(site)
    await site.stop()
  },
  fake: async ({ site }, use) => {
    const fake = await startFakeDoor(site.address, makeDoor(inAnHour()), makeEntries())
    await use(fake)
    await fake.stop()
  },
  openPhone: async ({ fake }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cerebra-door-'))
    const file = join(folder, 'camera.y4m')
    await writeQrVideo(file, [
      { text: signCode, seconds: 1 },
      { text: '', seconds: 2 },
      { text: ticketCode, seconds: 2 },
      { text: '', seconds: 3 },
    ])
    const browser = await chromium.launch({
      executablePath: findChromium()?.path,
      args: [
        ...chromiumFlags,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${file}`,
      ],
    })
    await use(async () => {
      const context = await browser.newContext({
        baseURL: fake.url,
        permissions: ['camera'],
        serviceWorkers: 'allow',
        viewport: { width: 360, height: 740 },
      })
      return { context, page: await context.newPage() }
    })
    await browser.close()
    rmSync(folder, { recursive: true })
  },
})

const pairPhone = async (page: Page, volunteer: string) => {
  await page.goto('/door#secret')
  await page.getByLabel('Your first name').fill(volunteer)
  await page.getByRole('button', { name: 'Add this phone' }).click()
  await expect(page.getByRole('heading', { name: 'Senior Quiz · Door 2' })).toBeVisible()
}

test('two phones let a team in without a network (21.50)', async ({ fake, openPhone }) => {
  const first = await openPhone()
  const second = await openPhone()
  await pairPhone(first.page, 'Asha')
  await pairPhone(second.page, 'Ravi')
  await expect(first.page.getByText('Page stored on this phone.')).toBeVisible()
  await first.page.getByRole('button', { name: 'Start camera' }).click()
  await expect(first.page.getByRole('alertdialog')).toContainText('Let in')
  await first.page.screenshot({ path: '/tmp/d2-green.png' })
  expect(fake.calls.length).toBeGreaterThan(1)
  await expectAccessible(first.page, 'green')
  await first.page.getByRole('button', { name: 'Next' }).click()
  await first.page.screenshot({ path: '/tmp/d2-main.png' })
})
