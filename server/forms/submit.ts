import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { privacy } from '#edition/privacy'
import { readNoticeVersion } from '../../festival/content/privacy'
import type { FormKind } from '../../festival/forms/api'
import type { Saved } from '../../festival/forms/registration'
import { formats, type ProofField, proofFields } from '../../festival/forms/upload'
import type { Lateness } from '../../festival/schedule/availability'
import { formMessages, storedFileMessages } from '../../festival/text/messages'
import type { Db, DbOrTransaction, EntryRows, IdempotencyKeyRow, Tables } from '../db/schema'
import { createSenderHash } from '../db/sender-hash'
import { insertOnce, transact } from '../db/transact'
import { openReview, readReview } from '../entries/review'
import { ApiError, refuseFields, refuseFor, refuseMethod } from '../http/api-error'
import { readJson } from '../http/bodies'
import type { HttpEnvironment, Network, UndoCount } from '../http/environment'
import type { Outbox } from '../mail/outbox'
import type { LeasedMessage, Outcome } from '../mail/queries'
import { saveConfirmation } from '../mail/save-message'
import type { Clock, Limit } from '../system/clock'
import { correctEmail } from './correct-email'
import { type CheckedForm, hashBody, type SubmittedForm } from './form'
import { limitForms } from './limit-forms'

interface Stored<Kind extends FormKind> {
  row: EntryRows[Kind]
  messageId: string
  /** Whether it came late, where this request has just made it. */
  late?: Lateness | undefined
  /** The message, where this request has just made it. */
  message?: LeasedMessage
}

/** Makes the one path that all three forms take (behaviour 7.2). */
export const createSubmit = (deps: {
  db: Db
  clock: Clock
  log: Logger
  outbox: Pick<Outbox, 'leaseSeconds' | 'deliverNew' | 'deliver'>
  /** E-mails of forms to one mailbox. */
  mailboxLimit: Limit
}) => {
  const { db, clock, log, outbox } = deps
  const hashSender = createSenderHash(db)

  /**
   * Saves the body once for its key, waits for the confirmation to go out, and gives the receipt.
   * @throws ApiError
   */
  return async <Kind extends FormKind>(sent: SubmittedForm<Kind>): Promise<object & Saved> => {
    const { form } = sent
    const saved = await save(sent)
    const outcome = await deliver(saved).catch((error: unknown) => {
      log.error({ err: error, message: saved.messageId }, 'a confirmation could not be sent')
      return 'failed' as const
    })
    const { email, payment_reference } = saved.row
    const late = saved.late ?? (await readReview(db, saved.row.id))?.late
    const receipt = {
      ...form.toReceipt(saved.row),
      ...(late === 'cancelled' ? { cancelled: true } : {}),
    }
    if (outcome !== 'failed') {
      return { ...receipt, email, payment_reference, confirmation: outcome }
    }
    const registrationId = receipt.registration_id ?? receipt.request_id
    const extras = registrationId === undefined ? {} : { registrationId }
    throw new ApiError('email-failed', formMessages[form.kind].emailFailed, extras)
  }

  function deliver({
    message,
    messageId,
  }: Pick<Stored<FormKind>, 'message' | 'messageId'>): Promise<Outcome> {
    return message ? outbox.deliverNew(message) : outbox.deliver(messageId)
  }

  async function save<Kind extends FormKind>(sent: SubmittedForm<Kind>): Promise<Stored<Kind>> {
    const { form } = sent
    // A transaction that lost a race runs again, and is one form all the same.
    let counted: Promise<UndoCount> | undefined
    const { count } = form
    const counting = count
      ? { ...form, count: (bytes: number) => (counted ??= count(bytes)) }
      : form
    try {
      const burst = form.onOpened
        ? undefined
        : await hashSender(`${sent.network} ${clock().toISOString().slice(0, 13)}`)
      return (
        (await transact(db, (transaction) =>
          saveNew(transaction, { ...sent, form: counting }, burst),
        )) ??
        (await replay(sent)) ??
        Promise.reject(new Error('A key that was taken has no submission'))
      )
    } catch (error) {
      // It was counted before the commit, which then failed. A count that refused the form has nothing to undo.
      const undoCount = await counted?.catch(() => undefined)
      await undoCount?.()
      if (error instanceof ApiError) {
        throw error
      }
      log.error({ err: error, kind: form.kind }, 'a record could not be saved')
      throw refuseFor(5, 'unavailable', formMessages[form.kind].saveFailed)
    }
  }

  async function replay<Kind extends FormKind>(
    sent: SubmittedForm<Kind>,
  ): Promise<Stored<Kind> | undefined> {
    const { form, key, body } = sent
    const known = await findKey(db, key)
    if (!known) {
      return undefined
    }
    if (known.body_hash === hashBody(form, body)) {
      return { row: await form.find(db, known.entry_id), messageId: known.message_id }
    }
    const { mailboxLimit } = deps
    const { leaseSeconds } = outbox
    const corrected = await transact(db, (transaction) =>
      correctEmail(transaction, { ...sent, known, now: clock(), mailboxLimit, leaseSeconds }),
    )
    if (corrected) {
      return { ...corrected, messageId: corrected.message.id }
    }
    throw new ApiError(
      'key-reused',
      'This form was already sent with other details. Reload the page and send it again.',
    )
  }

  /** Undefined when another request with the same key came first. */
  async function saveNew<Kind extends FormKind>(
    transaction: Transaction<Tables>,
    { form, key, body, network }: SubmittedForm<Kind>,
    burst: string | undefined,
  ): Promise<Stored<Kind> | undefined> {
    const now = clock()
    const createdAt = now.toISOString()
    const [entryId, messageId] = [randomUUID(), randomUUID()]
    const known = {
      key,
      kind: form.kind,
      entry_id: entryId,
      message_id: messageId,
      created_at: createdAt,
    }
    const insertKey = transaction
      .insertInto('idempotency_key')
      .values({ ...known, body_hash: hashBody(form, body) })
    // A request with the same key that is being saved now is waited for.
    if (!(await insertOnce(insertKey))) {
      return undefined
    }
    const refusal = await form.refuse(body)
    if (refusal) {
      throw refusal
    }
    const history = await limitForms(transaction, form, body.email, deps.mailboxLimit, now)
    const bytes = await attachUploads(transaction, listAttachments(form.kind, body), createdAt)
    const stored = {
      ...body,
      payment_reference: body.payment_reference ?? '',
      privacy_notice: readNoticeVersion(privacy, body.privacy_notice),
    }
    // On PostgreSQL the count has a connection of its own.
    const [row] = await Promise.all([
      form.insert(transaction, stored, { id: entryId, now }),
      form.count?.(bytes),
    ])
    const { kind } = form
    const late = form.lateness?.(body)
    await openReview(transaction, { entryId, kind, ...form.toQueueFields(row), late, burst, now })
    await form.onOpened?.(transaction, row)
    const payload = form.makePayload(row, body)
    const message = await saveConfirmation(
      transaction,
      {
        id: messageId,
        kind,
        entryId,
        recipient: body.email,
        payload,
        now,
        network,
        holdsConfirmation: form.holdsConfirmation?.(row),
      },
      history,
      deps.mailboxLimit,
      outbox.leaseSeconds,
    )
    return { row, messageId, message, late }
  }
}

