import type { Page } from '@playwright/test'
import { deskCalls } from '../../festival/contract/calls'
import { makeParticipant, uploadScreenshot } from '../trials/participant'
import { expectNoViolations } from './axe'
import { registrationBody } from './bodies'
import type { Invented } from './demo/invent-festival'
import { sendEntries } from './demo/send-entries'
import { makePng } from './files'
import { expect, expectAccessible, visit } from './journey'
import { readEmails } from './saved'
import { type ServedFestival, serveFestival } from './serve'

export const admin = 'devi@organisers.test'
export const verifier = 'asha@organisers.test'

/** Journeys of which each has a festival of its own with organisers: everybody in it is counted. */
export const test = visit.extend<{ festival: ServedFestival }>({
  festival: async ({ dist }, use) => {
    const festival = await serveFestival(
      { ORGANISERS: `${admin}=admin, ${verifier}=verifier` },
      dist,
    )
    await use(festival)
    await festival.stop()
  },
  baseURL: async ({ festival }, use) => use(festival.address),
})

/** Registers so many people, each with a phone and a picture of their own: "Registrant 1", "Registrant 2", … */
export const registerMany = async (
  { address }: ServedFestival,
  count: number,
  changes: object = {},
): Promise<void> => {
  for (let number = 1; number <= count; number++) {
    const participant = makeParticipant(number)
    await uploadScreenshot(address, participant)
    const answer = await fetch(`${address}/api/event-registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': participant.key },
      body: JSON.stringify({
        ...registrationBody,
        members: [
          { name: `Registrant ${number}`, phone: `${9_876_543_210 + number}`, year: 'Final year' },
        ],
        email: `registrant-${number}@students.test`,
        payment_screenshot_url: participant.screenshotUrl,
        ...changes,
      }),
    })
    expect(answer.status).toBe(201)
  }
}

/** Sends what was invented, each with a picture of its own. */
export const sendInvented = async (
  { address }: ServedFestival,
  invented: readonly Invented[],
): Promise<void> => {
  let pictures = 0
  const show = () => new Uint8Array(makePng({ width: 100 + pictures++, height: 100 }))
  await sendEntries(invented, { ask: (path, init) => fetch(address + path, init), show })
}

/** The link to a page that lies in somebody's mail, once it does. */
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

/** Pictures are read in the journey about them only: it takes time from the others. */
const readNoPictures = (page: Page): Promise<unknown> =>
  page.addInitScript((key) => {
    if (!window.localStorage.getItem(key)) {
      window.localStorage.setItem(key, JSON.stringify({ reading: false }))
    }
  }, 'cerebra:desk:settings')

/** Comes in as an organiser does: asks for a link, pastes it out of the mail folder into the same tab, and presses the button. */
export const comeIn = async (
  page: Page,
  festival: ServedFestival,
  address: string,
): Promise<void> => {
  await readNoPictures(page)
  await page.goto('/desk')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('Check your e-mail')).toBeVisible()
  const link = await readLink(festival, address, '/desk/sign-in')
  await page.goto('/desk/sign-in')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A browser, or what only makes requests. */
type Caller = Pick<Page, 'request'>

/** Posts to the desk as its pages do, with the caller's session. */
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

/** Comes in by the calls of those pages. */
export const startSession = async (
  caller: Caller,
  festival: ServedFestival,
  email: string,
): Promise<void> => {
  await postToDesk(caller, festival, deskCalls.askForLink.path, { email })
  const [, secret] = (await readLink(festival, email, '/desk/sign-in')).split('#')
  await postToDesk(caller, festival, deskCalls.signIn.path, { secret })
}

/** Comes in by those calls, and goes to what waits. */
export const signIn = async (
  page: Page,
  festival: ServedFestival,
  email: string,
): Promise<void> => {
  await readNoPictures(page)
  await startSession(page, festival, email)
  await page.goto('/desk/queue?state=submitted')
  await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'true')
}

/** What axe finds on a laptop in both themes and on a phone, which nothing may be wider than. */
export const expectAccessibleOnBoth = async (page: Page, state: string): Promise<void> => {
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoViolations(page, `${state}, at 360 px`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page, state)
}
