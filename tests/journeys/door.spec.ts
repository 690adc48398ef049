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
  /** A page on a phone whose camera sees a door's sign and then a ticket, in a loop. */
  openPhone: () => Promise<Page>
  /** The page of a phone that Asha has added to the door. */
  phone: Page
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
        viewport: { width: 360, height: 800 },
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
  phone: async ({ openPhone }, use) => {
    const page = await openPhone()
    await pairPhone(page, 'Asha')
    await use(page)
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

const search = (page: Page) => page.getByLabel(/^Search by name, ID/)

/** Types as a scanner that acts as a keyboard does, wherever the focus is. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** The page contacts the server when it gets the focus. */
const synchronise = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('focus')))

/** Dates the phone's list 30 seconds after the phone was paired. */
const passHalfMinute = async (fake: FakeDoor, ...pages: Page[]) => {
  fake.aheadMs = 30_000
  for (const page of pages) {
    await synchronise(page)
    await expect(page.getByText('Works without a network. List from')).toBeVisible()
  }
}

test('two phones let people in without a network, and agree when it is back (21.50, 21.55)', async ({
  fake,
  openPhone,
}) => {
  const first = await openPhone()
  const second = await openPhone()
  await pairPhone(first, 'Asha')
  await pairPhone(second, 'Ravi')
  await expect(first.getByText('keep this page open for half a minute')).toBeVisible()
  await passHalfMinute(fake, first, second)
  await expect(first.getByText('Not ready yet')).toBeVisible()
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
  await expect(first.getByText(/^Ready\. List from .*, 5 people\. Camera works\.$/)).toBeVisible()
  await expect(result(first)).toContainText('Already in at')
  await next(first)
  await startCamera(second)
  await expect(result(second)).toContainText('All 3')
  await next(second)
  await search(second).fill('4321')
  await second.getByRole('button', { name: 'Zoë Khan' }).click()
  await expect(result(second)).toContainText('Payment not checked yet. Let in anyway?')
  await second.getByRole('button', { name: 'Let in', exact: true }).click()
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
  await expect(first.getByText('4 of 5 in')).toBeAttached()
})

const shots = process.env.DOOR_PICTURES

const shoot = async (page: Page, name: string) => {
  if (shots) {
    // Buttons under the mouse have another colour.
    await page.mouse.move(0, 0)
    await page.screenshot({ path: join(shots, `door-${name}.png`), animations: 'disabled' })
  }
}

