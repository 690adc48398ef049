import type { Festival } from '../../festival/live/state'
import type { Db } from '../db/schema'
import type { DeliverableMessage } from '../mail/queries'
import type { Clock } from '../system/clock'
import { isStillListed } from './announcements'
import { addPlace } from './decision-email'

interface Deps {
  db: Db
  clock: Clock
  festival: () => Festival
}

/** @returns a function that completes the payload, or returns undefined to cancel the e-mail */
export const createPreparation =
  ({ db, clock, festival }: Deps) =>
  async (message: DeliverableMessage): Promise<string | undefined> => {
    const { kind, payload, announcement_id: announcementId, recipient } = message
    if (announcementId !== null) {
      return (await isStillListed(db, announcementId, recipient)) ? payload : undefined
    }
    return kind === 'decision' ? addPlace(db, message, festival(), clock()) : payload
  }
