import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ReviewState } from '../../festival/contract/states'
import type { FormKind } from '../../festival/forms/api'
import { isPostgres } from '../db/engines'
import {
  type EntryRows,
  entryTables,
  type IdempotencyKeyRow,
  type MessageRow,
  type Tables,
} from '../db/schema'
import { changeReview, readReview } from '../entries/review'
import type { LeasedMessage } from '../mail/queries'
import { normalizeMailbox, saveConfirmation } from '../mail/save-message'
import type { Limit } from '../system/clock'
import { hashSecret } from '../system/secret'
import { hashBody, type SubmittedForm } from './form'
import { limitForms } from './limit-forms'

const mostCorrections = 3

/**
 * Rejected and withdrawn participants receive no further e-mails, so their address is not
 * corrected.
 */
const correctable: readonly ReviewState[] = ['submitted', 'needs-correction']

/**
 * Corrects the unsent e-mails of an entry by field name. If the address is new, all unsent e-mails
 * go there, including abandoned ones, but not before `notBefore`. An e-mail that is being sent is
 * corrected for its next attempt (see `endLease`).
 * @returns the hashes of the private links that remain valid
 */
export const rewriteEmails = async (
  transaction: Transaction<Tables>,
  entryId: string,
  values: Readonly<Record<string, unknown>> & { email: string },
  { hasNewAddress, notBefore }: { hasNewAddress: boolean; notBefore?: Date },
): Promise<string[]> => {
  const unsent = await transaction
    .selectFrom('message')
    .select(['id', 'payload', 'state', 'next_attempt_at'])
    .where('entry_id', '=', entryId)
    .where('state', '<>', 'sent')
    // Blocks leases and their results until the correction is saved.
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute()
  // Other entries under the old address may belong to someone else.
  const correctedValues = hasNewAddress ? { ...values, others: [] } : values
  for (const { id, payload, state, next_attempt_at } of unsent) {
    const fields = Object.entries<unknown>(JSON.parse(payload))
    // The notice to a replaced address still goes to that address.
    if (fields.some(([name, value]) => name === 'decision' && value === 'move')) {
      continue
    }
    const corrected = fields.map(([name, value]) => [
      name,
      correctedValues[name.replace(/^registrant_/, '')] ?? value,
    ])
    const changes: Partial<Omit<MessageRow, 'lease_until'>> = {
      payload: JSON.stringify(Object.fromEntries(corrected)),
    }
    if (hasNewAddress) {
      changes.recipient = values.email
      changes.mailbox = normalizeMailbox(values.email)
      changes.refused_at = null
    }
    const earliest = notBefore?.toISOString() ?? ''
    if (next_attempt_at < earliest) {
      changes.next_attempt_at = earliest
    }
    if (hasNewAddress && notBefore) {
      changes.next_attempt_at = earliest
      if (state === 'queued' || state === 'failed') {
        changes.state = 'queued'
        changes.last_error = null
      }
    }
    await transaction.updateTable('message').set(changes).where('id', '=', id).execute()
  }
  // An attempt in progress still reaches the old address, so the links in it are revoked.
  const rewritten = hasNewAddress ? unsent.filter(({ state }) => state !== 'sending') : unsent
  const secrets = rewritten.flatMap(({ payload }) => [...payload.matchAll(/#([\w-]{43})/g)])
  return secrets.map(([, secret = '']) => hashSecret(secret))
}

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
  keyRow: IdempotencyKeyRow
  now: Date
  mailboxLimit: Limit
  leaseSeconds: number
}

/**
 * Corrects the address of a saved form that the mail server has permanently refused. Returns
 * undefined if anything else in the body differs, after three corrections, or if the entry is
 * verified, rejected or withdrawn.
 * @throws Error after a concurrent change, to roll the transaction back
 */
export const correctEmail = async <Kind extends FormKind>(
  transaction: Transaction<Tables>,
  { form, keyRow, body, now, network, mailboxLimit, leaseSeconds }: EmailCorrection<Kind>,
): Promise<{ row: EntryRows[Kind]; message: LeasedMessage } | undefined> => {
  const { key, kind, entry_id: entryId, message_id, body_hash, email_corrections } = keyRow
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
  // Another attempt at the refused address may have begun since the message was read.
  const isOver = await transaction
    .deleteFrom('message')
    .where('id', '=', message_id)
    .where('state', 'in', ['queued', 'failed'])
    .returning('id')
    .executeTakeFirst()
  const detail = { fields: 'email', version: version + 1 }
  const auditLine = { at: now, actor: 'registrant', action: 'corrected', detail } as const
  const isChanged = await changeReview(
    transaction,
    review,
    { state, source, reindex: true },
    auditLine,
  )
  if (!isFirst || !isOver || !isChanged) {
    throw new Error('The entry has changed since then')
  }

  await transaction
    .updateTable(entryTables[kind])
    .set({ email: body.email })
    .where('id', '=', entryId)
    .execute()
  const { email } = body
  const linkHashes = await rewriteEmails(transaction, entryId, { email }, { hasNewAddress: true })
  await revokeLinks(transaction, entryId, linkHashes)
  const row = await form.find(transaction, entryId)
  const payload = form.makePayload(row, body)
  const confirmation = { id, kind, entryId, recipient: body.email, payload, now, network }
  const history = await limitForms(transaction, form, email, mailboxLimit, now)
  const message = await saveConfirmation(
    transaction,
    confirmation,
    history,
    mailboxLimit,
    leaseSeconds,
  )
  return { row, message }
}
