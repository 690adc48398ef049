import { sql, type Transaction } from 'kysely'
import type { Subject } from '../../festival/content/subject'
import type { Waitlist } from '../../festival/contract/places'
import { undoSeconds } from '../../festival/contract/states'
import type { Festival } from '../../festival/live/state'
import { findLastCall } from '../../festival/schedule/availability'
import type { OpenPlaces, OpenPlacesByEvent } from '../../festival/schedule/open-places'
import { saveAudit } from '../db/audit'
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { findEntryWithReview } from '../entries/entry'
import { type Arrival, drawNumbers, findOpenPlaces, readArrivals } from '../entries/places'
import { type Clock, later } from '../system/clock'
import { saveDecisionEmail } from './decision-email'

interface Deps {
  db: Db
  clock: Clock
  state: { festival: () => Festival; setPlaces: (places: OpenPlacesByEvent) => void }
  config: { publicUrl: string; isPublic: boolean }
}

/** In milliseconds. An undo that began within its minute may be saved a little later. */
const undoMarginMs = 5_000

const findWaitlist = (
  { state, waitlist, isPresent, isRecent }: Arrival,
  isAmongPlaces: boolean,
  hasBegun: boolean,
): Waitlist | null => {
  // A rejected entry may return to the waiting list until its decision can no longer be undone.
  if (state === 'rejected' || state === 'withdrawn') {
    return waitlist
  }
  if (state !== 'verified') {
    return null
  }
  if (hasBegun) {
    const hasPlace = isPresent || (isAmongPlaces && waitlist === null)
    return hasPlace ? null : 'lost'
  }
  // The e-mail about the verification is not sent yet, and will say whether the entry has a place.
  const next = isRecent ? waitlist : 'waiting'
  return isAmongPlaces ? null : next
}

/** Moves verified entries onto and off the waiting list of their event. */
export const createWaitlist = ({ db, clock, state, config }: Deps) => {
  const { publicUrl, isPublic } = config

  const notify = async (transaction: Transaction<Tables>, entryId: string, now: Date) => {
    await saveAudit(transaction, { at: now, actor: 'waiting list', action: 'moved-up', entryId })
    const reviewed = await findEntryWithReview(transaction, entryId)
    if (reviewed) {
      const email = { decision: 'move-up', reasons: [], note: '', now, publicUrl } as const
      await saveDecisionEmail(transaction, reviewed.entry, email)
    }
  }

  /** Delays the e-mail, because the verification can still be undone and marks can still arrive. */
  const notifyOfLoss = async (transaction: Transaction<Tables>, entryId: string, now: Date) => {
    const action = 'place-lost'
    const lines = transaction.selectFrom('audit_line').select('id').where('entry_id', '=', entryId)
    if (await lines.where('action', '=', action).executeTakeFirst()) {
      return
    }
    await saveAudit(transaction, { at: now, actor: 'waiting list', action, entryId })
    const reviewed = await findEntryWithReview(transaction, entryId)
    if (reviewed) {
      const notBefore = new Date(later(now, undoSeconds * 1_000 + undoMarginMs))
      await saveDecisionEmail(transaction, reviewed.entry, {
        decision: 'no-place',
        reasons: [],
        note: '',
        now,
        notBefore,
        publicUrl,
      })
    }
  }

  /** @returns the entries before the update */
  const update = async (
    { key, status, ...dates }: Subject,
    places: number,
    now: Date,
  ): Promise<Arrival[]> => {
    const hasBegun = isPublic && now.getTime() >= findLastCall(dates)
    const settled = new Date(now.getTime() - undoMarginMs)
    const findNext = (entry: Arrival, index: number) =>
      findWaitlist(entry, index < places, hasBegun)
    const arrivals = await readArrivals(db, key, settled)
    const isCurrent = arrivals.every(
      (entry, index) => entry.arrival !== null && entry.waitlist === findNext(entry, index),
    )
    if (isCurrent) {
      return arrivals
    }
    await transact(db, async (transaction) => {
      await drawNumbers(transaction, key)
      const numbered = await readArrivals(transaction, key, settled)
      for (const [index, entry] of numbered.entries()) {
        const { entry_id, state } = entry
        const waitlist = findNext(entry, index)
        if (waitlist === entry.waitlist) {
          continue
        }
        const { numAffectedRows } = await sql`
          update review set waitlist = ${waitlist} where entry_id = ${entry_id} and state = ${state}
        `.execute(transaction)
        if (status === 'cancelled' || numAffectedRows !== 1n) {
          continue
        }
        if (state === 'verified' && waitlist === null && !hasBegun) {
          await notify(transaction, entry_id, now)
        }
        if (waitlist === 'lost') {
          await notifyOfLoss(transaction, entry_id, now)
        }
      }
    })
    return arrivals
  }

  return {
    run: async (): Promise<void> => {
      const open: Record<string, OpenPlaces> = {}
      for (const subject of state.festival().subjects) {
        const { key, places } = subject
        if (places !== undefined) {
          open[key] = findOpenPlaces(await update(subject, places, clock()), places)
        }
      }
      state.setPlaces(open)
    },
  }
}
