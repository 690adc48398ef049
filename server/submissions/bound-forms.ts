import type { Transaction } from 'kysely'
import { deskWords } from '../../festival/help-desk'
import { oneAtATime } from '../db/engines'
import type { Tables } from '../db/schema'
import { ApiError } from '../http/api-error'
import { type MailboxHistory, mostForms, readMailbox } from '../mail/save-message'
import type { Limit } from '../system/clock'

/** From so many on they are saved one at a time: the ten connections of four processes cannot get from here past the bound. */
const fewForms = 10

/** Reads the history of a form's mailbox. @throws ApiError `too-many-forms` */
export const boundForms = async (
  db: Transaction<Tables>,
  email: string,
  limit: Limit,
  now: Date,
): Promise<MailboxHistory> => {
  let history = await readMailbox(db, email, limit)
  /** For how long so many forms are still those of one day, in milliseconds. */
  const measure = (count: number) => Date.parse(history.times[count - 1]?.created_at ?? '') + 86_400_000 - now.getTime()
  if (measure(fewForms) > 0) {
    await oneAtATime(db, 'forms')
    history = await readMailbox(db, email, limit)
  }
  const leftMs = measure(mostForms)
  if (!(leftMs > 0)) return history
  const words = `${mostForms} forms with this e-mail address were sent within a day, and no more are taken. A payment is not lost: call ${deskWords}, who can enter this form for you.`
  throw new ApiError('too-many-forms', words, { headers: { 'Retry-After': String(Math.ceil(leftMs / 1_000)) } })
}
