import { type Browser, chromium, type Page } from '@playwright/test'
import { signInPage } from '../../../festival/desk/pages'
import { findChromium } from '../../../scripts/browsers'
import { readEmails } from '../../support/saved'
import type { ServedFestival } from '../../support/serve'

export const organiser = 'asha@organisers.test'

/** A browser with nobody signed in. @throws Error without a Chromium */
export const openBrowser = async (): Promise<Browser> => {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium here. CHROMIUM_PATH may name one.')
  return chromium.launch({ executablePath: found.path })
}

const findLink = async (festival: ServedFestival): Promise<string> => {
  for (;;) {
    const [letter] = await readEmails(festival, organiser)
    const link = new RegExp(`http\\S+${signInPage}#[\\w-]+`).exec(letter?.text ?? '')?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Signs the organiser in at the desk, where the browser begins to read pictures. */
export const openDesk = async (browser: Browser, festival: ServedFestival): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: festival.address })
  await page.goto('/desk')
  await page.getByLabel('E-mail address').fill(organiser)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.goto(await findLink(festival))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('region', { name: 'Queue' }).waitFor()
  return page
}
