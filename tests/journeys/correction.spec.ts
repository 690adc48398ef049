import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { registrationBody } from '../support/bodies'
import { makePng } from '../support/files'
import { enter, expect, expectAccessible, readQr, test } from '../support/journey'
import { paid } from '../support/passes'
import { makeMailDue, readEmails, readRegistrations, readStoredFile } from '../support/saved'
import { type ServedFestival, serveFestival } from '../support/serve'

const organiser = 'ravi@college.test'
const email = 'asha@students.test'

const post = (festival: ServedFestival, path: string, body: object, headers = {}) =>
  fetch(festival.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: festival.address, ...headers },
    body: JSON.stringify(body),
  })

/** Registers a team without a browser; gives the address of its screenshot. */
const register = async (festival: ServedFestival, changes: object = {}): Promise<string> => {
  const form = new FormData()
  form.append('upload_preset', 'payment')
  form.append('file', new Blob([new Uint8Array(makePng({ shade: 40 }))]), 'paid.png')
  const uploaded = await fetch(`${festival.address}/image/upload`, { method: 'POST', body: form })
  const { secure_url: url } = await uploaded.json()
  const body = { ...registrationBody, email, payment_reference: 'K7Q4M2', payment_screenshot_url: url, ...changes }
  expect((await post(festival, '/api/event-registrations', body)).status).toBe(201)
  return url
}

/** The address that the newest letter with a link carries, once it lies in the folder. */
const readLink = async (festival: ServedFestival, recipient: string, page: string): Promise<string> => {
  const pattern = new RegExp(`http://\\S+${page}#[\\w-]{43}`)
  let found: string | undefined
  await expect(async () => {
    const letters = await readEmails(festival, recipient)
    found = letters.map(({ text = '' }) => pattern.exec(text)?.[0]).find((link) => link !== undefined)
    expect(found).toBeDefined()
  }).toPass()
  return found ?? ''
}

/** An organiser signs in and asks for a correction of each, by the desk's API; gives the session's cookie and the last submission. */
const askForCorrection = async (festival: ServedFestival) => {
  await post(festival, '/api/desk/sign-in', { email: organiser })
  const secret = (await readLink(festival, organiser, '/desk/sign-in')).split('#')[1]
  const signedIn = await post(festival, '/api/desk/sessions', { secret })
  const Cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const queue = await (await fetch(`${festival.address}/api/desk/submissions`, { headers: { Cookie } })).json()
  const reasons = [{ key: 'amount-short', difference: 100 }, { key: 'phone-wrong' }]
  for (const row of queue.rows) {
    const decision = { id: randomUUID(), submission: row.id, version: row.version, decision: 'ask-correction', reasons }
    expect((await post(festival, '/api/desk/decisions', decision, { Cookie })).status).toBe(200)
  }
  // As if the minute had passed in which it could be taken back.
  makeMailDue(festival)
  return { Cookie, submission: String(queue.rows.at(-1).id) }
}

/** The organiser sees what was sent anew beside what it replaces, and verifies it, by the desk's API. */
const verifyCorrected = async (
  festival: ServedFestival,
  { Cookie, submission }: Awaited<ReturnType<typeof askForCorrection>>,
) => {
  const address = `${festival.address}/api/desk/submissions/${submission}`
  const record = await (await fetch(address, { headers: { Cookie } })).json()
  const replaced = record.proofs.map(({ replacedAt }: { replacedAt: string | null }) => replacedAt !== null)
  expect(replaced).toEqual([false, true])
  const decision = { id: randomUUID(), submission, version: record.version, decision: 'verify' }
  expect(await (await post(festival, '/api/desk/decisions', decision, { Cookie })).json()).toMatchObject({
    state: 'verified',
    ground: 'picture',
  })
}

/** How many files of forms are kept on the device. */
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

/** How far what was shown has moved by itself, as browsers count it. */
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

