import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { privacy } from '#edition/privacy'
import { readNoticeVersion } from '../../festival/content/privacy'
import { makeTicketPath } from '../../festival/contract/ticket'
import type { FormKind, Receipt } from '../../festival/forms/api'
import type { Saved } from '../../festival/forms/registration'
import type { Lateness } from '../../festival/schedule/availability'
import { formMessages } from '../../festival/text/messages'
import type { TicketRow } from '../db/desk-schema'
import type { Db, DbOrTransaction, EntryRows, IdempotencyKeyRow, Tables } from '../db/schema'
import { createSenderHash } from '../db/sender-hash'
import { findTicket, issueTicket } from '../db/tickets'
import { insertOnce, transact } from '../db/transact'
import { openReview, readReview } from '../entries/review'
import { ApiError, refuseFields, refuseFor, refuseMethod } from '../http/api-error'
import { readJson } from '../http/bodies'
import type { HttpEnvironment, Network, UndoCount } from '../http/environment'
import type { Outbox } from '../mail/outbox'
import type { DeliverableMessage, Outcome } from '../mail/queries'
import { saveConfirmation } from '../mail/save-message'
import type { Clock, Limit } from '../system/clock'
import { attachUploads, listAttachments } from './attach-uploads'
import { correctEmail, makeConfirmationPayload } from './correct-email'
import {
  type CheckedForm,
  type Form,
  hashBody,
  type ReceiptFields,
  type SubmittedForm,
} from './form'
import { readHistoryWithinLimit } from './limit-forms'

interface SavedForm<Kind extends FormKind> {
  row: EntryRows[Kind]
  messageId: string
  /** This and `ticket` are set only by the request that created the entry. */
  late?: Lateness | undefined
  ticket?: TicketRow | undefined
  message?: DeliverableMessage
}

/** Counts an entry once, even if its transaction runs again after a conflict. */
const createCounter = (count: Form['count']) => {
  let counted: Promise<UndoCount> | undefined
  return {
    count: async (bytes: number): Promise<void> => {
      counted ??= count?.(bytes)
      await counted
    },
    undo: async (): Promise<void> => {
      // If the count itself was refused, there is nothing to undo.
      const undoCount = await counted?.catch(() => undefined)
      await undoCount?.()
    },
  }
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
    const receipt: ReceiptFields<Receipt> & Pick<Saved, 'cancelled' | 'ticket'> = form.toReceipt(
      saved.row,
    )
    if (late === 'cancelled') {
      receipt.cancelled = true
    }
    const ticket = saved.ticket ?? (await findTicket(db, saved.row.id))
    if (ticket) {
      receipt.ticket = makeTicketPath(ticket.secret)
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
  }: Pick<SavedForm<FormKind>, 'message' | 'messageId'>): Promise<Outcome> {
    return message ? outbox.deliverNew(message) : outbox.deliver(messageId)
  }

  async function save<Kind extends FormKind>(sent: SubmittedForm<Kind>): Promise<SavedForm<Kind>> {
    const { form } = sent
    const counter = createCounter(form.count)
    try {
      const isWalkIn = form.paidAs !== undefined
      const burst = isWalkIn ? undefined : await hashBurst(sent.network)
      const saved = await transact(db, (transaction) =>
        saveNew(transaction, sent, burst, counter.count),
      )
      return saved ?? (await replay(sent))
    } catch (error) {
      await counter.undo()
      if (error instanceof ApiError) {
        throw error
      }
      log.error({ err: error, kind: form.kind }, 'an entry could not be saved')
      throw refuseFor(5, 'unavailable', formMessages[form.kind].saveFailed)
    }
  }

  /** Entries from one network within an hour share this hash. */
  function hashBurst(network: string): Promise<string> {
    const hour = clock().toISOString().slice(0, 13)
    return hashSender(`${network} ${hour}`)
  }

  /**
   * Finds the entry that an earlier request with the same key has saved, and corrects its address
   * if the mail server refused it.
   */
  async function replay<Kind extends FormKind>(
    sent: SubmittedForm<Kind>,
  ): Promise<SavedForm<Kind>> {
    const { form, key, body } = sent
    const keyRow = await findKey(db, key)
    if (!keyRow) {
      throw new Error('The key was deleted since the form was sent')
    }
    if (keyRow.body_hash === hashBody(form, body)) {
      return { row: await form.find(db, keyRow.entry_id), messageId: keyRow.message_id }
    }
    const { mailboxLimit } = deps
    const { leaseSeconds } = outbox
    const corrected = await transact(db, (transaction) =>
      correctEmail(transaction, { ...sent, keyRow, now: clock(), mailboxLimit, leaseSeconds }),
    )
    if (!corrected) {
      throw new ApiError(
        'key-reused',
        'This form was already sent with other details. Reload the page and send it again.',
      )
    }
    return { ...corrected, messageId: corrected.message.id }
  }

  /** Returns undefined if an earlier request with the same key has saved the form. */
  async function saveNew<Kind extends FormKind>(
    transaction: Transaction<Tables>,
    { form, key, body, network }: SubmittedForm<Kind>,
    burst: string | undefined,
    count: (bytes: number) => Promise<void>,
  ): Promise<SavedForm<Kind> | undefined> {
    const { kind } = form
    const { mailboxLimit } = deps
    const now = clock()
    const createdAt = now.toISOString()
    const entryId = randomUUID()
    const messageId = randomUUID()
    const insertKey = transaction.insertInto('idempotency_key').values({
      key,
      kind,
      entry_id: entryId,
      message_id: messageId,
      created_at: createdAt,
      body_hash: hashBody(form, body),
    })
    // Waits for a concurrent request with the same key.
    if (!(await insertOnce(insertKey))) {
      return undefined
    }
    const refusal = await form.refuse(body)
    if (refusal) {
      throw refusal
    }
    const history = await readHistoryWithinLimit(transaction, form, body.email, mailboxLimit, now)
    const bytes = await attachUploads(transaction, listAttachments(kind, body), createdAt)
    const completeBody = {
      ...body,
      payment_reference: body.payment_reference ?? '',
      privacy_notice: readNoticeVersion(privacy, body.privacy_notice),
    }
    // The count runs in parallel, because on PostgreSQL it has its own connection.
    const [row] = await Promise.all([
      form.insert(transaction, completeBody, { id: entryId, now }),
      count(bytes),
    ])
    const queueFields = form.toQueueFields(row)
    const late = form.lateness?.(body)
    const { needsConfirmation = false } = form
    await openReview(transaction, {
      entryId,
      kind,
      ...queueFields,
      state: needsConfirmation ? 'unconfirmed' : 'submitted',
      late,
      burst,
      now,
    })
    const ticket =
      kind === 'accommodation' ? undefined : await issueTicket(transaction, entryId, now)
    await form.onOpened?.(transaction, row)
    const confirmation = {
      id: messageId,
      kind,
      entryId,
      recipient: body.email,
      payload: await makeConfirmationPayload(transaction, form, row, body, now),
      now,
      network,
      isFree: queueFields.amount === 0,
      holdsConfirmation: form.holdsConfirmation?.(row),
    }
    const message = await saveConfirmation(transaction, confirmation, {
      history,
      mailboxLimit,
      leaseSeconds: outbox.leaseSeconds,
    })
    return { row, messageId, message, late, ticket }
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

export const findKey = (db: DbOrTransaction, key: string): Promise<IdempotencyKeyRow | undefined> =>
  db.selectFrom('idempotency_key').selectAll().where('key', '=', key).executeTakeFirst()
