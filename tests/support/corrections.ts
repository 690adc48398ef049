import { randomUUID } from 'node:crypto'
import type { GivenReason } from '../../festival/desk/decision'
import { findSecret, readNewestLetter } from './organisers'
import type { TestApp } from './test-app'

/** The one submission that a test has made. */
export const findOnlyRecord = async ({ db }: TestApp): Promise<string> =>
  (await db.selectFrom('review').select('record_id').executeTakeFirstOrThrow()).record_id

/** An organiser asks for a correction of the one submission that there is. */
export const askForCorrection = async (festival: TestApp, reasons: GivenReason[], note = ''): Promise<void> => {
  const { db } = festival
  const recordId = await findOnlyRecord(festival)
  const review = await db.selectFrom('review').selectAll().where('record_id', '=', recordId).executeTakeFirstOrThrow()
  const version = review.version + 1
  await db
    .updateTable('review')
    .set({ state: 'needs-correction', version, changed_by: 'ravi@college.test' })
    .where('record_id', '=', recordId)
    .execute()
  await db
    .insertInto('decision')
    .values({
      id: randomUUID(),
      batch_id: null,
      record_id: recordId,
      actor: 'ravi@college.test',
      decided_at: festival.now.toISOString(),
      decision: 'ask-correction',
      from_state: review.state,
      from_ground: null,
      to_state: 'needs-correction',
      ground: null,
      version,
      reasons: JSON.stringify(reasons),
      note,
      message_id: null,
    })
    .execute()
}

/** Asks "Did it arrive?" and gives the secret of the link that comes; empty where none does. */
export const askForSecret = async (festival: TestApp, id: string, email = 'asha@college.test'): Promise<string> => {
  await festival.post('/api/my-submission/links', { id, email })
  return findSecret(await readNewestLetter(festival, email))
}
