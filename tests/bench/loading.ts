import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/browsers'
import { serveFestival } from '../support/serve'
import { median } from './median'

const pages = {
  home: '/',
  event: '/events/senior-quiz',
  form: '/register?event=SeniorQuiz',
  schedule: '/schedule',
}

/** A mid-range phone on a slow mobile network. */
const phone = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true }
const cpuSlowdown = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** In milliseconds. Later tasks are not part of the load. */
const observedMs = 8_000

/** A main-thread task of more than 50 ms blocks input for the time above that. */
const blockingThresholdMs = 50

/** All in milliseconds. */
interface Loading {
  largestPaint: number
  blocking: number
  longestTask: number
}

const measureLoading = async (browser: Browser, url: string): Promise<Loading> => {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', network)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(observedMs)
  const { paints, tasks } = await page.evaluate(async () => {
    const observe = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({
          type,
          buffered: true,
        })
        setTimeout(resolve, 1_000, [])
      })
    const largestPaints = await observe('largest-contentful-paint')
    const longTasks = await observe('longtask')
    return {
      paints: largestPaints.map(({ startTime }) => startTime),
      tasks: longTasks.map(({ duration }) => duration),
    }
  })
  await context.close()
  return {
    largestPaint: paints.at(-1) ?? Number.NaN,
    blocking: tasks.reduce((sum, duration) => sum + duration - blockingThresholdMs, 0),
    longestTask: Math.max(0, ...tasks),
  }
}

/**
 * Loads pages as a slow phone does. `otherAddress` is a second server, whose pages are loaded in
 * turn with the build's own, so that both see the same machine.
 */
export const measurePageLoads = async (rounds: number, otherAddress: string): Promise<void> => {
  const festival = await serveFestival()
  const browser = await chromium.launch({
    executablePath: findChromium()?.path ?? '',
    args: [...chromiumFlags],
  })
  const addresses = [festival.address, ...(otherAddress ? [otherAddress] : [])]
  console.log(`\nLoading on a phone ${cpuSlowdown} times slower, median of ${rounds}`)
  for (const [name, path] of Object.entries(pages)) {
    const results = new Map<string, Loading[]>(addresses.map((address) => [address, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [address, loadings] of results) {
        loadings.push(await measureLoading(browser, address + path))
      }
    }
    for (const [address, loadings] of results) {
      const middle = (field: keyof Loading) =>
        median(loadings.map((loading) => loading[field])).toFixed(0)
      const place = address === festival.address ? 'this build' : address
      console.log(
        `  ${name} (${place}): LCP ${middle('largestPaint')} ms, blocking ${middle('blocking')} ms, longest task ${middle('longestTask')} ms`,
      )
    }
  }
  await browser.close()
  await festival.stop()
}
