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
  /** The path of a picture on this machine. */
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

/**
 * Without storage, the form warns the visitor, and the server still saves the paid entry once
 * (5.63).
 */
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
  preferences: Record<string, number>
}

const journeys: readonly Journey[] = [
  {
    title: 'registers for an event and keeps the form and its file over a reload',
    walk: register,
    preferences: {},
  },
  // Blocking all cookies disables all storage too.
  {
    title: 'registers for an event without cookies',
    walk: registerWithoutStorage,
    preferences: { 'network.cookie.cookieBehavior': 2 },
  },
]

/** Sets the window size, because older Firefox versions lack Puppeteer's viewport command. */
const firefox: LaunchOptions = {
  browser: 'firefox',
  headless: true,
  defaultViewport: null,
  args: ['--width=1280', '--height=900'],
}

/**
 * Runs each journey in Firefox against the built server, even if a previous journey failed.
 */
export const main = async (): Promise<void> => {
  const executablePath = findFirefox()
  if (!executablePath) {
    throw new Error('Firefox was not found. Install it, or set FIREFOX_PATH.')
  }
  const festival = await serveFestival()
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-firefox-'))
  const proof = join(folder, 'proof.png')
  writeFileSync(proof, makePng({ width: 300, height: 600 }))
  let passed = 0
  try {
    for (const [index, { title, walk, preferences }] of journeys.entries()) {
      const browser = await launch({ ...firefox, executablePath, extraPrefsFirefox: preferences })
      try {
        const visitor = await openVisitor(browser, festival.address)
        await walk({ visitor, festival, proof, email: `firefox-${index}@students.test` })
        assert.deepEqual(await visitor.leave(), [])
        passed += 1
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
  console.log(`${passed} of ${journeys.length} journeys passed`)
  if (passed < journeys.length) {
    process.exitCode = 1
  }
}
