import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ReviewState } from '../../festival/contract/states'
import type { FormKind } from '../../festival/forms/api'
import type { ReviewRow } from '../db/desk-schema'
import { isPostgres } from '../db/engines'
import {
  type EntryRows,
  entryTables,
  type IdempotencyKeyRow,
  type MessageRow,
  type Tables,
} from '../db/schema'
import { replaceTicket } from '../db/tickets'
import { createPrivateLink } from '../entries/private-link'
import { changeReview, readReview } from '../entries/review'
import type { DeliverableMessage } from '../mail/queries'
import { normalizeMailbox, saveConfirmation } from '../mail/save-message'
import type { Limit } from '../system/clock'
import { hashSecret } from '../system/secret'
import { type Form, hashBody, type SubmittedForm } from './form'
import { readHistoryWithinLimit } from './limit-forms'

const maxCorrections = 3

/**
 * Rejected and withdrawn participants receive no further e-mails, so their address is not
 * corrected.
 */
const correctableStates: readonly ReviewState[] = ['submitted', 'unconfirmed', 'needs-correction']

interface RewriteOptions {
  hasNewAddress: boolean
  /** Set if an organiser corrects the entry. Then abandoned e-mails go to a new address as well. */
  notBefore?: Date
}

/**
 * Corrects the unsent e-mails of an entry by field name. If the address is new, they go there, but
 * not before `notBefore`. An e-mail that is being sent is
 * corrected for its next attempt (see `endLease`).
 * @returns the hashes of the private links that remain valid
 */
export const rewriteEmails = async (
  transaction: Transaction<Tables>,
  entryId: string,
  values: CorrectedValues,
  options: RewriteOptions,
): Promise<string[]> => {
  const { hasNewAddress } = options
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
  for (const message of unsent) {
    const payload: Record<string, unknown> = JSON.parse(message.payload)
    // The notice to a replaced address still goes to that address.
    if (payload.decision === 'move') {
      continue
    }
    const changes = correctMessage({ ...message, payload }, correctedValues, options)
    await transaction.updateTable('message').set(changes).where('id', '=', message.id).execute()
  }
  // An attempt in progress still reaches the old address, so the links in it are revoked.
  const rewritten = hasNewAddress ? unsent.filter(({ state }) => state !== 'sending') : unsent
  const secrets = rewritten.flatMap(({ payload }) => [...payload.matchAll(/#([\w-]{43})/g)])
  return secrets.map(([, secret = '']) => hashSecret(secret))
}

type CorrectedValues = Readonly<Record<string, unknown>> & { email: string }

interface UnsentMessage extends Pick<MessageRow, 'state' | 'next_attempt_at'> {
  payload: Record<string, unknown>
}

const correctMessage = (
  { payload, state, next_attempt_at }: UnsentMessage,
  values: CorrectedValues,
  { hasNewAddress, notBefore }: RewriteOptions,
) => {
  const fields = Object.entries(payload).map(([name, value]) => [
    name,
    values[name.replace(/^registrant_/, '')] ?? value,
  ])
  const changes: Partial<Omit<MessageRow, 'lease_until'>> = {
    payload: JSON.stringify(Object.fromEntries(fields)),
  }
  const earliest = notBefore?.toISOString()
  if (earliest && (hasNewAddress || next_attempt_at < earliest)) {
    changes.next_attempt_at = earliest
  }
  if (hasNewAddress) {
    changes.recipient = values.email
    changes.mailbox = normalizeMailbox(values.email)
    changes.refused_at = null
    if (earliest && (state === 'queued' || state === 'failed')) {
      changes.state = 'queued'
      changes.last_error = null
    }
  }
  return changes
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

/** The payload contains a new private link if the participant must confirm the entry. */
export const makeConfirmationPayload = async <Kind extends FormKind>(
  transaction: Transaction<Tables>,
  form: Form<Kind>,
  row: EntryRows[Kind],
  body: SubmittedForm<Kind>['body'],
  now: Date,
): Promise<object> => {
  if (!form.needsConfirmation) {
    return form.makePayload(row, body)
  }
  const confirmPath = await createPrivateLink(transaction, row.id, 'status', now, '')
  return form.makePayload(row, body, confirmPath)
}

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
  correction: EmailCorrection<Kind>,
): Promise<{ row: EntryRows[Kind]; message: DeliverableMessage } | undefined> => {
  const { form, keyRow, body, now, network, mailboxLimit, leaseSeconds } = correction
  const { kind, entry_id: entryId } = keyRow
  const { email } = body
  const review = await findCorrectable(transaction, correction)
  if (!review) {
    return undefined
  }
  const id = randomUUID()
  await replaceMessage(transaction, correction, id)
  const { state, source, version } = review
  const detail = { fields: 'email', version: version + 1 }
  const line = { at: now, actor: 'registrant', action: 'corrected', detail } as const
  if (!(await changeReview(transaction, review, { state, source, reindex: true }, line))) {
    throw concurrentChange()
  }
  await transaction
    .updateTable(entryTables[kind])
    .set({ email })
    .where('id', '=', entryId)
    .execute()
  const linkHashes = await rewriteEmails(transaction, entryId, { email }, { hasNewAddress: true })
  await revokeLinks(transaction, entryId, linkHashes)
  await replaceTicket(transaction, entryId, now)
  const row = await form.find(transaction, entryId)
  const payload = await makeConfirmationPayload(transaction, form, row, body, now)
  const history = await readHistoryWithinLimit(transaction, form, email, mailboxLimit, now)
  const message = await saveConfirmation(
    transaction,
    {
      id,
      kind,
      entryId,
      recipient: email,
      payload,
      now,
      network,
      isFree: form.toQueueFields(row).amount === 0,
    },
    { history, mailboxLimit, leaseSeconds },
  )
  return { row, message }
}

const concurrentChange = () =>
  new Error('The entry or its e-mail changed during the address correction')

const findCorrectable = async <Kind extends FormKind>(
  transaction: Transaction<Tables>,
  { form, keyRow, body }: EmailCorrection<Kind>,
): Promise<ReviewRow | undefined> => {
  const refused = await transaction
    .selectFrom('message')
    .select('recipient')
    .where('id', '=', keyRow.message_id)
    .where('refused_at', 'is not', null)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  const review = await readReview(transaction, keyRow.entry_id)
  if (!refused || !review || !correctableStates.includes(review.state)) {
    return undefined
  }
  const differsOnlyInEmail =
    hashBody(form, { ...body, email: refused.recipient }) === keyRow.body_hash
  return differsOnlyInEmail && keyRow.email_corrections < maxCorrections ? review : undefined
}

/**
 * Deletes the refused message, and stores the id of the next one.
 * @throws Error after a concurrent change
 */
const replaceMessage = async <Kind extends FormKind>(
  transaction: Transaction<Tables>,
  { form, keyRow, body }: EmailCorrection<Kind>,
  messageId: string,
) => {
  const { key, message_id, body_hash, email_corrections } = keyRow
  const updatedKey = await transaction
    .updateTable('idempotency_key')
    .set({
      body_hash: hashBody(form, body),
      message_id: messageId,
      email_corrections: email_corrections + 1,
    })
    .where('key', '=', key)
    .where('body_hash', '=', body_hash)
    .returning('key')
    .executeTakeFirst()
  // Another attempt at the refused address may have begun since the message was read.
  const deletedMessage = await transaction
    .deleteFrom('message')
    .where('id', '=', message_id)
    .where('state', 'in', ['queued', 'failed'])
    .returning('id')
    .executeTakeFirst()
  if (!updatedKey || !deletedMessage) {
    throw concurrentChange()
  }
}
