import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../clock'
import type { Limit } from '../../config'
import type { Db, MessageRow, Tables } from '../../db/schema'
import { transact } from '../../db/transact'
import { Refusal, refuseFields } from '../../http/refusal'
import type { Outbox } from '../../mail/outbox'
import type { Form, UploadClaim } from './form'
import { claimUpload, findSubmission, insertMessage, listMessageTimes, takeKey } from './queries'

export interface SubmissionParts {
  db: Db
  clock: Clock
  log: Logger
  outbox: Pick<Outbox, 'prepareClaim' | 'deliverClaimed' | 'deliver'>
  /** New records for one e-mail address. */
  senderLimit: Limit
  /** How long a request waits for its confirmation to go out. */
  waitSeconds: number
}

interface Saved<Row> {
  row: Row
  messageId: string
  /** The message, where this request has just put it down as claimed. */
  claimed?: MessageRow | undefined
}

/** Makes the one path that all three forms take (behaviour 7.2). */
export const createSubmit = (parts: SubmissionParts) => {
  const { db, clock, log, outbox } = parts

  /**
   * Saves the body once for its key, waits for the confirmation to go out, and gives the receipt.
   * @throws Refusal
   */
  return async <Body extends { email: string }, Row>(form: Form<Body, Row>, key: string, body: Body) => {
    const saved = await save(form, key, body)
    const outcome = await within(parts.waitSeconds, deliver(saved)).catch((error: unknown) => {
      log.error({ err: error, message: saved.messageId }, 'a confirmation could not be sent')
      return 'failed' as const
    })
    if (outcome === 'sent') return form.receiptOf(saved.row)
    const registrationId = form.registrationIdOf(saved.row)
    const extras = registrationId === undefined ? {} : { registrationId }
    throw new Refusal('email-failed', form.messages.emailFailed, extras)
  }

  function deliver({ claimed, messageId }: Saved<unknown>) {
    return claimed ? outbox.deliverClaimed(claimed) : outbox.deliver(messageId)
  }

  async function save<Body extends { email: string }, Row>(
    form: Form<Body, Row>,
    key: string,
    body: Body,
  ): Promise<Saved<Row>> {
    const hash = createHash('sha256')
      .update(JSON.stringify([form.kind, body]))
      .digest('hex')
    try {
      return (
        (await transact(db, (transaction) => saveNew(transaction, form, key, hash, body))) ??
        (await replay(form, key, hash)) ??
        Promise.reject(new Error('A key that was taken has no submission'))
      )
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.error({ err: error, kind: form.kind }, 'a record could not be saved')
      throw new Refusal('unavailable', form.messages.saveFailed, { headers: { 'Retry-After': '5' } })
    }
  }

  async function replay<Body extends { email: string }, Row>(
    form: Form<Body, Row>,
    key: string,
    hash: string,
  ): Promise<Saved<Row> | undefined> {
    const submission = await findSubmission(db, key)
    if (!submission) return undefined
    if (submission.body_hash !== hash)
      throw new Refusal(
        'key-reused',
        'This form was already sent with other details. Reload the page and send it anew.',
      )
    return { row: await form.find(db, submission.record_id), messageId: submission.message_id }
  }

  /** Undefined when another request with the same key came first. */
  async function saveNew<Body extends { email: string }, Row>(
    transaction: Transaction<Tables>,
    form: Form<Body, Row>,
    key: string,
    hash: string,
    body: Body,
  ): Promise<Saved<Row> | undefined> {
    const now = clock()
    const createdAt = now.toISOString()
    const [recordId, messageId] = [randomUUID(), randomUUID()]
    const isFirst = await takeKey(transaction, {
      key,
      kind: form.kind,
      body_hash: hash,
      record_id: recordId,
      message_id: messageId,
      created_at: createdAt,
    })
    if (!isFirst) return undefined
    form.admit(body)
    await checkSender(transaction, body.email, now, parts.senderLimit)
    await claimUploads(transaction, form.uploadsOf(body), createdAt)
    const row = await form.insert(transaction, body, { id: recordId, submissionKey: key, now })
    const message: MessageRow = {
      id: messageId,
      kind: form.kind,
      record_id: recordId,
      recipient: body.email,
      payload: JSON.stringify(form.payloadOf(row, body)),
      next_attempt_at: createdAt,
      last_error: null,
      created_at: createdAt,
      sent_at: null,
      ...outbox.prepareClaim(now),
    }
    await insertMessage(transaction, message)
    return { row, messageId, claimed: message.state === 'sending' ? message : undefined }
  }
}

export type Submit = ReturnType<typeof createSubmit>

/** One address gets a limited number of confirmations, so the forms cannot flood a mailbox (behaviour 13.2). */
const checkSender = async (transaction: Transaction<Tables>, email: string, now: Date, limit: Limit) => {
  const windowMs = limit.seconds * 1_000
  const times = await listMessageTimes(transaction, email, new Date(now.getTime() - windowMs).toISOString())
  const blocking = times.at(-limit.points)
  if (blocking === undefined) return
  const seconds = Math.max(1, Math.ceil((Date.parse(blocking) + windowMs - now.getTime()) / 1_000))
  throw new Refusal('too-many-requests', 'Too many forms came from this e-mail address. Please try again later.', {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** An address as our upload call makes it has visible ASCII characters only; others needn't reach the database. */
const plainAddress = /^[\x21-\x7e]+$/

const claimUploads = async (transaction: Transaction<Tables>, claims: readonly UploadClaim[], now: string) => {
  const errors = []
  for (const claim of claims) {
    if (plainAddress.test(claim.url) && (await claimUpload(transaction, claim, now))) continue
    errors.push({ path: claim.field, message: 'This file is not here any more. Please choose and upload it again.' })
  }
  if (errors.length > 0) throw refuseFields(errors)
}

const within = async <T>(seconds: number, work: Promise<T>): Promise<T | 'pending'> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<'pending'>((resolve) => {
    timer = setTimeout(resolve, seconds * 1_000, 'pending')
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