test('a registrant puts right on a phone what an organiser asked for, and the first proof stays', async ({
  page,
  dist,
}) => {
  const festival = await serveFestival({ ORGANISERS: `${organiser}=verifier` }, dist)
  try {
    const first = await register(festival)
    const asked = await askForCorrection(festival)
    const link = await readLink(festival, email, '/my-submission')
    await enter(page, `${festival.address}/my-submission#${link.split('#')[1]}`)
    await expect(page).toHaveURL(`${festival.address}/my-submission`)
    await expect(page.getByRole('heading', { name: 'Needs a correction' })).toBeVisible()
    await expect(page.getByText('What you paid is less than the fee.')).toBeVisible()
    // What comes takes the place that was kept for it (14.48).
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
    // A phone may load the page again while one pays in another app.
    await expect.poll(() => countKeptFiles(page)).toBe(1)
    await page.reload()
    await expect(page.getByLabel('Phone')).toHaveValue('+919876543210')
    await expect(page.getByRole('button', { name: 'Remove paid.png' })).toBeVisible()
    // Neither splash nor announcement stands over what was half filled in (9.20).
    await expect(page.locator('#splash')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await send.click()
    await expect(page.getByText('We have received your correction.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Payment still to be checked' })).toBeVisible()
    await expectAccessible(page, 'a correction that was sent')

    const [row] = readRegistrations(festival, email)
    expect(row).toMatchObject({ phone: '+919876543210', payment_reference: 'K7Q4M2' })
    expect(row?.payment_screenshot_url).not.toBe(first)
    expect(readStoredFile(festival, first).length).toBeGreaterThan(0)
    expect((await fetch(first, { redirect: 'manual' })).status).toBe(303)
    await verifyCorrected(festival, asked)
  } finally {
    await festival.stop()
  }
})

test('two private links in one tab never mix: what was typed under the first is neither shown nor sent under the second (14.54)', async ({
  page,
  dist,
}) => {
  const festival = await serveFestival({ ORGANISERS: `${organiser}=verifier` }, dist)
  const other = 'ravi@students.test'
  try {
    await register(festival)
    await register(festival, { email: other, payment_reference: 'K7Q4M3' })
    await askForCorrection(festival)
    const first = await readLink(festival, email, '/my-submission')
    const second = (await readLink(festival, other, '/my-submission')).split('#')[1] ?? ''
    const sent = String(readRegistrations(festival, other)[0]?.phone)
    const idOf = (one: string) => String(readRegistrations(festival, one)[0]?.registration_id)
    const [ownId, otherId] = [idOf(email), idOf(other)]

    await enter(page, `${festival.address}/my-submission#${first.split('#')[1]}`)
    await page.getByLabel('Phone').fill('+91 98765 43210')
    await page.locator('input[type="file"]').setInputFiles(paid())
    await expect(page.getByRole('button', { name: 'Remove paid.png' })).toBeVisible()

    const open = (secret: string | undefined) =>
      page.evaluate((hash) => {
        window.location.hash = `#${hash}`
      }, secret)
    await open(second)
    await expect(page.getByText(otherId)).toBeVisible()
    await expect(page.getByText(ownId)).toHaveCount(0)
    await expect(page.getByLabel('Phone')).toHaveValue(sent)
    await expect(page.getByRole('button', { name: 'Remove paid.png' })).toHaveCount(0)

    await page.locator('input[type="file"]').setInputFiles({ ...paid(), name: 'second.png' })
    await page.getByRole('button', { name: 'Send the correction' }).click()
    await expect(page.getByText('We have received your correction.')).toBeVisible()
    expect(readRegistrations(festival, other)[0]).toMatchObject({ phone: sent, payment_reference: 'K7Q4M3' })
    expect(readRegistrations(festival, email)[0]).toMatchObject({ phone: sent })

    // The first has kept what was typed, says nothing of the second's success, and an answer that comes late is not shown.
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
    await expect(page.getByText(otherId)).toBeVisible()
    release()
    expect((await late).status()).toBe(200)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await expect(page.getByText(otherId)).toBeVisible()
    await expect(page.getByText('We have received your correction.')).toHaveCount(0)
    expect(readRegistrations(festival, email)[0]).toMatchObject({ phone: '+919876543210' })
  } finally {
    await festival.stop()
  }
})

test('“Check my registration” is asked by keyboard, and answered the same for anybody', async ({ page }) => {
  await enter(page, '/contact')
  await page.getByRole('link', { name: 'Check my registration' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Check my registration' })).toBeFocused()
  await page.getByLabel('Your ID').press('Enter')
  await expect(page.getByLabel('Your ID')).toBeFocused()
  await expectAccessible(page, 'with errors')
  await page.getByLabel('Your ID').fill('EVT-000000')
  await page.getByLabel('E-mail').fill('nobody@students.test')
  await page.getByLabel('E-mail').press('Enter')
  await expect(page.getByText('If the ID and the address belong together')).toBeVisible()
  await expectAccessible(page, 'once it was asked')
})
