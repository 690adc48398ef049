import type { Page } from '@playwright/test'
import { makeRegistrant, uploadScreenshot } from '../trials/registrant'
import { registrationBody } from './bodies'
import { expect, test as journey } from './journey'
import { readEmails } from './saved'
import { type ServedFestival, serveFestival } from './serve'

/** Organisers of the journeys' server, one for each journey: each has a mailbox and a session of their own. */
export const organisers = {
  keyboard: 'asha@organisers.test',
  phone: 'ravi@organisers.test',
  network: 'meera@organisers.test',
  list: 'nila@organisers.test',
  /** The only admin: others import no statement. */
  statement: 'devi@organisers.test',
} as const

export const organisersSetting = Object.values(organisers)
  .map((address) => `${address}=${address === organisers.statement ? 'admin' : 'verifier'}`)
  .join(', ')

/** Journeys on a server that names organisers. */
export const test = journey.extend<object, { festival: ServedFestival }>({
  festival: [
    async ({ dist }, use) => {
      const festival = await serveFestival({ ORGANISERS: organisersSetting }, dist)
      await use(festival)
      await festival.stop()
    },
    { scope: 'worker' },
  ],
})

/** Registers so many people, each with a phone and a picture of their own: "Registrant 1", "Registrant 2", … */
export const registerMany = async ({ address }: ServedFestival, count: number, first = 1): Promise<void> => {
  for (let number = first; number < first + count; number++) {
    const registrant = makeRegistrant(number)
    await uploadScreenshot(address, registrant)
    const answer = await fetch(`${address}/api/event-registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': registrant.key },
      body: JSON.stringify({
        ...registrationBody,
        members: [{ name: `Registrant ${number}`, phone: `${9_876_543_210 + number}`, year: 'Final year' }],
        email: `registrant-${number}@students.test`,
        payment_screenshot_url: registrant.screenshotUrl,
      }),
    })
    expect(answer.status).toBe(201)
  }
}

/** Pictures are read in the journey about them only: it takes time from the others. */
const readNoPictures = (page: Page): Promise<unknown> =>
  page.addInitScript((key) => {
    if (!window.localStorage.getItem(key)) window.localStorage.setItem(key, JSON.stringify({ reading: false }))
  }, 'cerebra:desk:settings')

/** Comes in as an organiser does: asks for a link, pastes it out of the mail folder into the same tab, and presses the button. */
export const comeIn = async (page: Page, festival: ServedFestival, address: string): Promise<void> => {
  await readNoPictures(page)
  await page.goto('/desk')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('Look into your mail')).toBeVisible()
  let link: string | undefined
  await expect(async () => {
    const letters = await readEmails(festival, address)
    ;[link] = letters.flatMap(({ text }) => /http\S+\/desk\/sign-in#[\w-]+/.exec(text ?? '') ?? [])
    expect(link).toBeDefined()
  }).toPass()
  await page.goto('/desk/sign-in')
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Comes in, and goes to what waits. */
export const signIn = async (page: Page, festival: ServedFestival, address: string): Promise<void> => {
  await comeIn(page, festival, address)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  // Where the list stood before the overview.
  await page.goto('/desk?state=submitted')
  await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'true')
}
