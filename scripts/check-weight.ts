import { setTimeout as pause } from 'node:timers/promises'
import {
  type Browser,
  chromium,
  type LaunchOptions,
  type Page,
  type Request,
} from '@playwright/test'
import { subjects } from '#edition/catalogue'
import { sisterEvent } from '#edition/identity'
import { listOptionalPages } from '../festival/content/optional-pages'
import { registrationPath, type Subject, subjectPath } from '../festival/content/subject'
import { wholeEdition } from '../festival/live/whole-edition'
import { serveFestival } from '../tests/support/serve'
import { chromiumFlags, findChromium } from './browsers'

interface Weight {
  document: number
  script: number
  font: number
  image: number
  other: number
  requests: number
}

type Budget = Omit<Weight, 'other'>

/** Limits of a first visit until the announcement is shown, in compressed KiB and requests. */
const pageBudget: Budget = { document: 14.1, script: 76.1, font: 60, image: 30, requests: 13 }
/** The page of a form loads more, namely the form's schema and the payment check. */
const formBudget: Budget = { ...pageBudget, document: 14.8, script: 96.8 }

const firstEvent = subjects[0]
const lastOpenWorkshop = subjects.findLast(
  ({ kind, status }) => kind === 'workshop' && status === 'open',
)
const optionalPages = listOptionalPages(wholeEdition)
const limitOptionalPage = (page: (typeof optionalPages)[number], budget: Budget) =>
  optionalPages.includes(page) ? [[`/${page}`, budget] satisfies [string, Budget]] : []
const limitPage = (
  subject: Subject | undefined,
  writePath: (subject: Subject) => string,
  budget: Budget,
) => (subject ? [[writePath(subject), budget] satisfies [string, Budget]] : [])

/** Exported for its test. */
export const pages: readonly [path: string, budget: Budget][] = [
  ['/', pageBudget],
  ['/events', pageBudget],
  ...limitPage(firstEvent, subjectPath, pageBudget),
  ...limitOptionalPage('workshops', pageBudget),
  ...limitPage(lastOpenWorkshop, subjectPath, pageBudget),
  ['/schedule', pageBudget],
  ['/about', pageBudget],
  ...limitPage(firstEvent, registrationPath, formBudget),
  ...limitOptionalPage('delegate-pass', formBudget),
  ...limitOptionalPage('accommodation', formBudget),
]

/** Counts a drawing in `<use>` as an image, unlike the browser. */
const classify = (request: Request): keyof Omit<Weight, 'requests'> => {
  const type = request.resourceType()
  if (/\.(svg|png)$/.test(new URL(request.url()).pathname)) {
    return 'image'
  }
  return type === 'document' || type === 'script' || type === 'font' ? type : 'other'
}

/**
 * Opens a page and waits for the announcement, except on forms, which have none. Closes the splash
 * with a click, because a key press could close the announcement instead.
 */
const open = async (page: Page, address: string) => {
  await page.goto(address)
  const isQuiet = await page.evaluate(() => {
    document.getElementById('splash')?.click()
    return document.documentElement.hasAttribute('data-quiet')
  })
  if (!isQuiet && sisterEvent) {
    await page.getByRole('dialog').waitFor()
  }
}

const weighPage = async (browser: Browser, address: string): Promise<Weight> => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  })
  try {
    const page = await context.newPage()
    const weight: Weight = { document: 0, script: 0, font: 0, image: 0, other: 0, requests: 0 }
    const measurements: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith('http')) {
        return
      }
      const measure = async () => {
        const { responseBodySize } = await request.sizes()
        weight[classify(request)] += responseBodySize / 1024
        weight.requests += 1
      }
      measurements.push(measure())
    })
    await open(page, address)
    await page.waitForLoadState('networkidle')
    await Promise.all(measurements)
    return weight
  } finally {
    await context.close()
  }
}

interface Vitals {
  /** The sum of all layout shifts until the page has been idle for `restMs` milliseconds. */
  shift: number
  /** In milliseconds, on a processor slowed down four times. 0 if no task takes over 50. */
  longest: number
}

const restMs = 2_000

const measureVitals = async (browser: Browser, address: string): Promise<Vitals> => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 360, height: 740 },
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await open(page, address)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return await page.evaluate(
      (rest) =>
        new Promise<Vitals>((done) => {
          const vitals = { shift: 0, longest: 0 }
          const startedAt = performance.now()
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              if ('value' in entry && typeof entry.value === 'number') {
                vitals.shift += entry.value
              }
            }
          }).observe({ type: 'layout-shift', buffered: true })
          new PerformanceObserver((list) => {
            for (const { startTime, duration } of list.getEntries()) {
              if (startTime > startedAt) {
                vitals.longest = Math.max(vitals.longest, duration)
              }
            }
          }).observe({ type: 'longtask', buffered: true })
          setTimeout(() => done(vitals), rest)
        }),
      restMs,
    )
  } finally {
    await context.close()
  }
}

const columns = ['document', 'script', 'font', 'image', 'other', 'requests'] as const

const formatCell = (weight: Weight, column: (typeof columns)[number], budget: Budget): string => {
  const limit = column === 'other' ? Number.POSITIVE_INFINITY : budget[column]
  const text = column === 'requests' ? String(weight.requests) : weight[column].toFixed(1)
  return `${text}${weight[column] > limit ? '!' : ' '}`.padStart(10)
}

/** A layout shift of up to 0.01 is acceptable. */
const maxShift = 0.01

/** Long tasks have no limit, because their length depends on the machine. */
const formatVitals = ({ shift, longest }: Vitals): string =>
  `${shift.toFixed(3)}${shift > maxShift ? '!' : ' '}`.padStart(10) +
  `${longest.toFixed(0)} ms`.padStart(12)

export const main = async (): Promise<void> => {
  const installed = findChromium()
  const launchOptions: LaunchOptions = { args: [...chromiumFlags] }
  if (installed) {
    launchOptions.executablePath = installed.path
  }
  const browser = await chromium.launch(launchOptions)
  const festival = await serveFestival({ LOG_LEVEL: 'debug' })
  let overBudget = 0
  try {
    // A server that has just started has compressed its pages quickly, but not well.
    while (!festival.output().includes('the pages are compressed')) {
      await pause(100)
    }
    console.log(
      `${'KiB, compressed'.padEnd(30)}${columns.map((column) => column.padStart(9).padEnd(10)).join('')}    shift   long task`,
    )
    for (const [path, budget] of pages) {
      // Both measurements mostly wait, so they run in parallel.
      const [weight, vitals] = await Promise.all([
        weighPage(browser, festival.address + path),
        measureVitals(browser, festival.address + path),
      ])
      const cells = columns.map((column) => formatCell(weight, column, budget))
      const vitalCells = formatVitals(vitals)
      overBudget += [...cells, vitalCells].filter((cell) => cell.includes('!')).length
      console.log(path.padEnd(30) + cells.join('') + vitalCells)
    }
  } finally {
    await browser.close()
    await festival.stop()
  }
  console.log(
    overBudget === 0
      ? `${pages.length} pages within their budgets`
      : `${overBudget} values over their budgets (!)`,
  )
  if (overBudget > 0) {
    process.exitCode = 1
  }
}
