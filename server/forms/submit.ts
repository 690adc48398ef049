import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { privacy } from '#edition/privacy'
import { readNoticeVersion } from '../../festival/content/privacy'
import type { FormKind, Receipt } from '../../festival/forms/api'
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
import { type CheckedForm, hashBody, type ReceiptFields, type SubmittedForm } from './form'
import { limitForms } from './limit-forms'

interface Stored<Kind extends FormKind> {
  row: EntryRows[Kind]
  messageId: string
  /** Set only by the request that created the record. */
  late?: Lateness | undefined
  message?: LeasedMessage
}

export const createSubmit = (deps: {
  db: Db
  clock: Clock
  log: Logger
  outbox: Pick<Outbox, 'leaseSeconds' | 'deliverNew' | 'deliver'>
  mailboxLimit: Limit
}) => {
  const { db, clock, log, outbox } = deps
  const hashSender = createSenderHash(db)

  /**
   * Saves the form once per key, waits for the confirmation to be sent, and returns the receipt.
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
    const receipt: ReceiptFields<Receipt> & Pick<Saved, 'cancelled'> = form.toReceipt(saved.row)
    if (late === 'cancelled') {
      receipt.cancelled = true
    }
    if (outcome !== 'failed') {
      return { ...receipt, email, payment_reference, confirmation: outcome }
    }
    const registrationId = receipt.registration_id ?? receipt.request_id
    throw new ApiError('email-failed', formMessages[form.kind].emailFailed, { registrationId })
  }

  function deliver({
    message,
    messageId,
  }: Pick<Stored<FormKind>, 'message' | 'messageId'>): Promise<Outcome> {
    return message ? outbox.deliverNew(message) : outbox.deliver(messageId)
  }

  async function save<Kind extends FormKind>(sent: SubmittedForm<Kind>): Promise<Stored<Kind>> {
    const { form } = sent
    // A transaction that lost a race runs again, but must count only once.
    let counted: Promise<UndoCount> | undefined
    const countOnce = (count: NonNullable<typeof form.count>) => (bytes: number) => {
      counted ??= count(bytes)
      return counted
    }
    const countingForm = form.count ? { ...form, count: countOnce(form.count) } : form
    let stored: Stored<Kind> | undefined
    try {
      const burst = form.onOpened ? undefined : await hashBurst(sent.network)
      stored = await transact(db, (transaction) =>
        saveNew(transaction, { ...sent, form: countingForm }, burst),
      )
      stored ??= await replay(sent)
    } catch (error) {
      // The form was counted before the commit failed. If the count itself was refused, there is
      // nothing to undo.
      const undoCount = await counted?.catch(() => undefined)
      await undoCount?.()
      if (error instanceof ApiError) {
        throw error
      }
      log.error({ err: error, kind: form.kind }, 'a record could not be saved')
      throw refuseFor(5, 'unavailable', formMessages[form.kind].saveFailed)
    }
    if (!stored) {
      throw new Error('A used idempotency key has no entry')
    }
    return stored
  }

  /** Entries from one network within an hour share this hash. */
  function hashBurst(network: string): Promise<string> {
    const hour = clock().toISOString().slice(0, 13)
    return hashSender(`${network} ${hour}`)
  }

  async function replay<Kind extends FormKind>(
    sent: SubmittedForm<Kind>,
  ): Promise<Stored<Kind> | undefined> {
    const { form, key, body } = sent
    const keyRow = await findKey(db, key)
    if (!keyRow) {
      return undefined
    }
    if (keyRow.body_hash === hashBody(form, body)) {
      return { row: await form.find(db, keyRow.entry_id), messageId: keyRow.message_id }
    }
    const { mailboxLimit } = deps
    const { leaseSeconds } = outbox
    const corrected = await transact(db, (transaction) =>
      correctEmail(transaction, { ...sent, keyRow, now: clock(), mailboxLimit, leaseSeconds }),
    )
    if (corrected) {
      return { ...corrected, messageId: corrected.message.id }
    }
    throw new ApiError(
      'key-reused',
      'This form was already sent with other details. Reload the page and send it again.',
    )
  }

  /** Returns undefined if an earlier request with the same key has saved the form. */
  async function saveNew<Kind extends FormKind>(
    transaction: Transaction<Tables>,
    { form, key, body, network }: SubmittedForm<Kind>,
    burst: string | undefined,
  ): Promise<Stored<Kind> | undefined> {
    const now = clock()
    const createdAt = now.toISOString()
    const entryId = randomUUID()
    const messageId = randomUUID()
    const keyValues = {
      key,
      kind: form.kind,
      entry_id: entryId,
      message_id: messageId,
      created_at: createdAt,
    }
    const insertKey = transaction
      .insertInto('idempotency_key')
      .values({ ...keyValues, body_hash: hashBody(form, body) })
    // Waits for a concurrent request with the same key.
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
    // The count runs in parallel, because on PostgreSQL it has its own connection.
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

/** @param read checks the JSON or throws an ApiError */
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
    const countingForm = { ...form, count: context.get('countEntry') }
    const receipt = await submit({ form: countingForm, body, key, network: network.wide })
    return context.json(receipt, 201)
  })
  routes.all(path, refuseMethod('POST'))
  return routes
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Generates a key for a request that has none.
 * @throws ApiError for a key that is not a UUID
 */
