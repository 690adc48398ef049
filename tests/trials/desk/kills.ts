import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Decided } from '../../../festival/contract/decision'
import { type Decision, isLegal, type ReviewState } from '../../../festival/contract/states'
import type { ServedFestival } from '../../support/serve'
import { auditMails, registerMany, type Scene, type Verifier } from './scene'

interface KnownEntry {
  state: ReviewState
  version: number
}

interface TrialState {
  kept: Map<string, Decided>
  undone: string[]
  entries: Map<string, KnownEntry>
  complaints: string[]
}

const wanted: readonly Decision[] = ['verify', 'reject', 'ask-correction', 'reopen', 'withdraw']
const msBetweenPresses = 40
const undoEvery = 3

const decide = async (
  trialState: TrialState,
  verifier: Verifier,
  entryId: string,
  decision: Decision,
): Promise<Decided> => {
  const known = trialState.entries.get(entryId)
  const reasons = decision === 'ask-correction' ? [{ key: 'proof-unreadable' as const }] : []
  const response = await verifier.decideWithRetry({
    id: randomUUID(),
    entryId,
    version: known?.version ?? 1,
    decision,
    reasons,
  })
  if (!('undoUntil' in response.body)) {
    throw new Error(`${decision} failed with ${response.status} ${response.body.code}`)
  }
  const { body } = response
  trialState.kept.set(body.id, body)
  trialState.entries.set(entryId, { state: body.state, version: body.version })
  return body
}

/** Undoing must work even if the server was killed after the decision. */
const undo = async (
  trialState: TrialState,
  verifier: Verifier,
  decided: Decided,
  before: ReviewState,
): Promise<void> => {
  const { status, body } = await verifier.undoWithRetry(decided.id)
  const [shown] = status === 200 ? body.entries : []
  if (shown?.state !== before) {
    trialState.complaints.push(`the undo of ${decided.id} failed with ${status}`)
  }
  trialState.kept.delete(decided.id)
  trialState.undone.push(decided.id)
  if (shown) {
    trialState.entries.set(decided.entryId, { state: shown.state, version: shown.version })
  }
}

const work = async (
  trialState: TrialState,
  verifier: Verifier,
  ids: readonly string[],
  isOpen: () => boolean,
): Promise<void> => {
  for (let turn = 0; isOpen(); turn += 1) {
    const entryId = ids[turn % ids.length] ?? ''
    const before = trialState.entries.get(entryId)?.state ?? 'submitted'
    const legal = wanted.filter((decision) => isLegal(decision, before))
    const decided = await decide(
      trialState,
      verifier,
      entryId,
      legal[randomInt(legal.length)] ?? 'verify',
    )
    if (turn % undoEvery === 0) {
      await undo(trialState, verifier, decided, before)
    }
    await pause(msBetweenPresses)
  }
}

/** Kills a server right after a decision, and undoes that decision in the next process. */
const undoOverRestart = async (
  trialState: TrialState,
  scene: Scene,
  server: ServedFestival,
  own: string,
): Promise<void> => {
  const [verifier] = scene.verifiers
  const before = trialState.entries.get(own)?.state ?? 'submitted'
  const decided = await decide(trialState, verifier, own, 'verify')
  await scene.mailbox.cutDuring(server.kill9)
  await server.restart()
  await undo(trialState, verifier, decided, before)
}

const compare = async (
  { db }: Scene,
  { kept, undone, entries, complaints }: TrialState,
): Promise<string[]> => {
  const rows = new Map(
    (await db.selectFrom('decision').selectAll().execute()).map((row) => [row.id, row]),
  )
  const reviews = await db.selectFrom('review').selectAll().execute()
  const reviewsById = new Map(reviews.map((review) => [review.entry_id, review]))
  for (const [id, { state, version }] of kept) {
    const row = rows.get(id)
    if (!row) {
      complaints.push(`${id} was confirmed and is lost`)
    } else if (row.to_state !== state || row.version !== version) {
      complaints.push(`${id} was saved as another decision`)
    }
  }
  for (const id of rows.keys()) {
    if (!kept.has(id)) {
      complaints.push(`${id} was saved without a response`)
    }
  }
  for (const id of undone) {
    if (rows.has(id)) {
      complaints.push(`${id} was undone and still exists`)
    }
  }
  for (const [id, { state, version }] of entries) {
    const review = reviewsById.get(id)
    if (review?.state !== state || review.version !== version) {
      complaints.push(`the state of ${id} differs from the response`)
    }
  }
  return complaints
}

/**
 * Kills servers with SIGKILL while verifiers decide and undo, then while e-mails are sent. Each
 * decision must be saved once and e-mailed once, and another process must be able to undo a
 * decision (behaviours 14.11 and 14.12).
 */
export const runKills = async (scene: Scene, kills: number): Promise<string[]> => {
  const trialState: TrialState = { kept: new Map(), undone: [], entries: new Map(), complaints: [] }
  const [own = '', ...ids] = await registerMany(scene, 41)
  const { servers, verifiers, mailbox, clock, engine } = scene
  const underMail = Math.floor(kills / 4)
  let isOpen = true
  const killing = async () => {
    for (let kill = 0; kill < kills - underMail; kill += 1) {
      await pause(randomInt(100, 600))
      const server = servers[kill % servers.length]
      if (server) {
        await undoOverRestart(trialState, scene, server, own)
      }
    }
    isOpen = false
  }
  const workers = verifiers.flatMap((verifier, who) =>
    [0, 1].map((half) =>
      work(
        trialState,
        verifier,
        ids.filter((_, index) => index % 4 === who * 2 + half),
        () => isOpen,
      ),
    ),
  )
  try {
    await Promise.all([killing(), ...workers])
  } finally {
    isOpen = false
  }
  clock.setOffset(70)
  for (let kill = 0; kill < underMail; kill += 1) {
    await pause(randomInt(50, 400))
    const server = servers[kill % servers.length]
    if (server) {
      await mailbox.cutDuring(server.kill9).then(() => server.restart())
    }
  }
  const mails = await auditMails(scene)
  const complaints = [...(await compare(scene, trialState)), ...mails.complaints]
  const { kept, undone } = trialState
  console.log(
    `${engine}: ${kills} kills (${underMail} while e-mails were sent):`,
    `${kept.size} decisions confirmed,`,
    `${undone.length} undone (${kills - underMail} of them after a restart);`,
    `${mails.delivered} of ${mails.expected} e-mails delivered, ${mails.resentCount} resent`,
  )
  return complaints
}
