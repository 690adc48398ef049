import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ReviewState } from '../../festival/desk/states'
import type { SubmissionKind, SubmissionRow, Tables } from '../db/schema'
import type { ClaimedMessage } from '../mail/queries'
import { saveConfirmation } from '../mail/save-message'
import { saveAudit } from '../organisers/audit'
import type { Limit } from '../system/clock'
import { hashSecret } from '../system/secret'
import type { Form } from './form'
import { changeReview, readReview } from './review'

/** How often the address of one form can be corrected. */
const mostCorrections = 3

const tables = {
  registration: 'EventRegistration',
  'delegate-pass': 'DelegatePass',
  accommodation: 'Accommodation',
} as const satisfies Record<SubmissionKind, keyof Tables>

/** What tells one body that was sent under a key from another. */
export const hashBody = ({ kind, paidAs }: { kind: SubmissionKind; paidAs?: string }, body: object): string =>
  createHash('sha256')
    .update(JSON.stringify(paidAs === undefined ? [kind, body] : [kind, body, paidAs]))
    .digest('hex')

/** Whoever was rejected or has withdrawn hears no more of it, and nobody else does. */
const correctable: readonly ReviewState[] = ['submitted', 'needs-correction']

/**
 * Letters that wait go to the corrected address, and a link that anybody may have by the earlier one opens nothing any more.
 */
const moveLetters = async (transaction: Transaction<Tables>, recordId: string, email: string): Promise<void> => {
  const waiting = await transaction
    .selectFrom('message')
    .select(['id', 'payload'])
    .where('record_id', '=', recordId)
    .where('state', 'in', ['queued', 'failed'])
    .execute()
  const links: string[] = []
  for (const { id, payload } of waiting) {
    links.push(...[...payload.matchAll(/#([\w-]{43})/g)].map(([, secret = '']) => hashSecret(secret)))
    const readdressed = JSON.stringify({ ...JSON.parse(payload), email })
    await transaction
      .updateTable('message')
      .set({ recipient: email, payload: readdressed, refused_at: null })
      .where('id', '=', id)
      .execute()
  }
  await transaction
    .deleteFrom('private_link')
    .where('record_id', '=', recordId)
    .$if(links.length > 0, (query) => query.where('hash', 'not in', links))
    .execute()
}

interface EmailCorrection<Body extends { email: string }, Row> {
  form: Form<Body, Row>
  /** What the key made before. */
  submission: SubmissionRow
  body: Body
  now: Date
  network: string
  /** E-mails of forms to one mailbox. */
  mailboxLimit: Limit
  claimSeconds: number
}

/**
 * Gives a saved form another address where the mail server refuses the first one for good and nothing else of the body differs:
 * the same record, found and flagged by its new address, and a confirmation in the place of the refused one (behaviour 7.44).
 * Undefined for any other body, for the fourth correction, and once the payment is verified or the record is rejected or withdrawn.
 * @throws Error when something else changed the submission at the same moment: nothing of it may stay
 */
export const correctEmail = async <Body extends { email: string }, Row>(
  transaction: Transaction<Tables>,
  { form, submission, body, now, network, mailboxLimit, claimSeconds }: EmailCorrection<Body, Row>,
): Promise<{ row: Row; message: ClaimedMessage } | undefined> => {
  const { key, record_id: recordId, message_id, body_hash, email_corrections } = submission
  const refused = await transaction
    .selectFrom('message')
    .select('recipient')
    .where('id', '=', message_id)
    .where('refused_at', 'is not', null)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  const review = await readReview(transaction, recordId)
  const isCorrection = refused && hashBody(form, { ...body, email: refused.recipient }) === body_hash
  if (!isCorrection || email_corrections >= mostCorrections || !review) return undefined
  if (!correctable.includes(review.state)) return undefined

  const id = randomUUID()
  const { state, ground, version } = review
  const isFirst = await transaction
    .updateTable('submission')
    .set({ body_hash: hashBody(form, body), message_id: id, email_corrections: email_corrections + 1 })
    .where('key', '=', key)
    .where('body_hash', '=', body_hash)
    .returning('key')
    .executeTakeFirst()
  // An attempt at the refused address may have begun meanwhile.
  const isOver = await transaction
    .deleteFrom('message')
    .where('id', '=', message_id)
    .where('state', 'in', ['queued', 'failed'])
    .returning('id')
    .executeTakeFirst()
  const isChanged = await changeReview(transaction, review, { state, ground, changed_by: null, prepared: 0 }, now)
  if (!isFirst || !isOver || !isChanged) throw new Error('The submission has changed meanwhile')

  await transaction.updateTable(tables[form.kind]).set({ email: body.email }).where('id', '=', recordId).execute()
  await moveLetters(transaction, recordId, body.email)
  await saveAudit(transaction, {
    at: now,
    actor: 'registrant',
    action: 'corrected',
    recordId,
    detail: { fields: 'email', version: version + 1 },
  })
  const row = await form.find(transaction, recordId)
  const { kind } = form
  const payload = form.payloadOf(row, body)
  const confirmation = { id, kind, recordId, recipient: body.email, payload, now, network }
  return { row, message: await saveConfirmation(transaction, confirmation, mailboxLimit, claimSeconds) }
}
