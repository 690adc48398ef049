import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { deskCalls } from '../../festival/contract/calls'
import type { EntryDetails } from '../../festival/contract/entry'
import type { QueuePage } from '../../festival/contract/queue'
import {
  postToDesk,
  readLink,
  registerMany,
  startSession,
  test,
  verifier,
} from '../support/desk-visit'
import { enter, expect, expectAccessible, readQr } from '../support/journey'
import { paid } from '../support/passes'
import { makeMailDue, readRegistrations, readStoredFile } from '../support/saved'
import type { ServedFestival } from '../support/serve'

const email = 'registrant-1@students.test'
const other = 'registrant-2@students.test'

type Desk = Parameters<typeof postToDesk>[0]

const askForCorrections = async (desk: Desk, festival: ServedFestival) => {
  await startSession(desk, festival, verifier)
  const { rows }: QueuePage = await (
    await desk.request.get(festival.address + deskCalls.listQueue.path)
  ).json()
  const reasons = [{ key: 'amount-short', difference: 100 }, { key: 'phone-wrong' }]
  for (const { id: entryId, version } of rows) {
    const decision = { id: randomUUID(), entryId, version, decision: 'ask-correction', reasons }
    await postToDesk(desk, festival, deskCalls.decide.path, decision)
  }
  // Skips the minute in which an organiser can undo a decision.
  makeMailDue(festival)
}

/** Checks that the desk keeps the replaced proof, then verifies the entry through its API. */
const verifyCorrected = async (desk: Desk, festival: ServedFestival) => {
  const entryId = String(readRegistrations(festival, email)[0]?.id)
  const address = `${festival.address}${deskCalls.listQueue.path}/${entryId}`
  const entry: EntryDetails = await (await desk.request.get(address)).json()
  expect(entry.proofs.map(({ replacedAt }) => replacedAt !== null)).toEqual([false, true])
  const decision = { id: randomUUID(), entryId, version: entry.version, decision: 'verify' }
  const answer = await postToDesk(desk, festival, deskCalls.decide.path, decision)
  expect(await answer.json()).toMatchObject({ state: 'verified', source: 'picture' })
}

const countKeptFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('keyval-store')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('keyval').objectStore('keyval').count()
          counting.onsuccess = () => resolve(counting.result)
          opening.result.close()
        }
      }),
  )

/** The cumulative layout shift, excluding shifts caused by input. */
const readShift = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => {
        const isOwn = 'hadRecentInput' in entry && entry.hadRecentInput === true
        return !isOwn && 'value' in entry && typeof entry.value === 'number' ? entry.value : 0
      })
      resolve(shifts.reduce((sum, value) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(resolve, 300, 0)
  })

test.use({ viewport: { width: 360, height: 800 } })

test('a participant corrects an entry on a phone', async ({ page, festival, request }) => {
  await registerMany(festival, 1, { payment_reference: 'K7Q4M2' })
  const first = String(readRegistrations(festival, email)[0]?.payment_screenshot_url)
  await askForCorrections({ request }, festival)
  const link = await readLink(festival, email, '/my-submission')
  await enter(page, `/my-submission#${link.split('#')[1]}`)
  await expect(page).toHaveURL('/my-submission')
  await expect(page.getByRole('heading', { name: 'Needs a correction' })).toBeVisible()
  await expect(page.getByText('You paid less than the fee.')).toBeVisible()
  // Content loads into reserved space (14.48).
  expect(await page.evaluate(readShift)).toBeLessThan(0.1)
  expect(await readQr(page.getByRole('img', { name: /^QR code to pay ₹100/ }))).toContain(
    '&am=100.00&cu=INR&tn=K7Q4M2',
  )
  await expectAccessible(page, 'a correction')

  const send = page.getByRole('button', { name: 'Send the correction' })
  await send.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Please choose a new file.')
  await expectAccessible(page, 'a correction with errors')

  await page.getByLabel('Phone').fill('+91 98765 43210')
  await page.locator('input[type="file"]').setInputFiles(paid(4_194_305))
  await expect(page.getByRole('button', { name: 'Make it smaller' })).toBeVisible()
  await page.locator('input[type="file"]').setInputFiles(paid())
  // Phones may discard the page while a payment app is open.
  await expect.poll(() => countKeptFiles(page)).toBe(1)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('+919876543210')
  await expect(page.getByRole('button', { name: 'Remove paid.png' })).toBeVisible()
  // If there is a draft, neither the splash nor the announcement is shown (9.20).
  await expect(page.locator('#splash')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await send.click()
  await expect(page.getByText('We have received your correction.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment still to be checked' })).toBeVisible()
  await expectAccessible(page, 'a correction that was sent')

  // The leader can change the team while the event is open (14.158).
  await page.getByText('Change the team').click()
  await page.getByLabel('Year of study').first().fill('2nd year')
  await expectAccessible(page, 'the team form')
  await page.getByRole('button', { name: 'Save the team' }).click()
  await expect(page.getByText('Your change is saved.')).toBeVisible()

  const [row] = readRegistrations(festival, email)
  expect(row).toMatchObject({
    phone: '+919876543210',
    year: '2nd year',
    payment_reference: 'K7Q4M2',
  })
  expect(row?.payment_screenshot_url).not.toBe(first)
  expect(readStoredFile(festival, first).length).toBeGreaterThan(0)
  expect((await fetch(first, { redirect: 'manual' })).status).toBe(303)
  await verifyCorrected({ request }, festival)
})

