import type { Page } from '@playwright/test'
import { deskCalls } from '../../festival/contract/calls'
import { makeParticipant, uploadScreenshot } from '../trials/participant'
import { expectNoViolations } from './axe'
import { registrationBody } from './bodies'
import type { InventedEntry } from './demo/invent-festival'
import { sendEntries } from './demo/send-entries'
import { makePng } from './files'
import { expect, expectAccessible, visit } from './journey'
import { readEmails } from './saved'
import type { ServedFestival } from './serve'
import { serveEdition } from './serve-edition'

export const admin = 'devi@organisers.test'
export const verifier = 'asha@organisers.test'

/** Journeys count all entries, so each journey gets its own server. */
export const test = visit.extend<{ festival: ServedFestival }>({
  festival: async ({ dist }, use) => {
    const festival = await serveEdition(
      { ORGANISERS: `${admin}=admin, ${verifier}=verifier` },
      dist,
    )
    await use(festival)
    await festival.stop()
  },
  baseURL: async ({ festival }, use) => use(festival.address),
})

/** Registers "Registrant 1", "Registrant 2" and so on, each with a unique phone and picture. */
export const registerMany = async (
  { address }: ServedFestival,
  count: number,
  changes: object = {},
): Promise<void> => {
  for (let number = 1; number <= count; number++) {
    const participant = makeParticipant(number)
    await uploadScreenshot(address, participant)
    const response = await fetch(`${address}/api/event-registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': participant.key },
      body: JSON.stringify({
        ...registrationBody,
        members: [
          // plain-words: an invented name
          { name: `Registrant ${number}`, phone: `${9_876_543_210 + number}`, year: 'Final year' },
        ],
        email: `registrant-${number}@students.test`,
        payment_screenshot_url: participant.screenshotUrl,
        ...changes,
      }),
    })
    expect(response.status).toBe(201)
  }
}

export const sendInvented = async (
  { address }: ServedFestival,
  invented: readonly InventedEntry[],
): Promise<void> => {
  let pictures = 0
  const show = () => new Uint8Array(makePng({ width: 100 + pictures++, height: 100 }))
  await sendEntries(invented, { ask: (path, init) => fetch(address + path, init), show })
}

export const readLink = async (
  festival: ServedFestival,
  recipient: string,
  page: string,
): Promise<string> => {
  const pattern = new RegExp(`http://\\S+${page}#[\\w-]{43}`)
  let found: string | undefined
  await expect(async () => {
    const emails = await readEmails(festival, recipient)
    found = emails
      .map(({ text = '' }) => pattern.exec(text)?.[0])
      .find((link) => link !== undefined)
    expect(found).toBeDefined()
  }).toPass()
  return found ?? ''
}

/** OCR would slow down other journeys. */
const disableOcr = (page: Page): Promise<unknown> =>
  page.addInitScript((key) => {
    if (!window.localStorage.getItem(key)) {
      window.localStorage.setItem(key, JSON.stringify({ reading: false }))
    }
  }, 'cerebra:desk:settings')

/** Requests a sign-in link, opens the e-mailed link in the same tab and presses the button. */
export const signInByLink = async (
  page: Page,
  festival: ServedFestival,
  address: string,
): Promise<void> => {
  await disableOcr(page)
  await page.goto('/desk')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('Check your e-mail')).toBeVisible()
  const link = await readLink(festival, address, '/desk/sign-in')
  await page.goto('/desk/sign-in')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Caller = Pick<Page, 'request'>

export const postToDesk = async (
  { request }: Caller,
  { address }: ServedFestival,
  path: string,
  data: object,
) => {
  const answer = await request.post(address + path, { data, headers: { Origin: address } })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return answer
}

export const startSession = async (
  caller: Caller,
  festival: ServedFestival,
  email: string,
): Promise<void> => {
  await postToDesk(caller, festival, deskCalls.askForLink.path, { email })
  const [, secret] = (await readLink(festival, email, '/desk/sign-in')).split('#')
  await postToDesk(caller, festival, deskCalls.signIn.path, { secret })
}

/** Signs in through the API and opens the pending entries. */
export const signIn = async (
  page: Page,
  festival: ServedFestival,
  email: string,
): Promise<void> => {
  await disableOcr(page)
  await startSession(page, festival, email)
  await page.goto('/desk/queue?state=submitted')
  await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'true')
}

/** Runs axe at laptop and phone size, and expects no horizontal scrolling on the phone. */
export const expectAccessibleOnBoth = async (page: Page, state: string): Promise<void> => {
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoViolations(page, `${state}, at 360 px`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page, state)
}
