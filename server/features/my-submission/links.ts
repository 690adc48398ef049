import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { findPrivateLink } from '../../reviews/private-links'
import { type LinkLetterParts, queueCorrectionLetter, queueStatusLetter } from '../../reviews/queue-link-letter'
import { findDecision, readReview } from '../../reviews/review'
import type { Clock } from '../../system/clock'
import { inEvenTime } from '../../system/in-even-time'
import { findByIdAndEmail, readId } from './queries'
import { readRecord } from './read-record'

export interface LinksParts extends Omit<LinkLetterParts, 'now'> {
  db: Db
  clock: Clock
}

/** One e-mail and one number rarely mean more records than these: one of each kind. */
const mostFound = 3

/** Sends registrants links to their own submissions; whoever asks learns nothing, neither by words nor by time (behaviour 14.41). */
export const createLinks = ({ db, clock, ...parts }: LinksParts) => {
  const sendStatus = async (id: string, email: string): Promise<void> => {
    const found = await findByIdAndEmail(db, readId(id), email)
    if (found.length === 0) return
    await transact(db, async (transaction) => {
      for (const place of found.slice(0, mostFound)) {
        const record = await readRecord(transaction, place)
        if (record) await queueStatusLetter(transaction, record, { ...parts, now: clock() })
      }
    })
  }

  const sendAnew = (secret: string): Promise<void> =>
    transact(db, async (transaction) => {
      const link = await findPrivateLink(transaction, secret)
      const review = link && (await readReview(transaction, link.record_id))
      const record = review && (await readRecord(transaction, review))
      if (!record) return
      const request =
        review.state === 'needs-correction'
          ? await findDecision(transaction, review.record_id, 'ask-correction')
          : undefined
      const letter = { ...parts, now: clock() }
      if (request) await queueCorrectionLetter(transaction, record, request, letter)
      else await queueStatusLetter(transaction, record, letter)
    })

  return {
    /** Sends a link to the submission of this id, where it has this e-mail address; bare digits may be the id of several. */
    askForStatus: (id: string, email: string): Promise<void> => inEvenTime(sendStatus(id, email)),
    /** Sends a new link in the place of one whose time is over, to the address that the submission has. */
    renew: (secret: string): Promise<void> => inEvenTime(sendAnew(secret)),
  }
}

export type Links = ReturnType<typeof createLinks>
