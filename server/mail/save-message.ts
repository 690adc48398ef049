import { createHash, randomUUID } from 'node:crypto'
import type { FormKind } from '../../festival/forms/api'
import type { EmailKind } from '../db/desk-schema'
import { databaseTime, isAmong } from '../db/engines'
import type { DbOrTransaction, MessageKind, MessageRow, MessageState } from '../db/schema'
import { insertOnce } from '../db/transact'
import type { Limit } from '../system/clock'
import { confirmationKinds, type DeliverableMessage } from './queries'

/** Sign-in links come first, then confirmations, then decisions. */
const priorities: Readonly<Record<MessageKind, number>> = {
  'desk-link': 0,
  'desk-signed-in': 0,
  'organiser-added': 0,
  'private-link': 0,
  announcement: 0,
  registration: 1,
  'delegate-pass': 1,
  accommodation: 1,
  decision: 2,
  refund: 2,
}

interface NewMessage {
  id?: string
  kind: MessageKind
  /** Empty if the message does not belong to an entry. */
  entryId: string
  recipient: string
  payload: object
  now: Date
}

const makeRow = ({ id = randomUUID(), kind, entryId, recipient, payload, now }: NewMessage) => {
  const createdAt = now.toISOString()
  return {
    id,
    kind,
    entry_id: entryId,
    recipient,
    payload: JSON.stringify(payload),
    state: 'queued',
    attempts: 0,
    priority: priorities[kind],
    next_attempt_at: createdAt,
    scheduled_at: createdAt,
    due_at: createdAt,
    mailbox: normalizeMailbox(recipient),
    network: null,
    needs_no_copy: 0,
    last_error: null,
    created_at: createdAt,
    sent_at: null,
    refused_at: null,
    announcement_id: null,
  } satisfies Omit<MessageRow, 'lease_until'>
}

export interface NewEmail {
  /** A fixed id makes saving idempotent. */
  id?: string
  kind: EmailKind
  entryId: string
  payload: { email: string }
  now: Date
  notBefore?: Date
  priority?: number
  /** Whether the organisers get a copy. Always false for e-mails that contain a link. */
  ccOrganisers: boolean
  /** The network of the participant who requested the e-mail, counted when the message is due. */
  network?: string | undefined
}

export const saveEmail = async (
  db: DbOrTransaction,
  { notBefore, priority, ccOrganisers, network, ...email }: NewEmail,
): Promise<string> => {
  const row = makeRow({ ...email, recipient: email.payload.email })
  const due_at = notBefore?.toISOString() ?? row.due_at
  const values = {
    ...row,
    network: network === undefined ? null : hashNetwork(network),
    priority: priority ?? row.priority,
    due_at,
    next_attempt_at: due_at,
    needs_no_copy: ccOrganisers ? 0 : 1,
  }
  await insertOnce(db.insertInto('message').values(values))
  return row.id
}

/** Has no effect once an attempt to send the e-mail has begun. */
export const cancelEmail = async (db: DbOrTransaction, id: string): Promise<void> => {
  const unsent = db
    .deleteFrom('message')
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
  await unsent.where('attempts', '=', 0).execute()
}

/**
 * Queues the e-mails behind all others, without copies to the organisers. Existing ids are skipped.
 */
export const saveAnnouncementEmails = async (
  db: DbOrTransaction,
  announcement_id: string,
  emails: readonly (Pick<NewEmail, 'entryId' | 'payload' | 'now'> & { id: string })[],
): Promise<void> => {
  if (emails.length === 0) {
    return
  }
  const rows = emails.map((email) => ({
    ...makeRow({ ...email, kind: 'announcement', recipient: email.payload.email }),
    priority: 3,
    needs_no_copy: 1,
    announcement_id,
  }))
  const insert = db.insertInto('message').values(rows)
  await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute()
}

export interface NewConfirmation extends NewMessage {
  kind: FormKind
  network: string
  holdsConfirmation?: boolean | undefined
  /** If true, the e-mail is sent after those about payments, without a copy to the organisers. */
  isFree: boolean
}

/** The priority of decisions, so that many free entries do not delay other confirmations. */
const freePriority = 2