test('each result has its colour and words (21.53, 21.58)', async ({ fake, phone: page }) => {
  fake.entries = fake.entries.map((entry) =>
    entry.id === '4' ? { ...entry, replacedCodes: [makeDoor('').testCode] } : entry,
  )
  const show = async (code: string, words: RegExp, name: string) => {
    await scan(page, code)
    await expect(result(page)).toContainText(words)
    await expectAccessible(page, name)
    await shoot(page, name)
  }
  await show(ticketCode, /Let in.*All 3.*Asha Menon/s, 'green')
  await page.getByLabel('Meena Das').uncheck()
  await show(ticketCode, /Already in at .*, Senior Quiz · Door 2.*2 of 3/s, 'blue')
  await expect(page.getByLabel('Ravi Nair')).toBeDisabled()
  await page.getByLabel('Meena Das').check()
  await expect(result(page)).toContainText('All 3')
  await page.getByLabel('Meena Das').uncheck()
  await expect(result(page)).toContainText('2 of 3')
  await page.getByLabel('Meena Das').check()
  await show('UUUUUUUUUUUUUUUU', /Payment not checked yet\. Let in anyway\?/, 'unchecked')
  await show('WWWWWWWWWWWWWWWW', /Waiting list, number 3\. Ask the help desk\./, 'waiting')
  await show('RRRRRRRRRRRRRRRR', /Not accepted\. Send to the help desk\./, 'red')
  await show('XXXXXXXXXXXXXXXX', /Not on this list \(from /, 'grey')
  await page.getByRole('button', { name: 'Let in, check later' }).click()
  await expect(result(page)).toContainText('Enter the person’s name.')
  await page.getByLabel('Person’s name').fill('V'.repeat(81))
  await page.getByRole('button', { name: 'Let in, check later' }).click()
  await expect(result(page)).toContainText('The name can have at most 80 characters.')
  await page.getByLabel('Person’s name').fill('Vani Rao')
  await page.getByRole('button', { name: 'Let in, check later' }).click()
  await expect(result(page)).toHaveText(/^Vani Rao is noted, and can go in\./)
  await expect(result(page)).toBeFocused()
  await expectAccessible(page, 'a noted person')
  await next(page)
  await synchronise(page)
  await expect.poll(() => fake.unlisted).toMatchObject([{ name: 'Vani Rao', volunteer: 'Asha' }])
})

test('a screen on which no one is ticked says that no one was let in (21.53)', async ({
  phone: page,
}) => {
  await search(page).fill('zoë')
  await search(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Do not let in' })).toBeVisible()
  await page.getByRole('button', { name: 'Let in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Let in', exact: true })).toBeVisible()
  await page.getByLabel('Zoë Khan').uncheck()
  await expect(page.getByRole('heading', { name: 'Not let in' })).toBeVisible()
  await expectAccessible(page, 'no one let in')
  await page.getByLabel('Zoë Khan').check()
  await expect(page.getByRole('heading', { name: 'Let in', exact: true })).toBeVisible()
})

test('a person missing from the search results can be let in by name (21.56, 21.62)', async ({
  fake,
  phone: page,
}) => {
  for (const open of ['click', 'press'] as const) {
    await search(page).fill('Vani Rao')
    await expect(page.getByText('0 entries found')).toBeVisible()
    await expectAccessible(page, 'a search without results')
    if (open === 'click') {
      await page.getByRole('button', { name: 'Not found: enter the name' }).click()
    } else {
      await search(page).press('Enter')
    }
    await expect(result(page)).toContainText('Not on this list')
    await expect(page.getByLabel('Person’s name')).toHaveValue('Vani Rao')
    await next(page)
  }
  expect(fake.unlisted).toEqual([])
})

test('the page says that there is no connection after a failed contact (21.63)', async ({
  phone: page,
}) => {
  await expect(page.getByText('No connection')).toHaveCount(0)
  await page.context().setOffline(true)
  await synchronise(page)
  await expect(page.getByText(/^List from .* · No connection · All scans sent$/)).toBeVisible()
  await page.context().setOffline(false)
  await synchronise(page)
  await expect(page.getByText('No connection')).toHaveCount(0)
})

test('people stay unticked after a reload without a network (21.52)', async ({
  fake,
  phone: page,
}) => {
  await passHalfMinute(fake, page)
  await page.context().setOffline(true)
  await scan(page, ticketCode)
  for (const name of ['Asha Menon', 'Ravi Nair', 'Meena Das']) {
    await page.getByLabel(name).uncheck()
  }
  await page.getByLabel('Asha Menon').check()
  await next(page)
  await page.reload()
  await expect(page.getByText('1 of 5 in')).toBeVisible()
})

test('typing something that is not a ticket code replaces the result on screen (21.56)', async ({
  phone: page,
}) => {
  const foreign = 'This is not a ticket of this festival.'
  const words = [
    ['upi://pay?pa=x', foreign],
    [`https://a.test/ticket#${ticketCode}`, foreign],
    ['K7Q4M2BC9DFGHJ3', 'Not on this list'],
  ] as const
  for (const [text, title] of words) {
    await scan(page, ticketCode)
    await expect(result(page)).toContainText(/Let in|Already in/)
    await scan(page, text)
    await expect(result(page)).toContainText(title)
  }
})

test('Enter opens an entry if the search finds only this one (21.56)', async ({ phone: page }) => {
  await search(page).fill('evt')
  await search(page).press('Enter')
  await expect(page.getByText('4 entries found')).toBeVisible()
  await search(page).fill('tara')
  await search(page).press('Enter')
  await expect(result(page)).toContainText('Waiting list, number 3')
  await next(page)
  await expect(search(page)).toHaveValue('')
})

test('Next and Esc return the focus to the search or the camera (21.64)', async ({
  phone: page,
}) => {
  await search(page).fill(ticketCode)
  await expect(result(page)).toBeFocused()
  await next(page)
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('tara')
  await page.keyboard.press('Enter')
  await expect(result(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(result(page)).toHaveCount(0)
  await expect(search(page)).toBeFocused()
  await startCamera(page)
  await expect(result(page)).toContainText('Already in')
  await next(page)
  await expect(page.getByRole('button', { name: 'Stop camera' })).toBeFocused()
  await page.getByRole('button', { name: 'Stop camera' }).click()
  await expect(page.getByRole('button', { name: 'Start camera' })).toBeFocused()
  await expect(page.getByText('Not ready yet')).toBeVisible()
})

test('a scanner that types the sign’s code makes the phone ready (21.58)', async ({
  fake,
  phone: page,
}) => {
  await scan(page, ticketCode)
  await expect(result(page)).toContainText('Let in')
  await scan(page, signCode)
  await expect(result(page)).toHaveCount(0)
  await expect(page.getByText('Not ready yet')).toBeVisible()
  fake.aheadMs = 30_000
  await synchronise(page)
  await expect(page.getByText(/^Ready\. List from .*, 5 people\. Scanner works\.$/)).toBeVisible()
})

test('a browser without service workers is never ready and says so (21.65)', async ({
  openPhone,
}) => {
  const page = await openPhone()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
  )
  await pairPhone(page, 'Asha')
  await expect(page.getByRole('alert')).toContainText(
    'This page cannot work offline in this browser',
  )
  await expect(page.getByText('saving this page and the list')).toHaveCount(0)
  await scan(page, signCode)
  await expect(page.getByText('Ready.')).toHaveCount(0)
  await scan(page, ticketCode)
  await expect(result(page)).toContainText('All 3')
})

/** Returns everything that the page stores in IndexedDB, as JSON. */
const readStoredText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        parts.push(request.result)
      }
      database.close()
    }
    return JSON.stringify(parts)
  })

