import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'
import { findFirefox } from '../../scripts/browsers'
import { makePng } from '../support/files'
import { readMessageStates, readRegistrations, readRows } from '../support/saved'
import { type ServedFestival, serveFestival } from '../support/serve'
import { sendVisitor, until, type Visitor } from './visitor'

interface Scene {
  visitor: Visitor
  festival: ServedFestival
  /** A picture on this machine. */
  proof: string
  email: string
}

const fillRegistration = async ({ visitor, proof, email }: Scene) => {
  await visitor.fill({
    'members.0.name': 'Asha Test',
    'members.0.phone': '0123456789',
    'members.0.year': 'Final year',
    email,
    institution: 'Test Medical College',
  })
  await visitor.choose('category', 'student')
  await visitor.attach('main input[type="file"]', proof)
  await visitor.read(/proof\.png/)
}

const register = async (scene: Scene) => {
  const { visitor, festival, email } = scene
  await visitor.enter('/')
  await visitor.press('Events')
  await visitor.follow('/events?section=quizzes')
  await visitor.follow('/events/senior-quiz')
  await visitor.press('Register Now')
  await until(() => visitor.page.$('[name="members.0.name"]'))
  await fillRegistration(scene)
  await visitor.press('Submit Registration')
  const id = await visitor.read(/EVT-\d{6}/)
  const rows = readRegistrations(festival, email)
  assert.deepEqual(
    rows.map((row) => [row.registration_id, row.event_id, row.amount]),
    [[id, 'SeniorQuiz', 600]],
  )
  assert.deepEqual(readMessageStates(festival, email), ['sent'])
}

const keepForm = async (scene: Scene) => {
  const { visitor, festival, email } = scene
  const path = '/register?event=SeniorQuiz'
  await visitor.enter(path)
  await fillRegistration(scene)
  await visitor.enter(path)
  await visitor.read(/proof\.png/)
  assert.equal(await visitor.readValue('members.0.name'), 'Asha Test')
  assert.equal(await visitor.readValue('email'), email)
  await visitor.press('Submit Registration')
  await visitor.read(/EVT-\d{6}/)
  assert.equal(readRegistrations(festival, email).length, 1)
}

/** Where the browser keeps nothing, the form says so, and what was paid is saved once and confirmed all the same (5.63). */
const registerUnkept = async (scene: Scene) => {
  const { visitor, festival, email } = scene
  await visitor.enter('/register?event=SeniorQuiz')
  await fillRegistration(scene)
  await visitor.read(/Your browser cannot keep your answers/)
  await visitor.press('Submit Registration')
  const id = await visitor.read(/EVT-\d{6}/)
  assert.deepEqual(
    readRegistrations(festival, email).map((row) => row.registration_id),
    [id],
  )
}

const buyPass = async ({ visitor, festival, proof, email }: Scene) => {
  await visitor.enter('/delegate-pass')
  await visitor.choose('tier', 'magnus')
  await visitor.fill({ name: 'Asha Test', email, phone: '0123456789', institution: 'Test Medical College' })
  await visitor.press('Proceed to Payment')
  await visitor.attach('dialog input[type="file"]', proof)
  await until(() =>
    visitor.page.evaluate(() =>
      document.querySelector('dialog')?.innerText.includes('Uploaded. Now submit the registration.'),
    ),
  )
  await visitor.press('Submit Registration')
  const id = await visitor.read(/DP-\d{6}/)
  const rows = readRows(festival, 'DelegatePass', email)
  assert.deepEqual(
    rows.map((row) => [row.registration_id, row.pass_type]),
    [[id, 'magnus']],
  )
}

const askForRoom = async ({ visitor, festival, proof, email }: Scene) => {
  await visitor.enter('/accommodation')
  await visitor.fill({ name: 'Asha Test', college: 'Test Medical College', email, phone: '0123456789' })
  await visitor.fill({ arrival: '2025-10-08T16:00', departure: '2025-10-12T20:30', transaction_id: '412345678901' })
  for (const field of ['id', 'participation', 'payment']) await visitor.attach(`#field-${field}-proof-url`, proof)
  await visitor.page.type('#field-events', 'smart')
  await visitor.page.keyboard.press('Enter')
  await visitor.press('Submit Request')
  await visitor.read(/Accommodation Request Submitted/)
  const rows = readRows(festival, 'Accommodation', email)
  assert.deepEqual(
    rows.map((row) => [row.check_in, row.check_out, row.events]),
    [['2025-10-08', '2025-10-12', 'Smart AI']],
  )
}

const usual = {}
/** What forbids all cookies, and with them every store of the browser. */
const withoutStores = { 'network.cookie.cookieBehavior': 2 }

type Journey = readonly [walk: (scene: Scene) => Promise<void>, preferences?: Record<string, number>]

const journeys: Readonly<Record<string, Journey>> = {
  'from home to an event, its form, an upload and an ID': [register],
  'a form is kept over a reload, its file too': [keepForm],
  'a delegate pass, paid in its dialog': [buyPass],
  'a room with three proofs': [askForRoom],
  'an event, with cookies forbidden': [registerUnkept, withoutStores],
}

/** The window says how large a page is: an older Firefox does not know by what command puppeteer says it. */
const firefox = {
  browser: 'firefox',
  headless: true,
  defaultViewport: null,
  args: ['--width=1280', '--height=900'],
} as const

/** The main journeys in Firefox, one after the other, against the built server. A journey that fails leaves the others be. */
export const main = async (): Promise<void> => {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox. Install one, or name it by FIREFOX_PATH.')
  const festival = await serveFestival()
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-firefox-'))
  const proof = join(folder, 'proof.png')
  writeFileSync(proof, makePng({ width: 300, height: 600 }))
  const browsers = new Map<object, Browser>()
  let held = 0
  try {
    for (const [index, [title, [walk, extraPrefsFirefox = usual]]] of Object.entries(journeys).entries()) {
      const browser =
        browsers.get(extraPrefsFirefox) ??
        (await launch({ ...firefox, args: [...firefox.args], executablePath, extraPrefsFirefox }))
      browsers.set(extraPrefsFirefox, browser)
      const visitor = await sendVisitor(browser, festival.address)
      try {
        await walk({ visitor, festival, proof, email: `firefox-${index}@students.test` })
        assert.deepEqual(await visitor.leave(), [])
        held += 1
      } catch (error) {
        console.error(`${title}:`, error)
      }
    }
    const [browser] = browsers.values()
    console.log(`${await browser?.version()}: ${held} of ${Object.keys(journeys).length} journeys held`)
  } finally {
    for (const browser of browsers.values()) await browser.close()
    await festival.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (held < Object.keys(journeys).length) process.exitCode = 1
}
