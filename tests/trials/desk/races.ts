import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Decision } from '../../../festival/desk/states'
import { auditMails } from './audit-mails'
import { registerMany, type Scene } from './scene'
import type { Said } from './verifier'

/** What the two want of the same record; they never want the same. */
const wishes: readonly (readonly [Decision, Decision])[] = [
  ['verify', 'reject'],
  ['withdraw', 'verify'],
  ['reject', 'withdraw'],
]
const states = { verify: 'verified', reject: 'rejected', withdraw: 'withdrawn' } as const

/** Whether the loser was told who was quicker, and how the record stands now. */
const isTold = ({ status, body }: Said, by: string, state: string): boolean =>
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
  const ids = await registerMany(scene, count)
  const wins = [0, 0]
  for (const [round, submission] of ids.entries()) {
    const pair = wishes[round % wishes.length] ?? ['verify', 'reject']
    const said = await Promise.all(
      verifiers.map(async (verifier, who) => {
        // Either may come a little sooner; most come at the same millisecond.
        await pause(randomInt(3))
        return verifier.decideSurely({ id: randomUUID(), submission, version: 1, decision: pair[who === 0 ? 0 : 1] })
      }),
    )
    const winner = said.findIndex(({ status }) => status === 200)
    const [taken, refused] = [said[winner], said[1 - winner]]
    const decision = pair[winner === 0 ? 0 : 1]
    const state = decision in states ? states[decision as keyof typeof states] : ''
    const by = verifiers[winner === 0 ? 0 : 1].email
    if (!taken || !refused || !isTold(refused, by, state)) {
      complaints.push(`${submission}: ${JSON.stringify(said)}`)
      continue
    }
    wins[winner] = (wins[winner] ?? 0) + 1
    const review = await db
      .selectFrom('review')
      .select(['state', 'version', 'changed_by'])
      .where('record_id', '=', submission)
      .executeTakeFirstOrThrow()
    const rows = await db.selectFrom('decision').select(['id', 'actor']).where('record_id', '=', submission).execute()
    if (review.state !== state || review.version !== 2 || review.changed_by !== by || rows.length !== 1)
      complaints.push(`${submission}: told ${state} by ${by}, kept ${JSON.stringify({ review, rows })}`)
  }
  const mails = await auditMails(scene)
  if (mails.expected !== count) complaints.push(`${mails.expected} decisions are to be told, of ${count}`)
  console.log(
    `${scene.engine}: two verifiers at once ${count} times: the first was quicker ${wins[0]} times, the second ${wins[1]}; ${mails.delivered} mails of ${mails.expected}`,
  )
  return [...complaints, ...mails.complaints]
}
