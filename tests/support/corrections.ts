import { randomUUID } from 'node:crypto'
import type { GivenReason } from '../../festival/desk/decision'
import { transact } from '../../server/db/transact'
import { decide } from '../../server/reviews/decide'
import { readReview } from '../../server/reviews/review'
import { findSecret, organisers, readNewestLetter } from './organisers'
import type { TestApp } from './test-app'

/** The one submission that a test has made. */
export const findOnlyRecord = async ({ db }: TestApp): Promise<string> =>
  (await db.selectFrom('review').select('record_id').executeTakeFirstOrThrow()).record_id

/** An organiser asks for a correction of the one submission that there is. */
export const askForCorrection = async (festival: TestApp, reasons: GivenReason[], note = ''): Promise<void> => {
  const { db, config, now } = festival
  const recordId = await findOnlyRecord(festival)
  const review = await readReview(db, recordId)
  const outcome = await transact(db, (transaction) =>
    decide(
      transaction,
      {
        id: randomUUID(),
        recordId,
        version: review?.version ?? 0,
        actor: organisers.verifier,
        decision: 'ask-correction',
        ground: 'picture',
        reasons,
        note,
        now,
      },
      { publicUrl: config.publicUrl, mailboxLimit: config.limits.sender },
    ),
  )
  if (outcome.is !== 'taken') throw new Error(`The correction could not be asked for: ${outcome.is}`)
}

/** Asks "Did it arrive?" and gives the secret of the link that comes; empty where none does. */
export const askForSecret = async (festival: TestApp, id: string, email = 'asha@college.test'): Promise<string> => {
  await festival.post('/api/my-submission/links', { id, email })
  return findSecret(await readNewestLetter(festival, email))
}