test('a tab keeps the drafts of two private links apart (14.54)', async ({
  page,
  festival,
  request,
}) => {
  await registerMany(festival, 2)
  await askForCorrections({ request }, festival)
  const first = await readLink(festival, email, '/my-submission')
  const second = (await readLink(festival, other, '/my-submission')).split('#')[1] ?? ''
  const readEntry = (address: string) => readRegistrations(festival, address)[0]
  const ownPhone = String(readEntry(email)?.phone)
  const otherPhone = String(readEntry(other)?.phone)
  const ownId = String(readEntry(email)?.registration_id)
  const otherId = String(readEntry(other)?.registration_id)

  await enter(page, `/my-submission#${first.split('#')[1]}`)
  await page.getByLabel('Phone').fill('+91 98765 43210')
  await page.locator('input[type="file"]').setInputFiles(paid())
  await expect(page.getByRole('button', { name: 'Remove paid.png' })).toBeVisible()

  const open = (secret: string | undefined) =>
    page.evaluate((hash) => {
      window.location.hash = `#${hash}`
    }, secret)
  await open(second)
  await expect(page.getByText(otherId).first()).toBeVisible()
  await expect(page.getByText(ownId)).toHaveCount(0)
  await expect(page.getByLabel('Phone')).toHaveValue(otherPhone)
  await expect(page.getByRole('button', { name: 'Remove paid.png' })).toHaveCount(0)

  await page.locator('input[type="file"]').setInputFiles({ ...paid(), name: 'second.png' })
  await page.getByRole('button', { name: 'Send the correction' }).click()
  await expect(page.getByText('We have received your correction.')).toBeVisible()
  expect(readRegistrations(festival, other)[0]).toMatchObject({ phone: otherPhone })
  expect(readRegistrations(festival, email)[0]).toMatchObject({ phone: ownPhone })

  // The first link keeps its draft and shows no responses of the second.
  await open(first.split('#')[1])
  await expect(page.getByLabel('Phone')).toHaveValue('+919876543210')
  await expect(page.getByRole('button', { name: 'Remove paid.png' })).toBeVisible()
  await expect(page.getByText('We have received your correction.')).toHaveCount(0)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/my-submission/correct', async (route) => {
    await held
    await route.continue()
  })
  const late = page.waitForResponse('**/api/my-submission/correct')
  await page.getByRole('button', { name: 'Send the correction' }).click()
  await open(second)
  await expect(page.getByText(otherId).first()).toBeVisible()
  release()
  expect((await late).status()).toBe(200)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
  await expect(page.getByText(otherId).first()).toBeVisible()
  await expect(page.getByText('We have received your correction.')).toHaveCount(0)
  expect(readRegistrations(festival, email)[0]).toMatchObject({ phone: '+919876543210' })
})

test('“Check my registration” works by keyboard and never reveals whether an entry exists', async ({
  page,
}) => {
  await enter(page, '/contact')
  await page.getByRole('main').getByRole('link', { name: 'Check my registration' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Check my registration' })).toBeFocused()
  await page.getByLabel('Your ID').press('Enter')
  await expect(page.getByLabel('Your ID')).toBeFocused()
  await expectAccessible(page, 'with errors')
  await page.getByLabel('Your ID').fill('EVT-000000')
  await page.getByLabel('E-mail').fill('nobody@students.test')
  await page.getByLabel('E-mail').press('Enter')
  await expect(page.getByText('If the ID and the address match')).toBeVisible()
  await expectAccessible(page, 'once it was asked')
})
