import { databaseTime } from '../db/database-time'
import type { DbOrTransaction, MessageKind, MessageRow } from '../db/schema'
import type { Limit } from '../system/limit'
import { longestDeferralMs } from './allowances'
import type { ClaimedMessage } from './queries'
import { countedAs, goesFirst } from './sign-in-letters'

export interface NewMessage {
  id: string
  kind: MessageKind
  recordId: string
  recipient: string
  /** JSON: the specification's e-mail payload of this kind. */
  payload: string
  now: Date
  /** It waits until then, and is claimed by nobody. */
  notBefore?: Date
  /** 1: the organisers get no copy of it. */
  is_copied?: number
}

/** How a message was put down. */
export interface SavedMessage extends ClaimedMessage {
  /** `sending`: claimed for this process. `queued`: put off. `failed`: there are too many to its mailbox, or to new ones. */
  state: 'sending' | 'queued' | 'failed'
  /** Whether it waits for its mailbox's turn, or found none. */
  isPutOff: boolean
  /** Whether no e-mail was ever made for its mailbox before. */
  isFirstToMailbox: boolean
}

/** The mailbox's newest message, and when the one of so many before it was due. */
const findNewest = (db: DbOrTransaction, mailbox: string, skipped: number) => {
  const toMailbox = db
    .selectFrom('message')
    .where('mailbox', '=', mailbox)
    .where('ordinal', 'is not', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
  return toMailbox.select(['ordinal', toMailbox.select('due_at').offset(skipped).as('blocking')]).executeTakeFirst()
}

type Unclaimed = Omit<MessageRow, 'lease_until'>

/** Whether its place among its mailbox's messages was free. */
const insert = async (db: DbOrTransaction, row: Unclaimed, claimSeconds?: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('message')
    .values({ ...row, ...(claimSeconds === undefined ? {} : { lease_until: databaseTime(db, claimSeconds) }) })
    .onConflict((conflict) => conflict.columns(['mailbox', 'ordinal']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The queue is in the order of turns: nothing was due earlier. */
const beforeAll = new Date(0).toISOString()

/** Each round that fails means that another message to the same mailbox was saved meanwhile. */
const rounds = 1_000

/**
 * Saves a message as part of the record's transaction, claimed by this process where it may go now, which saves a commit;
 * if the process dies before it has gone, the claim runs out. A mailbox gets so many e-mails in any hour; one more is put
 * off until it fits, and one that would come more than a day from now finds no place (behaviour 7.24). Messages to one
 * mailbox are numbered, and the number's uniqueness decides, so of any number at once each sees all those before it.
 */
export const saveMessage = async (
  db: DbOrTransaction,
  { id, kind, recordId, recipient, payload, now, notBefore = now, is_copied = 0 }: NewMessage,
  limit: Limit,
  claimSeconds: number,
): Promise<SavedMessage> => {
  const mailbox = countedAs(kind, recipient)
  const windowMs = limit.seconds * 1_000
  const created_at = now.toISOString()
  for (let round = 0; round < rounds; round += 1) {
    const newest = await findNewest(db, mailbox, limit.points - 1)
    const due = Math.max(notBefore.getTime(), turnAfter(newest?.blocking ?? undefined, now, windowMs))
    const isTooLate = due - now.getTime() > longestDeferralMs
    const due_at = new Date(due).toISOString()
    const row = {
      id,
      kind,
      record_id: recordId,
      recipient,
      payload,
      attempts: 0,
      next_attempt_at: due_at,
      scheduled_at: created_at,
      last_error: null,
      created_at,
      sent_at: null,
      mailbox,
      refused_at: null,
      is_copied,
    } as const
    const isFirstToMailbox = newest === undefined
    if (isTooLate) {
      const failed = { ...row, state: 'failed', last_error: tooMany, ordinal: null, due_at: null } as const
      await insert(db, failed)
      return { ...failed, isFirstToMailbox, isPutOff: true }
    }
    const numbered = { ...row, ordinal: (newest?.ordinal ?? 0) + 1, due_at }
    const isDue = due <= now.getTime()
    const isNow = isDue && !goesFirst(kind)
    const saved = isNow
      ? ({ ...numbered, state: 'sending', attempts: 1 } as const)
      : ({ ...numbered, state: 'queued', ...(isDue ? { next_attempt_at: beforeAll } : {}) } as const)
    if (await insert(db, saved, isNow ? claimSeconds : undefined))
      return { ...saved, isFirstToMailbox, isPutOff: !isDue }
  }
  throw new Error('Other messages to the same mailbox were quicker each time')
}

const tooMany = 'Too many e-mails to this mailbox are waiting'

/**
 * A window after the message that would make one too many of it, or now. One that is due later than any can be was saved
 * before the clock was set back.
 */
const turnAfter = (blocking: string | undefined, now: Date, windowMs: number): number => {
  const turn = blocking === undefined ? 0 : Date.parse(blocking) + windowMs
  return turn > now.getTime() + windowMs + longestDeferralMs ? now.getTime() : Math.max(now.getTime(), turn)
}