/** Maximum number of forms per mailbox in any 24 hours. */
export const maxForms = 50
/**
 * From this number on, the forms of a mailbox are saved one at a time. Before that, at most 40 are
 * saved at once (four processes with ten connections each), which cannot exceed `maxForms`.
 */
const lockedFormsFrom = 10

/** Each date is null if the mailbox has received fewer forms. */
export const readMailboxHistory = (db: DbOrTransaction, address: string, limit: Limit) => {
  const messages = db
    .selectFrom('message')
    .where('mailbox', '=', normalizeMailbox(address))
    .limit(1)
  const forms = messages.where('kind', 'in', confirmationKinds).orderBy('due_at', 'desc')
  const nthLatest = (n: number) => forms.offset(n - 1)
  return db
    .selectNoFrom([
      nthLatest(limit.points).select('due_at').as('delayingFormDueAt'),
      nthLatest(lockedFormsFrom).select('created_at').as('lockingFormAt'),
      nthLatest(maxForms).select('created_at').as('blockingFormAt'),
      messages.where('sent_at', 'is not', null).select('id').as('deliveredId'),
    ])
    .executeTakeFirstOrThrow()
}

export type MailboxHistory = Awaited<ReturnType<typeof readMailboxHistory>>

/**
 * Saves the confirmation in one of three states:
 * - `cancelled` while a decision's e-mail replaces it. An undo of the decision restores it.
 * - `sending` if it may be sent now: this process leases it at once, which saves a commit.
 * - `queued` above the mailbox limit: it is due one hour after the confirmation that reached the
 * limit.
 */
export const saveConfirmation = async (
  db: DbOrTransaction,
  { network, holdsConfirmation, isFree, ...message }: NewConfirmation,
  {
    history: { delayingFormDueAt, deliveredId },
    mailboxLimit,
    leaseSeconds,
  }: { history: MailboxHistory; mailboxLimit: Limit; leaseSeconds: number },
): Promise<DeliverableMessage> => {
  const now = message.now.getTime()
  const allowedAt = delayingFormDueAt
    ? Date.parse(delayingFormDueAt) + mailboxLimit.seconds * 1_000
    : now
  const due_at = new Date(Math.max(now, allowedAt)).toISOString()
  let state: MessageState = allowedAt <= now ? 'sending' : 'queued'
  if (holdsConfirmation) {
    state = 'cancelled'
  }
  const isLeased = state === 'sending'
  const row: Omit<MessageRow, 'lease_until'> = {
    ...makeRow(message),
    state,
    attempts: isLeased ? 1 : 0,
    next_attempt_at: due_at,
    due_at,
    priority: isFree ? freePriority : priorities[message.kind],
    needs_no_copy: isFree ? 1 : 0,
    network: deliveredId ? null : hashNetwork(network),
  }
  const lease_until = isLeased ? databaseTime(db, leaseSeconds) : null
  await db
    .insertInto('message')
    .values({ ...row, lease_until })
    .execute()
  return row
}

/**
 * Filters by `sent_at`, because filtering by state would scan all sent messages on both engines.
 */
export const findDeliveredMailboxes = async (
  db: DbOrTransaction,
  addresses: readonly string[],
): Promise<Set<string>> => {
  const sent = db
    .selectFrom('message')
    .select('mailbox')
    .distinct()
    .where('sent_at', 'is not', null)
  const rows = await sent.where(isAmong(db, 'mailbox', addresses.map(normalizeMailbox))).execute()
  return new Set(rows.map(({ mailbox }) => mailbox))
}

const hashNetwork = (network: string): string =>
  createHash('sha256').update(network).digest('base64url').slice(0, 22)

/** Mail domains that ignore dots in the local part. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns a key used only for counting: lower case, without a `+` suffix, and for Gmail without
 * dots.
 */
export const normalizeMailbox = (address: string): string => {
  const atSign = address.lastIndexOf('@')
  const domain = address.slice(atSign + 1).toLowerCase()
  const [local = ''] = address.slice(0, atSign).toLowerCase().split('+', 1)
  return dotless.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
