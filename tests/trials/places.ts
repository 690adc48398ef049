import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DecideOne } from '../../festival/contract/decision'
import { waitForMail } from './audit'
import { killInTurn, runOnEngines, type Scene } from './desk/scene'
import { readOptions, report } from './harness'
import { attempt, makeParticipant } from './participant'

const places = 50
const morePlaces = 10
const clients = 8
const processes = 3

const limitPlaces = async ({ db }: Scene, version: number, limit: number): Promise<void> => {
  const json = JSON.stringify({ subjects: { SeniorQuiz: { places: limit } } })
  const save = { version, json, changes: '[]', organiser: 'asha@organisers.test' }
  await db
    .insertInto('festival_state')
    .values({ ...save, at: new Date().toISOString() })
    .execute()
}

/**
 * Sets the limit after a tenth of the forms. Over the next few seconds, one process after the other
 * notices it.
 */
const register = async (scene: Scene, forms: number): Promise<void> => {
  const { servers } = scene
  const waiting = Array.from({ length: forms }, (_none, number) => makeParticipant(number))
  const registerNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (waiting.length === Math.floor(forms * 0.9)) {
        await limitPlaces(scene, 1, places)
      }
      const address = servers[next.number % servers.length]?.address ?? ''
      while ((await attempt(address, next)) === 'cut') {
        await pause(50)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, registerNext))
}

const readEntries = ({ db }: Scene) =>
  db.selectFrom('review').selectAll().orderBy('arrival').execute()

const decideAll = async (
  { verifiers }: Scene,
  entries: readonly { entry_id: string; version: number }[],
  verdict: Pick<DecideOne, 'decision'> & Partial<DecideOne>,
  complaints: string[],
): Promise<void> => {
  const [first, second] = verifiers
  const decide = async (verifier: typeof first, start: number) => {
    for (let index = start; index < entries.length; index += 2) {
      const { entry_id: entryId, version } = entries[index] ?? { entry_id: '', version: 0 }
      const press = { id: randomUUID(), entryId, version, ...verdict }
      const { status } = await verifier.decideWithRetry(press)
      if (status !== 200) {
        complaints.push(`${verdict.decision} got ${status}`)
      }
    }
  }
  await Promise.all([decide(first, 0), decide(second, 1)])
}

const withKills = async (scene: Scene, kills: number, work: () => Promise<void>) => {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  await Promise.all([killInTurn(scene, kills, { from: 300, to: 1_500 }, () => isDone), working])
}

/** Waits until the undo minute is over, the lists have settled and all e-mails are sent. */
const settle = async ({ db, clock }: Scene, offset: number): Promise<void> => {
  clock.setOffset(offset)
  await pause(8_000)
  await waitForMail(db)
}

const findMoved = async ({ db }: Scene): Promise<string[]> => {
  const lines = db.selectFrom('audit_line').select('entry_id').where('action', '=', 'moved-up')
  return (await lines.execute()).flatMap(({ entry_id }) => entry_id ?? [])
}

const checkMails = async (scene: Scene, moved: readonly string[], complaints: string[]) => {
  const { db } = scene
  const decisions = await db.selectFrom('decision').select('message_id').execute()
  const byDecision = new Set(decisions.map(({ message_id }) => message_id))
  const messages = await db
    .selectFrom('message')
    .selectAll()
    .where('kind', '=', 'decision')
    .execute()
  const others = messages.filter(({ id }) => !byDecision.has(id))
  if (new Set(moved).size !== moved.length) {
    complaints.push('an entry moved up twice')
  }
  if (
    others
      .map(({ entry_id }) => entry_id)
      .sort()
      .join() !== [...moved].sort().join()
  ) {
    complaints.push(`${moved.length} entries moved up, ${others.length} e-mails say so`)
  }
}

const runKills = async (scene: Scene, forms: number, kills: number): Promise<string[]> => {
  const complaints: string[] = []
  await withKills(scene, kills, () => register(scene, forms))
  await pause(5_000)
  const entries = await readEntries(scene)
  const numbers = entries.map(({ arrival }) => arrival)
  if (numbers.some((number, index) => number !== index + 1) || entries.length !== forms) {
    complaints.push(`${forms} forms were sent, and the numbers are ${numbers.join(' ')}`)
  }
  const verified = entries.slice(0, 2 * places)
  await decideAll(scene, verified, { decision: 'verify', source: 'picture' }, complaints)
  await settle(scene, 120)
  const waiting = await readEntries(scene)
  const withdrawn = waiting.filter((_entry, index) => index < places && index % 3 === 0)
  await withKills(scene, kills, async () => {
    await decideAll(scene, withdrawn, { decision: 'withdraw' }, complaints)
    await limitPlaces(scene, 2, places + morePlaces)
    await settle(scene, 240)
  })
  const moved = await findMoved(scene)
  const placed = (await readEntries(scene)).filter(
    ({ state, waitlist }) => state === 'verified' && waitlist === null,
  )
  if (placed.length !== places + morePlaces || moved.length !== withdrawn.length + morePlaces) {
    complaints.push(`${placed.length} have a place, and ${moved.length} moved up`)
  }
  await checkMails(scene, moved, complaints)
  console.log(
    `${scene.engine}: ${forms} numbers, ${placed.length} placed, ${moved.length} moved up`,
  )
  return complaints
}

/**
 * `npm run trial:places [-- --forms 1000 --kills 10 --engine sqlite|postgres]`: eight clients send
 * forms for 50 places while servers are killed with SIGKILL. Then some withdraw, and ten places are
 * added. Each entry must get one number, and each entry that moves up must get one e-mail.
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = { forms: 1_000, kills: 10, engine: 'sqlite,postgres' }
  const { engine: engines, forms, kills } = readOptions(args, defaults)
  const complaints = await runOnEngines(
    engines,
    (scene) => runKills(scene, forms, kills),
    processes,
  )
  report('killing servers while limited places fill', complaints)
}
