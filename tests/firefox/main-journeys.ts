import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LaunchOptions, launch } from 'puppeteer-core'
import { findFirefox } from '../../scripts/browsers'
import { makePng } from '../support/files'
import { readMessageStates, readRegistrations } from '../support/saved'
import { type ServedFestival, serveFestival } from '../support/serve'
import { openVisitor, until, type Visitor } from './visitor'

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
  await visitor.enter('/register?event=SeniorQuiz')
  await visitor.read(/proof\.png/)
  await visitor.press('Submit Registration')
  const id = await visitor.read(/EVT-\d{6}/)
  const rows = readRegistrations(festival, email)
  assert.deepEqual(
    rows.map((row) => [row.registration_id, row.name, row.event_id, row.amount]),
    [[id, 'Asha Test', 'SeniorQuiz', 600]],
  )
  assert.deepEqual(readMessageStates(festival, email), ['sent'])
}

/** Where the browser keeps nothing, the form says so, and what was paid is saved once and confirmed all the same (5.63). */
const registerWithoutStorage = async (scene: Scene) => {
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

interface Journey {
  title: string
  walk: (scene: Scene) => Promise<void>
  /** Of the browser. */
  preferences: Record<string, number>
}

const journeys: readonly Journey[] = [
  {
    title: 'from home to an event, its form, which is kept over a reload with its file, and an ID',
    walk: register,
    preferences: {},
  },
  // What forbids all cookies, and with them every store of the browser.
  {
    title: 'an event, with cookies forbidden',
    walk: registerWithoutStorage,
    preferences: { 'network.cookie.cookieBehavior': 2 },
  },
]

/** The window says how large a page is: an older Firefox does not know by what command puppeteer says it. */
const firefox: LaunchOptions = {
  browser: 'firefox',
  headless: true,
  defaultViewport: null,
  args: ['--width=1280', '--height=900'],
}

/** The main journey in Firefox, with its stores and without, against the built server. One that fails leaves the other be. */
export const main = async (): Promise<void> => {
  const executablePath = findFirefox()
  if (!executablePath) {
    throw new Error('There is no Firefox. Install one, or name it by FIREFOX_PATH.')
  }
  const festival = await serveFestival()
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-firefox-'))
  const proof = join(folder, 'proof.png')
  writeFileSync(proof, makePng({ width: 300, height: 600 }))
  let held = 0
  try {
    for (const [index, { title, walk, preferences }] of journeys.entries()) {
      const browser = await launch({ ...firefox, executablePath, extraPrefsFirefox: preferences })
      try {
        const visitor = await openVisitor(browser, festival.address)
        await walk({ visitor, festival, proof, email: `firefox-${index}@students.test` })
        assert.deepEqual(await visitor.leave(), [])
        held += 1
      } catch (error) {
        console.error(`${title}:`, error)
      } finally {
        await browser.close()
      }
    }
  } finally {
    await festival.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`${held} of ${journeys.length} journeys held`)
  if (held < journeys.length) {
    process.exitCode = 1
  }
}