export type Submit = ReturnType<typeof createSubmit>

/**
 * Answers one form's POST with 201 and the receipt. `read` checks the JSON, or throws an ApiError.
 */
export const formRoutes = <Kind extends FormKind>(
  path: string,
  submit: Submit,
  read: (json: unknown, network: Network) => CheckedForm<Kind>,
): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  routes.post(path, async (context) => {
    const key = readKey(context.req.header('Idempotency-Key'))
    const network = context.get('network')
    const { form, body } = read(await readJson(context), network)
    const counting = { ...form, count: context.get('countEntry') }
    return context.json(await submit({ form: counting, body, key, network: network.wide }), 201)
  })
  routes.all(path, refuseMethod('POST'))
  return routes
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The key by which a repeated request is known; one without a key gets its own (behaviour 7.3).
 * @throws ApiError for a key that is not a UUID
 */
export const readKey = (header: string | undefined): string => {
  if (header === undefined) {
    return randomUUID()
  }
  if (uuid.test(header)) {
    return header.toLowerCase()
  }
  throw refuseFields([{ path: 'Idempotency-Key', message: 'The key must be a UUID.' }])
}

/** A file that a body refers to; the record is saved only if our upload call gave it out for this purpose. */
interface Attachment extends ProofField {
  /** The field of the body that holds the address. */
  field: string
  url: string
  /** Whether no record may refer to it yet. */
  isFresh?: boolean
}

/** The files that a body names, one for each of its form's fields; a walk-in may leave one empty. */
const listAttachments = (kind: FormKind, body: object): Attachment[] =>
  Object.entries<ProofField>(proofFields[kind]).flatMap(([field, plan]) => {
    const url: unknown = Reflect.get(body, field)
    return typeof url === 'string' && url !== '' ? [{ ...plan, field, url }] : []
  })

/** An address as our upload call makes it has visible ASCII characters only; others needn't reach the database. */
const plainAddress = /^[\x21-\x7e]+$/

/**
 * Marks the files that a body refers to as referred to.
 * @returns the bytes of those that no record referred to before
 * @throws ApiError `invalid` for those that our upload call did not give out for this purpose
 */
export const attachUploads = async (
  transaction: Transaction<Tables>,
  attachments: readonly Attachment[],
  now: string,
): Promise<number> => {
  const errors = []
  let fresh = 0
  for (const attachment of attachments) {
    const isOurs = plainAddress.test(attachment.url)
    const upload = isOurs ? await attachUpload(transaction, attachment, now) : undefined
    if (upload?.referenced_at === now) {
      fresh += upload.bytes
    }
    if (upload) {
      continue
    }
    const isThere = isOurs && (await hasUpload(transaction, attachment))
    errors.push({
      path: attachment.field,
      message: isThere ? storedFileMessages.mustBePicture : storedFileMessages.gone,
    })
  }
  if (errors.length > 0) {
    throw refuseFields(errors)
  }
  return fresh
}

export const findKey = (db: DbOrTransaction, key: string): Promise<IdempotencyKeyRow | undefined> =>
  db.selectFrom('idempotency_key').selectAll().where('key', '=', key).executeTakeFirst()

/** Marks the upload as referred to, which keeps it from being swept away; undefined when there is none that fits. */
const attachUpload = (db: DbOrTransaction, attachment: Attachment, now: string) =>
  db
    .updateTable('upload')
    .set({ referenced_at: sql`coalesce(referenced_at, ${now})`, sender: '' })
    .where('secure_url', '=', attachment.url)
    .where('preset', '=', attachment.preset)
    .where(
      'format',
      'in',
      attachment.takes.map((type) => formats[type]),
    )
    .$if(attachment.isFresh === true, (query) => query.where('referenced_at', 'is', null))
    .returning(['bytes', 'referenced_at'])
    .executeTakeFirst()

/** Whether an upload is there for this purpose, whatever its format. */
const hasUpload = async (db: DbOrTransaction, { url, preset }: Attachment): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('public_id')
    .where('secure_url', '=', url)
    .where('preset', '=', preset)
    .executeTakeFirst()) !== undefined
