import { createHash, randomUUID } from 'node:crypto'
import type { FormKind } from '../../festival/forms/api'
import type { EmailKind } from '../db/desk-schema'
import { databaseTime, isAmong } from '../db/engines'
import type { DbOrTransaction, MessageKind, MessageRow } from '../db/schema'
import { insertOnce } from '../db/transact'
import type { Limit } from '../system/clock'
import { confirmationKinds, type LeasedMessage } from './queries'

/** The order of the queue: what somebody waits for to go on, then what confirms a form, then what organisers decided. */
const priorities: Readonly<Record<MessageKind, number>> = {
  'desk-link': 0,
  'desk-signed-in': 0,
  'organiser-added': 0,
  'private-link': 0,
  // An organiser's test, or word of the disk; those to many come after everything else.
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
  /** Empty for one that belongs to no record. */
  entryId: string
  recipient: string
  /** What its kind stores: of a form the specification's e-mail payload. */
  payload: object
  now: Date
}

/** A message that is due at once, and of the kinds that nothing bounds. */
const makeRow = ({ id = randomUUID(), kind, entryId, recipient, payload, now }: NewMessage) => {
  const at = now.toISOString()
  return {
    id,
    kind,
    entry_id: entryId,
    recipient,
    payload: JSON.stringify(payload),
    state: 'queued',
    attempts: 0,
    priority: priorities[kind],
    next_attempt_at: at,
    scheduled_at: at,
    due_at: at,
    mailbox: normalizeMailbox(recipient),
    network: null,
    needs_no_copy: 0,
    last_error: null,
    created_at: at,
    sent_at: null,
    refused_at: null,
    announcement_id: null,
  } satisfies Omit<MessageRow, 'lease_until'>
}

/** An e-mail that an organiser sends, or that brings somebody the link they asked for. */
export interface NewEmail {
  /** Of one that is made once, whoever makes it. */
  id?: string
  kind: EmailKind
  entryId: string
  payload: { email: string }
  now: Date
  /** It waits until then. */
  notBefore?: Date
  /** The priority in the queue; undefined for the default of its kind. */
  priority?: number
  /** Whether the organisers' address gets a copy; never of one with a link. */
  ccOrganisers: boolean
  /** The network address that asked for it, where that was no organiser: then it is counted when its turn comes (behaviour 7.25). */
  network?: string | undefined
}

/** Queues an e-mail as part of the caller's transaction, and gives its id. */
export const saveEmail = async (
  db: DbOrTransaction,
  { notBefore, priority, ccOrganisers, network, ...email }: NewEmail,
): Promise<string> => {
  const row = makeRow({ ...email, recipient: email.payload.email })
  const due_at = notBefore?.toISOString() ?? row.due_at
  const networkColumn = network === undefined ? {} : { network: hashNetwork(network) }
  const values = {
    ...row,
    ...networkColumn,
    priority: priority ?? row.priority,
    due_at,
    next_attempt_at: due_at,
    needs_no_copy: ccOrganisers ? 0 : 1,
  }
  await insertOnce(db.insertInto('message').values(values))
  return row.id
}

/** Deletes an e-mail by its id, unless an attempt to send it has begun. */
export const cancelEmail = async (db: DbOrTransaction, id: string): Promise<void> => {
  const unsent = db
    .deleteFrom('message')
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
  await unsent.where('attempts', '=', 0).execute()
}

/**
 * Queues e-mails of a message to many behind all others, each with an id of its own that is always the same: one that is there
 * stays as it is. The organisers get no copy of each.
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
    ...{ priority: 3, needs_no_copy: 1, announcement_id },
  }))
  const insert = db.insertInto('message').values(rows)
  await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute()
}

export interface NewConfirmation extends NewMessage {
  kind: FormKind
  network: string
  holdsConfirmation?: boolean | undefined
}

/** One mailbox sends so many forms in any 24 hours (behaviour 7.51). */
export const maxForms = 50
/** From so many on they are saved one at a time: the ten connections of four processes cannot get from here past the bound. */
const lockedFormsFrom = 10

/** Reads when the latest forms of an address's mailbox came, for the bounds that count them, and whether it ever got an e-mail. */
export const readMailbox = (db: DbOrTransaction, address: string, limit: Limit) => {
  const mailboxMessages = db
    .selectFrom('message')
    .where('mailbox', '=', normalizeMailbox(address))
    .limit(1)
  const formMessages = mailboxMessages
    .where('kind', 'in', confirmationKinds)
    .orderBy('due_at', 'desc')
  return db
    .selectNoFrom([
      formMessages
        .offset(limit.points - 1)
        .select('due_at')
        .as('blocking'),
      formMessages
        .offset(lockedFormsFrom - 1)
        .select('created_at')
        .as('few'),
      formMessages
        .offset(maxForms - 1)
        .select('created_at')
        .as('most'),
      mailboxMessages.where('sent_at', 'is not', null).select('id').as('arrived'),
    ])
    .executeTakeFirstOrThrow()
}

export type MailboxHistory = Awaited<ReturnType<typeof readMailbox>>

/**
 * Saves a form's confirmation as part of the record's transaction, claimed by this process where it may go now, which saves a
 * commit; if the process dies before it has gone, the claim runs out. A mailbox gets so many in any hour: one more waits
 * until the hour after the one of so many before it is over (behaviour 7.24).
 */
export const saveConfirmation = async (
  db: DbOrTransaction,
  confirmation: NewConfirmation,
  { blocking, arrived }: MailboxHistory,
  limit: Limit,
  leaseSeconds: number,
): Promise<LeasedMessage> => {
  const { network, now, holdsConfirmation } = confirmation
  const allowedAt = blocking ? Date.parse(blocking) + limit.seconds * 1_000 : 0
  const isSentNow = allowedAt <= now.getTime() && !holdsConfirmation
  const due_at = new Date(Math.max(now.getTime(), allowedAt)).toISOString()
  const row: Omit<MessageRow, 'lease_until'> = {
    ...makeRow(confirmation),
    ...(isSentNow
      ? { state: 'sending', attempts: 1 }
      : holdsConfirmation
        ? { state: 'cancelled' }
        : {}),
    next_attempt_at: due_at,
    due_at,
    network: arrived ? null : hashNetwork(network),
  }
  const lease = isSentNow ? { lease_until: databaseTime(db, leaseSeconds) } : {}
  await db
    .insertInto('message')
    .values({ ...row, ...lease })
    .execute()
  return row
}

/** Those of the mailboxes of these addresses that an e-mail of ours has gone to. By the state both engines would look through all that went out. */
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

/** A network is kept as a hash, and until its e-mail is counted (behaviour 13.30). */
const hashNetwork = (network: string): string =>
  createHash('sha256').update(network).digest('base64url').slice(0, 22)

/** Providers that pay no heed to dots in a local part. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, for counting only: in lower case, without what follows a `+`, and at Gmail
 * without dots, so that no spelling of one mailbox counts as another (behaviour 7.24).
 */
export const normalizeMailbox = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [local = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  return dotless.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
