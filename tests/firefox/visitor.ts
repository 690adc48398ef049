import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'

const timeoutMs = 15_000

/** What a visitor does on a page of the festival, in any browser that speaks WebDriver BiDi. */
export interface Visitor {
  readonly page: Page
  /** Opens an address of the site, taps the splash away and closes the announcement after it. */
  enter: (path: string) => Promise<void>
  /** Presses the link or the button that shows these words. */
  press: (words: string) => Promise<void>
  /** Follows the page's link to an address of the site. */
  follow: (href: string) => Promise<void>
  /** Writes into the fields, by their names. */
  fill: (texts: Record<string, string>) => Promise<void>
  /** Chooses a radio button by its name and value. */
  choose: (name: string, value: string) => Promise<void>
  /** Chooses a file of this machine for a file field. */
  attach: (selector: string, path: string) => Promise<void>
  /** Waits until the page shows a text that fits, and gives it. @throws Error where it never does */
  read: (pattern: RegExp) => Promise<string>
  /** Leaves, with the errors that the page met. */
  leave: () => Promise<string[]>
}

/** Reads until there is something. Waiting by puppeteer is a function of a text, which an older Firefox forbids under our policy. */
export const until = async <Found>(read: () => Promise<Found>): Promise<NonNullable<Found>> => {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(100)) {
    const found = await read()
    if (found) {
      return found
    }
  }
  throw new Error(`It never came: ${read}`)
}

/** Sends a visitor with a fresh profile to the site at `address`. */
export const openVisitor = async (browser: Browser, address: string): Promise<Visitor> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))

  const press: Visitor['press'] = async (words) => {
    await until(() =>
      page.evaluate((words) => {
        const found = [...document.querySelectorAll<HTMLElement>('a, button')].find(
          (element) =>
            element.textContent?.trim() === words &&
            element.checkVisibility() &&
            !element.matches(':disabled'),
        )
        found?.click()
        return found !== undefined
      }, words),
    )
  }
  return {
    page,
    enter: async (path) => {
      await page.goto(`${address}${path}`)
      const isQuiet = await page.evaluate(() => {
        document.getElementById('splash')?.click()
        return document.documentElement.hasAttribute('data-quiet')
      })
      if (!isQuiet) {
        await press('Go to the festival')
      }
    },
    press,
    follow: async (href) => {
      const link = await until(() => page.$(`main a[href="${href}"]`))
      await link.evaluate((link) => link instanceof HTMLElement && link.click())
    },
    fill: async (texts) => {
      for (const [name, text] of Object.entries(texts)) {
        await page.$eval(
          `[name="${name}"]`,
          (field, text) => {
            // As typing does it: past the setter by which React watches the field.
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
              field,
              text,
            )
            field.dispatchEvent(new Event('input', { bubbles: true }))
            field.dispatchEvent(new Event('change', { bubbles: true }))
          },
          text,
        )
      }
    },
    choose: (name, value) =>
      page
        .$eval(
          `[name="${name}"][value="${value}"]`,
          (field) => field instanceof HTMLElement && field.click(),
        )
        .then(),
    attach: async (selector, path) => {
      const field = await until(() => page.$(selector))
      await (await field.toElement('input')).uploadFile(path)
    },
    read: (pattern) =>
      until(() =>
        page.evaluate(
          (source) => new RegExp(source).exec(document.querySelector('main')?.innerText ?? '')?.[0],
          pattern.source,
        ),
      ),
    leave: async () => {
      await context.close()
      return errors
    },
  }
}