export const readKey = (header: string | undefined): string => {
  if (header === undefined) {
    return randomUUID()
  }
  if (uuid.test(header)) {
    return header.toLowerCase()
  }
  throw refuseFields([{ path: 'Idempotency-Key', message: 'The Idempotency-Key must be a UUID.' }])
}

interface Attachment extends ProofField {
  /** The field of the body that contains the address. */
  field: string
  url: string
  /** Whether the file must not belong to another record already. */
  isFresh?: boolean
}

/** A walk-in may leave a file field empty. */
const listAttachments = (kind: FormKind, body: object): Attachment[] =>
  Object.entries<ProofField>(proofFields[kind]).flatMap(([field, plan]) => {
    const url: unknown = Reflect.get(body, field)
    return typeof url === 'string' && url !== '' ? [{ ...plan, field, url }] : []
  })

/** Upload addresses are visible ASCII, so any other text is refused without a query. */
const plainAddress = /^[\x21-\x7e]+$/

/**
 * Marks uploads as attached.
 * @returns the bytes of uploads that no record referred to before
 * @throws ApiError `invalid` for files that were not uploaded for this purpose
 */
export const attachUploads = async (
  transaction: Transaction<Tables>,
  attachments: readonly Attachment[],
  now: string,
): Promise<number> => {
  const errors = []
  let newBytes = 0
  for (const attachment of attachments) {
    const isOurs = plainAddress.test(attachment.url)
    const upload = isOurs ? await attachUpload(transaction, attachment, now) : undefined
    if (upload) {
      newBytes += upload.referenced_at === now ? upload.bytes : 0
      continue
    }
    const hasWrongFormat = isOurs && (await hasUpload(transaction, attachment))
    errors.push({
      path: attachment.field,
      message: hasWrongFormat ? storedFileMessages.mustBePicture : storedFileMessages.gone,
    })
  }
  if (errors.length > 0) {
    throw refuseFields(errors)
  }
  return newBytes
}

export const findKey = (db: DbOrTransaction, key: string): Promise<IdempotencyKeyRow | undefined> =>
  db.selectFrom('idempotency_key').selectAll().where('key', '=', key).executeTakeFirst()

/** Attached uploads are never deleted as unused. Returns undefined if no upload fits. */
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

/** Ignores the format, to distinguish a wrong format from a missing file. */
const hasUpload = async (db: DbOrTransaction, { url, preset }: Attachment): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('public_id')
    .where('secure_url', '=', url)
    .where('preset', '=', preset)
    .executeTakeFirst()) !== undefined
