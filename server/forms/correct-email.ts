import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ReviewState } from '../../festival/contract/states'
import type { FormKind } from '../../festival/forms/api'
import { isPostgres } from '../db/engines'
import { type EntryRows, entryTables, type IdempotencyKeyRow, type Tables } from '../db/schema'
import { changeReview, readReview } from '../entries/review'
import type { LeasedMessage } from '../mail/queries'
import { normalizeMailbox, saveConfirmation } from '../mail/save-message'
import type { Limit } from '../system/clock'
import { hashSecret } from '../system/secret'
import { hashBody, type SubmittedForm } from './form'
import { limitForms } from './limit-forms'

const mostCorrections = 3

/** Whoever was rejected or has withdrawn hears no more of it, and nobody else does. */
const correctable: readonly ReviewState[] = ['submitted', 'needs-correction']

/**
 * E-mails that wait say what is corrected, by the names of their fields; with another address they go there, also those that were
 * given up, and none before `notBefore`. One that is on its way is corrected for its next attempt (`endLease`).
 * @returns the hashes of the links in them
 */
export const rewriteEmails = async (
  transaction: Transaction<Tables>,
  entryId: string,
  values: Readonly<Record<string, unknown>> & { email: string },
  { hasNewAddress, notBefore }: { hasNewAddress: boolean; notBefore?: Date },
): Promise<string[]> => {
  const waiting = await transaction
    .selectFrom('message')
    .select(['id', 'payload', 'state', 'next_attempt_at'])
    .where('entry_id', '=', entryId)
    .where('state', '<>', 'sent')
    // Nobody takes one of them out, or ends an attempt, before they are corrected.
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute()
  // What else was found under an address is not known to belong to the next one.
  const next = hasNewAddress ? { ...values, others: [] } : values
  for (const { id, payload, state, next_attempt_at } of waiting) {
    const fields = Object.entries<unknown>(JSON.parse(payload))
    // One that tells an earlier address that it is one stays as it is.
    if (fields.some(([name, value]) => name === 'decision' && value === 'move')) {
      continue
    }
    const corrected = fields.map(([name, value]) => [
      name,
      next[name.replace(/^registrant_/, '')] ?? value,
    ])
    const until = notBefore?.toISOString() ?? ''
    const isRequeued = hasNewAddress && notBefore && (state === 'queued' || state === 'failed')
    await transaction
      .updateTable('message')
      .set({ payload: JSON.stringify(Object.fromEntries(corrected)) })
      .set(
        next_attempt_at < until || (hasNewAddress && notBefore) ? { next_attempt_at: until } : {},
      )
      .set(
        hasNewAddress
          ? { recipient: values.email, mailbox: normalizeMailbox(values.email), refused_at: null }
          : {},
      )
      .set(isRequeued ? { state: 'queued', last_error: null } : {})
      .where('id', '=', id)
      .execute()
  }
  // Whoever gets the attempt that is on its way has its links: they end with the address.
  const rewritten = hasNewAddress ? waiting.filter(({ state }) => state !== 'sending') : waiting
  const secrets = rewritten.flatMap(({ payload }) => [...payload.matchAll(/#([\w-]{43})/g)])
  return secrets.map(([, secret = '']) => hashSecret(secret))
}

/** Ends the links that anybody may have by an earlier address, but for some. */
export const revokeLinks = (
  transaction: Transaction<Tables>,
  entryId: string,
  keptLinkHashes: readonly string[],
) =>
  transaction
    .deleteFrom('private_link')
    .where('entry_id', '=', entryId)
    .$if(keptLinkHashes.length > 0, (query) => query.where('hash', 'not in', keptLinkHashes))
    .execute()

interface EmailCorrection<Kind extends FormKind> extends SubmittedForm<Kind> {
  /** What the key made before. */
  known: IdempotencyKeyRow
  now: Date
  /** E-mails of forms to one mailbox. */
  mailboxLimit: Limit
  leaseSeconds: number
}

/**
 * Gives a saved form another address where the mail server refuses the first one for good and nothing else of the body differs:
 * the same record, found and flagged by its new address, and a confirmation in the place of the refused one (behaviour 7.44).
 * Undefined for any other body, for the fourth correction, and once the payment is verified or the record is rejected or withdrawn.
 * @throws Error when something else changed the submission at the same moment: nothing of it may stay
 */
export const correctEmail = async <Kind extends FormKind>(
  transaction: Transaction<Tables>,
  { form, known, body, now, network, mailboxLimit, leaseSeconds }: EmailCorrection<Kind>,
): Promise<{ row: EntryRows[Kind]; message: LeasedMessage } | undefined> => {
  const { key, kind, entry_id: entryId, message_id, body_hash, email_corrections } = known
  const refused = await transaction
    .selectFrom('message')
    .select('recipient')
    .where('id', '=', message_id)
    .where('refused_at', 'is not', null)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  const review = await readReview(transaction, entryId)
  const isCorrection =
    refused && hashBody(form, { ...body, email: refused.recipient }) === body_hash
  if (!isCorrection || email_corrections >= mostCorrections || !review) {
    return undefined
  }
  if (!correctable.includes(review.state)) {
    return undefined
  }

  const id = randomUUID()
  const { state, source, version } = review
  const isFirst = await transaction
    .updateTable('idempotency_key')
    .set({
      body_hash: hashBody(form, body),
      message_id: id,
      email_corrections: email_corrections + 1,
    })
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
  const detail = { fields: 'email', version: version + 1 }
  const line = { at: now, actor: 'registrant', action: 'corrected', detail } as const
  const isChanged = await changeReview(transaction, review, { state, source, reindex: true }, line)
  if (!isFirst || !isOver || !isChanged) {
    throw new Error('The submission has changed meanwhile')
  }

  await transaction
    .updateTable(entryTables[kind])
    .set({ email: body.email })
    .where('id', '=', entryId)
    .execute()
  const { email } = body
  await revokeLinks(
    transaction,
    entryId,
    await rewriteEmails(transaction, entryId, { email }, { hasNewAddress: true }),
  )
  const row = await form.find(transaction, entryId)
  const payload = form.makePayload(row, body)
  const confirmation = { id, kind, entryId, recipient: body.email, payload, now, network }
  const history = await limitForms(transaction, form, email, mailboxLimit, now)
  return {
    row,
    message: await saveConfirmation(transaction, confirmation, history, mailboxLimit, leaseSeconds),
  }
}
