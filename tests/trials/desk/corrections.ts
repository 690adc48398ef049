import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type MySubmission, mySubmissionPaths } from '../../../festival/my-submission'
import { createPrivateLink } from '../../../server/reviews/private-links'
import { auditMails } from './audit-mails'
import { registerMany, type Scene } from './scene'

const sent = '412345678901'

/** Asks for a correction of the UTR, and opens the registrant's link. */
const askRegistrant = async ({ db, verifiers, servers }: Scene, submission: string) => {
  const [verifier] = verifiers
  const reasons = [{ key: 'utr-wrong' as const }]
  await verifier.decideSurely({ id: randomUUID(), submission, version: 1, decision: 'ask-correction', reasons })
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
    const soon = <T>(act: () => Promise<T>) => pause(randomInt(3)).then(act)
    const decide = () => verifiers[1].decideSurely({ id: randomUUID(), submission, version: 2, decision: 'verify' })
    const [corrected, decided] = await Promise.all([soon(correct), soon(decide)])
    const review = await db
      .selectFrom('review')
      .select(['state', 'version', 'changed_by'])
      .where('record_id', '=', submission)
      .executeTakeFirstOrThrow()
    const { utr } = await db
      .selectFrom('EventRegistration')
      .select('utr')
      .where('id', '=', submission)
      .executeTakeFirstOrThrow()
    const statuses = [corrected.status, decided.status]
    const kept = { ...review, utr }
    const isRegistrants =
      String(statuses) === '200,409' && review.state === 'submitted' && utr === sent && review.changed_by === null
    const isVerifiers =
      String(statuses) === '409,200' && review.state === 'verified' && utr !== sent && review.changed_by !== null
    const loser = isRegistrants ? decided.body : corrected.body
    const isTold = 'current' in loser && loser.current?.state === review.state
    if ((isRegistrants || isVerifiers) && review.version === 3 && isTold)
      wins[isRegistrants ? 'registrant' : 'verifier'] += 1
    else complaints.push(`${submission}: ${JSON.stringify({ corrected, decided, kept })}`)
  }
  const mails = await auditMails(scene)
  if (mails.expected !== count + wins.verifier) complaints.push(`${mails.expected} mails were to go`)
  console.log(
    `${engine}: a correction and a decision at once ${count} times: the registrant was quicker ${wins.registrant} times, the verifier ${wins.verifier}; ${mails.delivered} mails of ${mails.expected}`,
  )
  return [...complaints, ...mails.complaints]
}
