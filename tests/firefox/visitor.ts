import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'

const timeoutMs = 15_000

/** A visitor's actions, for any browser that supports WebDriver BiDi. */
export interface Visitor {
  readonly page: Page
  /** Opens a page, dismisses the splash and closes the announcement. */
  enter: (path: string) => Promise<void>
  /** Clicks the link or button with this text. */
  press: (words: string) => Promise<void>
  follow: (href: string) => Promise<void>
  fill: (texts: Record<string, string>) => Promise<void>
  choose: (name: string, value: string) => Promise<void>
  attach: (selector: string, path: string) => Promise<void>
  /** Waits until the page's text matches and returns the match. @throws Error after a timeout */
  read: (pattern: RegExp) => Promise<string>
  /** Closes the page and returns its errors. */
  leave: () => Promise<string[]>
}

/**
 * Polls until a value is found. Puppeteer's own waiting compiles a string, which older Firefox
 * versions block under our Content-Security-Policy.
 */
export const until = async <Found>(read: () => Promise<Found>): Promise<NonNullable<Found>> => {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(100)) {
    const found = await read()
    if (found) {
      return found
    }
  }
  throw new Error(`Timed out waiting for ${read}`)
}

/** Opens the site at `address` with a fresh profile. */
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
        await until(() =>
          page.evaluate(() => {
            const button = document.querySelector<HTMLElement>('[role="dialog"] button')
            button?.click()
            return button !== null
          }),
        )
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
            // Uses the prototype's setter, because React overrides the field's own setter.
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