test('a closed door clears the list and still sends its scans (21.59)', async ({
  fake,
  phone: page,
}) => {
  const endsAt = Date.now() + 10_000
  fake.door.endsAt = new Date(endsAt).toISOString()
  await expect(async () => {
    await synchronise(page)
    expect(await readStoredText(page)).toContain(fake.door.endsAt)
  }).toPass()
  await page.context().setOffline(true)
  await scan(page, ticketCode)
  await expect(result(page)).toContainText('3 scans not sent yet')
  await page.waitForTimeout(endsAt - Date.now())
  await synchronise(page)
  await expect(page.getByRole('heading', { name: 'This door is closed' })).toBeVisible()
  await expect(page.getByText('3 scans not sent yet.')).toBeVisible()
  expect(await readStoredText(page)).not.toContain('Asha Menon')
  await page.reload()
  await expect(page.getByText('3 scans not sent yet.')).toBeVisible()
  await page.context().setOffline(false)
  await synchronise(page)
  await expect(page.getByText('All scans sent')).toBeVisible()
  expect(fake.scans).toHaveLength(3)
})

test('a removed phone clears its list at once (21.59)', async ({ fake, phone: page }) => {
  expect(await readStoredText(page)).toContain('Asha Menon')
  fake.isRemoved = true
  await synchronise(page)
  await expect(
    page.getByRole('heading', { name: 'This phone can no longer use this door' }),
  ).toBeVisible()
  expect(await readStoredText(page)).not.toContain('Asha Menon')
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'This phone can no longer use this door' }),
  ).toBeVisible()
})

