import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { FormKind } from '../../festival/api'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import type { RateLimits } from '../http/rate-limits'
import type { Outbox } from '../mail/outbox'
import { mailboxOf } from '../mail/save-message'
import { findPrivateLink } from '../reviews/private-links'
import { type LinkLetterParts, queueCorrectionLetter, queueStatusLetter } from '../reviews/queue-link-letter'
import { findDecision, readReview } from '../reviews/review'
import type { Clock } from '../system/clock'
import { hashSecret, inEvenTime } from '../system/secret'
import { readRecord } from './show-submission'

export interface LinksParts extends Omit<LinkLetterParts, 'now'> {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
  outbox: Pick<Outbox, 'deliver'>
  limits: Pick<RateLimits, 'linkMails'>
  /** @throws ApiError `unavailable` while nothing can be saved */
  requireWrites: () => Promise<void>
}

/** One e-mail and one number rarely mean more records than these: one of each kind. */
const mostFound = 3

/** Sends registrants links to their own submissions; whoever asks learns nothing, neither by words nor by time (behaviour 14.41). */
export const createLinks = ({ db, clock, publicUrl, log, outbox, limits, requireWrites }: LinksParts) => {
  /** Past five at once a mailbox gets one in a minute and a half: the newest that it has is fresh, whoever asked for it. */
  const mayGetOne = async (email: string): Promise<boolean> =>
    (await limits.linkMails.count(hashSecret(`own ${mailboxOf(email)}`))) === undefined

  const sendStatus = async (id: string, email: string): Promise<void> => {
    const found = await findByIdAndEmail(db, readId(id), email)
    if (found.length === 0 || !(await mayGetOne(email))) return
    const messageIds = await transact(db, async (transaction) => {
      const ids: string[] = []
      for (const place of found.slice(0, mostFound)) {
        const record = await readRecord(transaction, place)
        if (record) ids.push(await queueStatusLetter(transaction, record, { publicUrl, now: clock() }))
      }
      return ids
    })
    await Promise.all(messageIds.map((messageId) => outbox.deliver(messageId)))
  }

  const sendAnew = async (secret: string): Promise<void> => {
    const link = await findPrivateLink(db, secret)
    const seen = link && (await readReview(db, link.record_id))
    const owner = seen && (await readRecord(db, seen))
    if (!owner || !(await mayGetOne(owner.email))) return
    const messageId = await transact(db, async (transaction) => {
      const review = await readReview(transaction, owner.id)
      const record = review && (await readRecord(transaction, review))
      if (!record) return undefined
      const request =
        review.state === 'needs-correction'
          ? await findDecision(transaction, review.record_id, 'ask-correction')
          : undefined
      const letter = { publicUrl, now: clock() }
      return request
        ? queueCorrectionLetter(transaction, record, request, letter)
        : queueStatusLetter(transaction, record, letter)
    })
    if (messageId) await outbox.deliver(messageId)
  }

  const inBackground = (work: () => Promise<void>): Promise<void> =>
    inEvenTime(requireWrites, work, (err) => log.error({ err }, 'a link to a submission could not be sent'))

  return {
    /** Sends a link to the submission of this id, where it has this e-mail address; bare digits may be the id of several. */
    askForStatus: (id: string, email: string): Promise<void> => inBackground(() => sendStatus(id, email)),
    /** Sends a new link in the place of one whose time is over, to the address that the submission has. */
    renew: (secret: string): Promise<void> => inBackground(() => sendAnew(secret)),
  }
}

export type Links = ReturnType<typeof createLinks>

const kindsOfId = ['EVT', 'DP', 'ACC'] as const

/**
 * What somebody may mean by an id, however they spell it: "evt 258818", "EVT258818", "DP – 902364" and "1234 5678 9012" mean
 * what they say, and six digits alone an id of any kind (behaviour 14.41).
 */
export const readId = (text: string) => {
  const id = text.replace(/\s/g, '').toUpperCase()
  const [, kind, digits] = /^(EVT|DP|ACC)?(\d{6})$/.exec(id.replace(/[^A-Z\d]/g, '')) ?? []
  const ids = digits ? (kind ? [kind] : kindsOfId).map((letters) => `${letters}-${digits}`) : [id]
  return { ids, transaction: id, delegate: id.replace(/\D/g, '') }
}

/** The records of a registrant that an id may mean: one, but for six digits alone and rooms that name the same transaction. */
const findByIdAndEmail = async (
  db: DbOrTransaction,
  { ids, transaction, delegate }: ReturnType<typeof readId>,
  email: string,
): Promise<{ record_id: string; kind: FormKind }[]> => {
  const isTheirs = sql<boolean>`lower(email) = ${email.toLowerCase()}`
  const registrations = await db
    .selectFrom('EventRegistration')
    .select('id')
    .where('registration_id', 'in', ids)
    .where(isTheirs)
    .execute()
  const passes = await db
    .selectFrom('DelegatePass')
    .select('id')
    .where(({ or, eb }) => or([eb('registration_id', 'in', ids), eb('delegate_id', '=', delegate)]))
    .where(isTheirs)
    .execute()
  const rooms = await db
    .selectFrom('Accommodation')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('request_id', 'in', ids), eb(sql`upper(replace(transaction_id, ' ', ''))`, '=', transaction)]),
    )
    .where(isTheirs)
    .orderBy('booking_time', 'desc')
    .execute()
  return [
    ...registrations.map((row) => ({ record_id: row.id, kind: 'registration' as const })),
    ...passes.map((row) => ({ record_id: row.id, kind: 'delegate-pass' as const })),
    ...rooms.map((row) => ({ record_id: row.id, kind: 'accommodation' as const })),
  ]
}
