import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Decision } from '../../../festival/desk/states'
import { type MySubmission, mySubmissionPaths } from '../../../festival/my-submission'
import { createPrivateLink } from '../../../server/reviews/private-links'
import { auditMails, registerMany, type Said, type Scene } from './scene'

/** Either may come a little sooner; most come at the same millisecond. */
const soon = <T>(act: () => Promise<T>) => pause(randomInt(3)).then(act)

const readReview = ({ db }: Scene, submission: string) =>
  db
    .selectFrom('review')
    .select(['state', 'version', 'changed_by'])
    .where('record_id', '=', submission)
    .executeTakeFirstOrThrow()

/** What the two want of the same record; they never want the same. */
const wishes: readonly (readonly [Decision, Decision])[] = [
  ['verify', 'reject'],
  ['withdraw', 'verify'],
  ['reject', 'withdraw'],
]
const states: Partial<Record<Decision, string>> = { verify: 'verified', reject: 'rejected', withdraw: 'withdrawn' }

/** Whether the loser was told who was quicker, and how the record stands now. */
const isTold = ({ status, body }: Said, by: string, state: string | undefined): boolean =>
  status === 409 &&
  'code' in body &&
  body.code === 'stale' &&
  body.current?.by === by &&
  body.current.state === state &&
  body.current.version === 2

/**
 * Two verifiers decide about one record at once, so many times, and want different things. One is taken, the other hears 409 with
 * who and what; in the tables stands what the one was told, and one mail goes (behaviour 14.11).
 */
export const tryRaces = async (scene: Scene, count: number): Promise<string[]> => {
  const { db, verifiers } = scene
  const complaints: string[] = []
  const wins = [0, 0]
  for (const [round, submission] of (await registerMany(scene, count)).entries()) {
    const pair = wishes[round % wishes.length] ?? ['verify', 'reject']
    const said = await Promise.all(
      verifiers.map((verifier, who) =>
        soon(() =>
          verifier.decideSurely({ id: randomUUID(), submission, version: 1, decision: pair[who === 0 ? 0 : 1] }),
        ),
      ),
    )
    const winner = said[0]?.status === 200 ? 0 : 1
    const [taken, refused] = [said[winner], said[1 - winner]]
    const state = states[pair[winner]]
    const by = verifiers[winner].email
    wins[winner] = (wins[winner] ?? 0) + 1
    const review = await readReview(scene, submission)
    const rows = await db.selectFrom('decision').select(['id', 'actor']).where('record_id', '=', submission).execute()
    const isKept = review.state === state && review.version === 2 && review.changed_by === by && rows.length === 1
    if (taken?.status !== 200 || !refused || !isTold(refused, by, state) || !isKept)
      complaints.push(`${submission}: told ${JSON.stringify(said)}, kept ${JSON.stringify({ review, rows })}`)
  }
  const mails = await auditMails(scene)
  if (mails.expected !== count) complaints.push(`${mails.expected} decisions are to be told, of ${count}`)
  console.log(
    `${scene.engine}: two verifiers at once ${count} times: the first was quicker ${wins[0]} times, the second ${wins[1]}; ${mails.delivered} mails of ${mails.expected}`,
  )
  return [...complaints, ...mails.complaints]
}

const sent = '412345678901'

/** Asks for a correction of the UTR, and opens the registrant's link. */
const askRegistrant = async ({ db, verifiers, servers }: Scene, submission: string) => {
  const reasons = [{ key: 'utr-wrong' as const }]
  await verifiers[0].decideSurely({ id: randomUUID(), submission, version: 1, decision: 'ask-correction', reasons })
  const link = await createPrivateLink(db, submission, 'correction', new Date(), '')
  const secret = link.split('#')[1] ?? ''
  return async () => {
    const answer = await fetch(`${servers[0]?.address}${mySubmissionPaths.correct}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret, version: 2, fields: { utr: sent } }),
    })
    const body: MySubmission | { code: string; current?: { state: string } } = await answer.json()
    return { status: answer.status, body }
  }
}

/**
 * A registrant's correction and a verifier's decision at the same moment, so many times: one is taken whole and the other hears 409
 * with how the submission stands; never half of each (behaviours 14.11 and 14.44).
 */
export const tryCorrections = async (scene: Scene, count: number): Promise<string[]> => {
  const { db, engine, verifiers } = scene
  const complaints: string[] = []
  const wins = { registrant: 0, verifier: 0 }
  for (const submission of await registerMany(scene, count)) {
    const correct = await askRegistrant(scene, submission)
    const decide = () => verifiers[1].decideSurely({ id: randomUUID(), submission, version: 2, decision: 'verify' })
    const [corrected, decided] = await Promise.all([soon(correct), soon(decide)])
    const review = await readReview(scene, submission)
    const registrations = db.selectFrom('EventRegistration').select('utr').where('id', '=', submission)
    const { utr } = await registrations.executeTakeFirstOrThrow()
    const statuses = String([corrected.status, decided.status])
    const isRegistrants =
      statuses === '200,409' && review.state === 'submitted' && utr === sent && review.changed_by === null
    const isVerifiers =
      statuses === '409,200' && review.state === 'verified' && utr !== sent && review.changed_by !== null
    const loser = isRegistrants ? decided.body : corrected.body
    const isTold = 'current' in loser && loser.current?.state === review.state
    if ((isRegistrants || isVerifiers) && review.version === 3 && isTold)
      wins[isRegistrants ? 'registrant' : 'verifier'] += 1
    else complaints.push(`${submission}: ${JSON.stringify({ corrected, decided, review, utr })}`)
  }
  const mails = await auditMails(scene)
  // A decision cancels the request for a correction that has not gone yet (14.101).
  if (mails.expected !== count) complaints.push(`${mails.expected} mails were to go`)
  console.log(
    `${engine}: a correction and a decision at once ${count} times: the registrant was quicker ${wins.registrant} times, the verifier ${wins.verifier}; ${mails.delivered} mails of ${mails.expected}`,
  )
  return [...complaints, ...mails.complaints]
}
