import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { GivenReason } from '../../festival/contract/decision'
import type { Tables } from '../../server/db/schema'
import { transact } from '../../server/db/transact'
import type { DecisionOutcome } from '../../server/decisions/apply-decision'
import { decide, type NewDecision } from '../../server/decisions/decide'
import { readReview } from '../../server/entries/review'
import { findSecret, organisers, readEmailTo } from './organisers'
import type { TestApp } from './test-app'

export const findOnlyEntry = async ({ db }: TestApp): Promise<string> =>
  (await db.selectFrom('review').select('entry_id').executeTakeFirstOrThrow()).entry_id

export const decideWithin = async (
  { config, now }: TestApp,
  transaction: Transaction<Tables>,
  entryId: string,
  decision: Pick<NewDecision, 'decision'> & Partial<NewDecision>,
): Promise<DecisionOutcome> => {
  const version = (await readReview(transaction, entryId))?.version ?? 0
  const usual = {
    id: randomUUID(),
    actor: organisers.verifier,
    source: 'picture',
    reasons: [],
    note: '',
  } as const
  return decide(
    transaction,
    { ...usual, entryId, version, now, ...decision },
    { publicUrl: config.publicUrl, listCancelled: () => [] },
  )
}

/** Requests a correction, by default of the only entry. */
export const askForCorrection = async (
  festival: TestApp,
  reasons: GivenReason[],
  note = '',
  givenId?: string,
): Promise<void> => {
  const entryId = givenId ?? (await findOnlyEntry(festival))
  const outcome = await transact(festival.db, (transaction) =>
    decideWithin(festival, transaction, entryId, { decision: 'ask-correction', reasons, note }),
  )
  if (outcome.is !== 'taken') {
    throw new Error(`The correction request failed: ${outcome.is}`)
  }
}

/** Returns the secret in the e-mailed link, or '' if there is no e-mail. */
export const askForSecret = async (
  festival: TestApp,
  id: string,
  email = 'asha@college.test',
): Promise<string> => {
  const ask = () => festival.post('/api/my-submission/links', { id, email })
  return findSecret(await readEmailTo(festival, ask, email))
}
