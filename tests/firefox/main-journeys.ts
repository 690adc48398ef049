import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import { findFirefox } from '../../scripts/browsers'
import { makePng } from '../support/files'
import { readMessageStates, readRegistrations, readRows } from '../support/saved'
import { type ServedFestival, serveFestival } from '../support/serve'
import { sendVisitor, type Visitor } from './visitor'

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
  await visitor.page.waitForSelector('[name="members.0.name"]')
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
  assert.equal(await visitor.valueOf('members.0.name'), 'Asha Test')
  assert.equal(await visitor.valueOf('email'), email)
  await visitor.press('Submit Registration')
  await visitor.read(/EVT-\d{6}/)
  assert.equal(readRegistrations(festival, email).length, 1)
}

const buyPass = async ({ visitor, festival, proof, email }: Scene) => {
  await visitor.enter('/delegate-pass')
  await visitor.choose('tier', 'magnus')
  await visitor.fill({ name: 'Asha Test', email, phone: '0123456789', institution: 'Test Medical College' })
  await visitor.press('Proceed to Payment')
  await visitor.attach('dialog input[type="file"]', proof)
  await visitor.page.waitForFunction(() =>
    document.querySelector('dialog')?.innerText.includes('Uploaded. Now submit the registration.'),
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

const journeys = {
  'from home to an event, its form, an upload and an ID': register,
  'a form is kept over a reload, its file too': keepForm,
  'a delegate pass, paid in its dialog': buyPass,
  'a room with three proofs': askForRoom,
}

/** The main journeys in Firefox, one after the other, against the built server. A journey that fails leaves the others be. */
export const main = async (): Promise<void> => {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox. Install one, or name it by FIREFOX_PATH.')
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  const festival = await serveFestival().catch(async (error: unknown) => {
    await browser.close()
    throw error
  })
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-firefox-'))
  const proof = join(folder, 'proof.png')
  writeFileSync(proof, makePng({ width: 300, height: 600 }))
  let held = 0
  try {
    for (const [index, [title, walk]] of Object.entries(journeys).entries()) {
      const visitor = await sendVisitor(browser, festival.address)
      try {
        await walk({ visitor, festival, proof, email: `firefox-${index}@students.test` })
        assert.deepEqual(await visitor.leave(), [])
        held += 1
      } catch (error) {
        console.error(`${title}:`, error)
      }
    }
    console.log(`${await browser.version()}: ${held} of ${Object.keys(journeys).length} journeys held`)
  } finally {
    await browser.close()
    await festival.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (held < Object.keys(journeys).length) process.exitCode = 1
}
