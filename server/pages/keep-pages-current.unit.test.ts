import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveState } from '../../festival/live/state'
import { buildTestSite, type TestSite, testAddress } from '../../tests/support/test-site'
import { keepPagesCurrent, type Renderer } from './keep-pages-current'
import { loadSite, type Site } from './site'

let folder: TestSite
let site: Site
beforeEach(async () => {
  folder = await buildTestSite()
  const loaded = await loadSite(folder.folder, testAddress)
  if (!loaded) {
    throw new Error('The small site was not found')
  }
  site = loaded
})
afterEach(() => folder.remove())

const version = (number: number): LiveState => ({
  epoch: '',
  version: number,
  state: { subjects: {} },
  ends: { tiers: [], rooms: undefined, lastDay: '2025-10-12' },
  opened: {},
})
const read = (path: string, query = '') => new TextDecoder().decode(site.find(path, query)?.plain)

const start = (
  first: LiveState,
  renderPage: Renderer['renderPage'],
  { isPublic } = { isPublic: true },
) => {
  let live = first
  let listen = (_live: LiveState) => {}
  const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const failedPages = new Set<string>()
  const state = {
    snapshot: () => ({ live }),
    onChange: (listener: typeof listen) => (listen = listener),
    failedPages,
  }
  const started = keepPagesCurrent({
    site: { ...site, isPublic },
    renderer: { renderPage },
    state,
    clock: () => new Date(0),
    log,
  })
  const change = (next: LiveState) => {
    live = next
    listen(next)
  }
  /** Sets the same state as a new object, as when a process reads the table again. */
  const readAgain = () => {
    live = { ...live }
  }
  return { started, failedPages, change, readAgain, log }
}
const write: Renderer['renderPage'] = async ({ address, document, live }) =>
  `${document}${address} ${live.version}`

test('serves pages as built until the first change, then rendered in all encodings (16.8)', async () => {
  const built = read('/')
  const { change, started } = start(version(0), write)
  await started
  expect(read('/')).toBe(built)
  const hash = site.find('/', '')?.hash
  change(version(1))
  await vi.waitFor(() =>
    expect(read('/register', 'event=JuniorQuiz')).toMatch(/\/register\?event=JuniorQuiz 1$/),
  )
  expect(read('/')).toBe(`${built}/ 1`)
  expect(read('/events/quiz-for-seniors')).toMatch(/\/events\/senior-quiz 1$/)
  const { encoded, hash: newHash } = site.find('/', '') ?? {}
  expect(brotliDecompressSync(encoded?.br ?? '').toString()).toBe(read('/'))
  expect(gunzipSync(encoded?.gzip ?? '').toString()).toBe(read('/'))
  expect(newHash).not.toBe(hash)
  change(version(2))
  await vi.waitFor(() => expect(read('/')).toBe(`${built}/ 2`))
})

test('serves the current state from the first response after a start (16.8)', async () => {
  const { started } = start(version(3), write)
  await started
  expect(read('/register')).toMatch(/\/register\?event=SeniorQuiz 3$/)
})

test('keeps and reports a page that cannot be rendered, and renders the others (16.8)', async () => {
  const built = read('/events/senior-quiz')
  const { change, failedPages, log } = start(version(0), (page) =>
    page.address === '/events/senior-quiz' && page.live.version < 3
      ? Promise.reject(new Error('no'))
      : write(page),
  )
  change(version(2))
  await vi.waitFor(() => expect(log.info).toHaveBeenCalled())
  expect([[...failedPages], read('/events/senior-quiz')]).toEqual([['/events/senior-quiz'], built])
  expect(read('/')).toMatch(/\/ 2$/)
  change(version(3))
  await vi.waitFor(() => expect(failedPages.size).toBe(0))
})

test('finishes rendering even if the same state is read again (16.8)', async () => {
  const { change, readAgain, log } = start(version(0), write)
  change(version(1))
  readAgain()
  await vi.waitFor(() => expect(log.info).toHaveBeenCalled())
  expect(read('/')).toMatch(/\/ 1$/)
})

test('never replaces a page with one from an earlier state (16.8)', async () => {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  const { change, log } = start(version(0), async (page) => {
    if (page.live.version === 1) {
      await held
    }
    return write(page)
  })
  change(version(1))
  change(version(2))
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
  letGo()
  await new Promise((done) => setTimeout(done, 50))
  expect(read('/')).toMatch(/\/ 2$/)
  expect(log.info).toHaveBeenCalledTimes(1)
})

test('uses the better compression only for the newest pages (16.8)', async () => {
  const { change, log } = start(version(0), write)
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalled())
  log.info.mockImplementationOnce(() => change(version(2)))
  change(version(1))
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalledTimes(3))
  expect(read('/')).toMatch(/\/ 2$/)
  const { encoded } = site.find('/', '') ?? {}
  expect(brotliDecompressSync(encoded?.br ?? '').toString()).toBe(read('/'))
})

test('renders the pages when a server starts at a private address (20.2)', async () => {
  const { started } = start(version(0), write, { isPublic: false })
  await started
  expect(read('/')).toMatch(/\/ 0$/)
})

test('does not report a page that only an outdated state could not render (16.8)', async () => {
  let failOutdated = () => {}
  const failure = new Promise<never>((_, reject) => {
    failOutdated = () => reject(new Error('no'))
  })
  const { change, failedPages, log } = start(version(0), (page) =>
    page.live.version === 1 ? failure : write(page),
  )
  change(version(1))
  change(version(2))
  await vi.waitFor(() => expect(log.info).toHaveBeenCalled())
  failOutdated()
  await new Promise((done) => setTimeout(done, 50))
  expect([...failedPages]).toEqual([])
  expect(log.error).not.toHaveBeenCalled()
})

test('renders pages again when the level of an event changes (18.9)', async () => {
  const { change } = start(
    version(1),
    async ({ address, document, live }) =>
      `${document}${address} ${live.places?.SeniorQuiz?.level}`,
  )
  change({ ...version(1), places: { SeniorQuiz: { level: 'few', left: 3 } } })
  await vi.waitFor(() => expect(read('/')).toMatch(/\/ few$/))
  change({ ...version(1), places: { SeniorQuiz: { level: 'full', left: 0 } } })
  await vi.waitFor(() => expect(read('/')).toMatch(/\/ full$/))
})