test('scans of an earlier door stay in view until the phone is added to it again (21.66)', async ({
  fake,
  phone: page,
}) => {
  await page.context().setOffline(true)
  await scan(page, ticketCode)
  await expect(result(page)).toContainText('3 scans not sent yet.')
  await next(page)
  fake.isRemoved = true
  await page.context().setOffline(false)
  await synchronise(page)
  await expect(page.getByText('3 scans not sent yet.')).toBeVisible()
  const first = fake.door
  fake.door = { ...first, id: 'door-1' }
  await pairPhone(page, 'Asha')
  const kept =
    '3 scans from an earlier door were not sent. Ask the organiser to add this phone to that door again.'
  await expect(page.getByText(kept)).toBeVisible()
  await expect(page.getByText('All scans sent')).toHaveCount(0)
  await expectAccessible(page, 'scans of an earlier door')
  expect(fake.scans).toEqual([])
  fake.door = first
  await pairPhone(page, 'Asha')
  await synchronise(page)
  await expect(page.getByText('All scans sent')).toBeVisible()
  expect(fake.scans).toHaveLength(3)
})

test('opening a pairing link changes nothing, and a used link says so (21.60)', async ({
  fake,
  openPhone,
}) => {
  const page = await openPhone()
  await page.goto('/door#spent')
  const add = page.getByRole('button', { name: 'Add this phone' })
  await expect(add).toBeVisible()
  await expectAccessible(page, 'adding a phone')
  expect(fake.calls).toEqual([])
  await add.click()
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await page.getByLabel('Your first name').fill('A'.repeat(41))
  await add.click()
  await expect(page.getByText('Your first name can have at most 40 characters.')).toBeVisible()
  await page.getByLabel('Your first name').fill('Asha')
  await add.click()
  await expect(page.getByText('This code was used before. Ask for a new one.')).toBeVisible()
})

test('only one tab works at a time, and a new volunteer enters a new name (21.60, 21.61)', async ({
  fake,
  phone: page,
}) => {
  const second = await page.context().newPage()
  await second.goto('/door')
  await expect(second.getByRole('heading')).toHaveText('This page is open in another tab')
  await second.close()
  await page.getByText('Change volunteer').click()
  await page.getByLabel('Your first name').fill('Vani')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Vani · 0 of 5 in')).toBeVisible()
  await scan(page, ticketCode)
  await synchronise(page)
  await expect.poll(() => fake.scans[0]?.volunteer).toBe('Vani')
})

test('a phone without a camera can search, and shows refused scans (21.58)', async ({
  fake,
  openPhone,
}) => {
  const page = await openPhone()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  fake.refusedEntryIds.add('4217')
  await pairPhone(page, 'Asha')
  await startCamera(page)
  await expect(page.getByRole('alert')).toContainText(
    'This page is not allowed to use the camera. Allow it',
  )
  await search(page).fill('men')
  await expectAccessible(page, 'the search')
  await page.getByRole('button', { name: 'Asha Menon, Ravi Nair' }).click()
  await expect(result(page)).toContainText('Is this the right entry?')
  await page.getByRole('button', { name: 'Let in' }).click()
  await expect(result(page)).toContainText('All 3')
  await next(page)
  await synchronise(page)
  const names = 'Asha Menon, Ravi Nair, Meena Das'
  await expect(
    page.getByText(`The server did not accept the scan of ${names}. This entry was erased.`),
  ).toBeVisible()
  await expect(page.getByText('0 of 5 in')).toBeVisible()
})

test('a paired phone keeps its version of the page until it is removed (21.51)', async ({
  fake,
  phone: page,
}) => {
  await passHalfMinute(fake, page)
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/door')
      await registration?.update().catch(() => undefined)
    })
  const listCaches = () => page.evaluate(() => caches.keys())
  const before = await listCaches()
  fake.build = 'later'
  await update()
  await page.waitForTimeout(1_000)
  expect(await listCaches()).toEqual(before)
  fake.isRemoved = true
  await synchronise(page)
  await expect(
    page.getByRole('heading', { name: 'This phone can no longer use this door' }),
  ).toBeVisible()
  await update()
  await expect.poll(listCaches).toEqual(['door-files-later'])
})
