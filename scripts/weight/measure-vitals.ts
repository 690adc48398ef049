import type { Browser } from '@playwright/test'

/** What moves or stalls while a page is looked at. */
export interface Vitals {
  /** The sum of all layout shifts, from the first paint until the page has been at rest for a while. */
  shift: number
  /** The longest task after the page came alive, in milliseconds, on a processor slowed down four times; 0 for none over 50. */
  longest: number
}

const restMs = 2_000

/** Looks at a page on a phone's screen, through the splash and the announcement and a while beyond. */
export const measureVitals = async (browser: Browser, address: string): Promise<Vitals> => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(address)
    await page.keyboard.press('Escape')
    const announcement = page.getByRole('dialog').first()
    await announcement.waitFor()
    await page.keyboard.press('Escape')
    await announcement.waitFor({ state: 'detached' })
    return await page.evaluate(
      (rest) =>
        new Promise<Vitals>((done) => {
          const calm = { shift: 0, longest: 0 }
          const from = performance.now()
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              if ('value' in entry && typeof entry.value === 'number') calm.shift += entry.value
          }).observe({ type: 'layout-shift', buffered: true })
          new PerformanceObserver((list) => {
            for (const { startTime, duration } of list.getEntries())
              if (startTime > from) calm.longest = Math.max(calm.longest, duration)
          }).observe({ type: 'longtask', buffered: true })
          setTimeout(() => done(calm), rest)
        }),
      restMs,
    )
  } finally {
    await context.close()
  }
}
